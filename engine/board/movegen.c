/* SPDX-License-Identifier: MIT */
#include "engine/board/movegen.h"

#include "engine/board/movegen_internal.h"

/* What a variant's row is specialised to, by side. */
typedef struct {
    int (*generate[COLOR_COUNT])(const Position *position, MoveList *list);
    bool (*has_capture[COLOR_COUNT])(const Position *position);
} Generator;

#define SIDE_INSTANCE(variant, side, color)                                                        \
    static int generate_##variant##_##side(const Position *position, MoveList *list) {             \
        bool loop;                                                                                 \
        View view = view_of(&rules_##variant, color, &position->board, position->runs);            \
        return generate(&rules_##variant, color, view, list, NULL, &loop,                          \
                        MOVEGEN_WALKERS_OF(variant, side));                                        \
    }                                                                                              \
    static bool has_capture_##variant##_##side(const Position *position) {                         \
        View view = view_of(&rules_##variant, color, &position->board, position->runs);            \
        return has_capture(&rules_##variant, color, view);                                         \
    }

#define VARIANT_INSTANCE(variant, id, hub_name)                                                    \
    MOVEGEN_WALKERS(variant)                                                                       \
    SIDE_INSTANCE(variant, white, COLOR_WHITE)                                                     \
    SIDE_INSTANCE(variant, black, COLOR_BLACK)

#define GENERATOR(variant, id, hub_name)                                                           \
    [VARIANT_##id] = {                                                                             \
        {generate_##variant##_white, generate_##variant##_black},                                  \
        {has_capture_##variant##_white, has_capture_##variant##_black},                            \
    },

RULES_VARIANTS(VARIANT_INSTANCE)

static const Generator generators[VARIANT_COUNT] = {RULES_VARIANTS(GENERATOR)};

int movegen_generate(const Position *position, MoveList *list) {
    return generators[position->rules->id].generate[position->turn](position, list);
}

bool movegen_has_capture(const Position *position, Color color) {
    return generators[position->rules->id].has_capture[color](position);
}

bool movegen_has_move(const Position *position) {
    return movegen_perft(position, 1, true) > 0;
}

Move movegen_find(const Position *position, Move move) {
    MoveList list;
    movegen_generate(position, &list);
    for (int i = 0; i < list.count; i++)
        if (move_equals(list.moves[i], move))
            return list.moves[i];
    return move_none();
}
