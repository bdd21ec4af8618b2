/* SPDX-License-Identifier: MIT
 *
 * Private to engine/board: what movegen.c calls of the generator, an instance for each variant and
 * side. They are made in movegen_narrow.c, movegen_wide.c, perft_narrow.c, and perft_wide.c. */
#ifndef HUFF_ENGINE_BOARD_MOVEGEN_INSTANCES_INTERNAL_H
#define HUFF_ENGINE_BOARD_MOVEGEN_INSTANCES_INTERNAL_H

#include "engine/board/movegen.h"
#include "engine/board/movegen_internal.h"

#define MOVEGEN_DECLARE(variant, id, hub_name)                                                     \
    int movegen_generate_##variant##_white(const Position *position, MoveList *list);              \
    int movegen_generate_##variant##_black(const Position *position, MoveList *list);              \
    bool movegen_has_capture_##variant##_white(const Position *position);                          \
    bool movegen_has_capture_##variant##_black(const Position *position);                          \
    uint64_t movegen_perft_##variant##_white(const Position *position, int depth, bool keep);      \
    uint64_t movegen_perft_##variant##_black(const Position *position, int depth, bool keep);

RULES_VARIANTS(MOVEGEN_DECLARE)

#define MOVEGEN_SIDE_INSTANCE(variant, side, color)                                                \
    int movegen_generate_##variant##_##side(const Position *position, MoveList *list) {            \
        bool loop;                                                                                 \
        View view = view_of_position(&rules_##variant, color, position);                           \
        return generate(&rules_##variant, color, view, list, NULL, &loop,                          \
                        MOVEGEN_WALKERS_OF(variant, side));                                        \
    }                                                                                              \
    bool movegen_has_capture_##variant##_##side(const Position *position) {                        \
        View view = view_of_position(&rules_##variant, color, position);                           \
        return has_capture(&rules_##variant, color, view);                                         \
    }

#define MOVEGEN_INSTANCE(variant, id, hub_name)                                                    \
    MOVEGEN_WALKERS(variant)                                                                       \
    MOVEGEN_SIDE_INSTANCE(variant, white, COLOR_WHITE)                                             \
    MOVEGEN_SIDE_INSTANCE(variant, black, COLOR_BLACK)

#endif
