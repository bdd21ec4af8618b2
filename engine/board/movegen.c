/* SPDX-License-Identifier: MIT */
#include "engine/board/movegen.h"

#include "engine/board/movegen_instances_internal.h"

/* What a variant's row is specialised to, by side. */
typedef struct {
    int (*generate[COLOR_COUNT])(const Position *position, MoveList *list);
    bool (*has_capture[COLOR_COUNT])(const Position *position);
    uint64_t (*perft[COLOR_COUNT])(const Position *position, int depth, bool keep);
} Generator;

#define GENERATOR(variant, id, hub_name)                                                           \
    [VARIANT_##id] = {                                                                             \
        {movegen_generate_##variant##_white, movegen_generate_##variant##_black},                  \
        {movegen_has_capture_##variant##_white, movegen_has_capture_##variant##_black},            \
        {movegen_perft_##variant##_white, movegen_perft_##variant##_black},                        \
    },

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
    const Move *found = move_list_find(&list, move);
    return found ? *found : move_none();
}

uint64_t movegen_perft(const Position *position, int depth, bool keep) {
    if (depth <= 0)
        return 1;
    return generators[position->rules->id].perft[position->turn](position, depth, keep);
}
