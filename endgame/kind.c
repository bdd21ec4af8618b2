/* SPDX-License-Identifier: MIT */
#include "endgame/kind.h"

#include <string.h>

static const char *const names[KIND_COUNT] = {"wdl", "dtw", "rule"};

const char *kind_get_name(TableKind kind) {
    return names[kind];
}

TableKind kind_find(const char *name, size_t length) {
    int kind = 0;
    while (kind < KIND_COUNT &&
           !(strlen(names[kind]) == length && !memcmp(names[kind], name, length)))
        kind++;
    return (TableKind)kind;
}

int8_t kind_get_stuck(const Rules *rules) {
    return rules->no_move_wins ? VERDICT_WIN : VERDICT_LOSS;
}

Status kind_check_rules(TableKind kind, const Rules *rules, Error *error) {
    if (kind != KIND_RULE)
        return STATUS_OK;
    if (rules->no_move_wins)
        return error_set(error, STATUS_STATE,
                         "no tables by the counting rules of %s: they cannot hold a game that is "
                         "won without a further ply",
                         rules->name);
    int longest = rules->quiet_ply_limit;
    for (int i = 0; i < COUNTED_ENDINGS_MAX; i++)
        if (rules->endings[i].plies > longest)
            longest = rules->endings[i].plies;
    for (int i = 0; i < COUNTED_ENDINGS_MAX && rules->endings[i].plies; i++)
        if (rules->endings[i].on_main_road || rules->endings[i].anew)
            return error_set(error, STATUS_STATE,
                             "no tables by the counting rules of %s: \"%s\" counts by more than "
                             "the numbers of pieces",
                             rules->name, rules->endings[i].article);
    if (rules->quiet_ply_limit == 0 || longest > KIND_PLIES_MAX_RULE)
        return error_set(error, STATUS_STATE,
                         "no tables by the counting rules of %s: its law must have a count of "
                         "quiet moves and none longer than %d plies",
                         rules->name, KIND_PLIES_MAX_RULE);
    return STATUS_OK;
}

/* The counted ending is a matter of the numbers alone, so any placement shows it. */
static int find_ending(const Rules *rules, Slice slice) {
    Board board = {0};
    Bitboard64 free = rules_board_mask(rules);
    Force forces[COLOR_COUNT] = {slice.own, slice.other};
    Bitboard64 middle =
        free & ~rules_crowning_mask(rules, COLOR_WHITE) & ~rules_crowning_mask(rules, COLOR_BLACK);
    for (int color = 0; color < COLOR_COUNT; color++) {
        for (int i = 0; i < forces[color].men; i++, middle = bits_rest(middle))
            board.men[color] |= middle & -middle;
        free &= ~board.men[color];
    }
    for (int color = 0; color < COLOR_COUNT; color++)
        for (int i = 0; i < forces[color].kings; i++, free = bits_rest(free))
            board.kings[color] |= free & -free;
    Position position;
    return position_init_board(&position, rules, &board, COLOR_WHITE, NULL) < 0 ? 0
                                                                                : position.ending;
}

void kind_frame_init(KindFrame *frame, TableKind kind, const Rules *rules, Slice slice) {
    *frame = (KindFrame){
        .kind = kind,
        .stuck = kind_get_stuck(rules),
        .limit = kind == KIND_DTW ? KIND_PLIES_MAX_DTW : 1,
    };
    if (kind == KIND_RULE) {
        frame->ending = find_ending(rules, slice);
        frame->limit =
            frame->ending ? rules->endings[frame->ending - 1].plies : rules->quiet_ply_limit;
    }
}
