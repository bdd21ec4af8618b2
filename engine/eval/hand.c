/* SPDX-License-Identifier: MIT */
#include "engine/eval/hand_internal.h"

#include "engine/eval/drawish_internal.h"
#include "engine/eval/plain_internal.h"
#include "engine/eval/terms_internal.h"

/* One instance for each board and side to move, so that all masks are constants. */
static Sum sum_10x10(const Rules *rules, const Board *board, Color turn) {
    Field field = field_of(10, 10, false, rules);
    return turn == COLOR_WHITE ? position_sum(&weights_10x10, field, board, COLOR_WHITE)
                               : position_sum(&weights_10x10, field, board, COLOR_BLACK);
}

static Sum sum_8x8(const Rules *rules, const Board *board, Color turn) {
    Field field = field_of(8, 8, false, rules);
    const Weights *weights = rules->kings_fly ? &weights_8x8_flying : &weights_8x8;
    return turn == COLOR_WHITE ? position_sum(weights, field, board, COLOR_WHITE)
                               : position_sum(weights, field, board, COLOR_BLACK);
}

/* Between the two ends of every worth by the number of men. */
static int interpolate(const Rules *rules, const Board *board, Sum sum) {
    int start = rules_men_count(rules);
    int men = bits_count(board->men[COLOR_WHITE]) + bits_count(board->men[COLOR_BLACK]);
    if (men > start)
        men = start;
    return (sum.full * men + sum.empty * (start - men)) / start;
}

/* Elsewhere the plain score stands in. */
static bool has_weights(const Rules *rules) {
    return !rules->all_squares && !rules->no_move_wins && rules_are_narrow(rules);
}

int hand_score(const Position *position) {
    const Board *board = &position->board;
    const Rules *rules = position->rules;
    Color turn = (Color)position->turn;
    if (!has_weights(rules))
        return plain_score(position);
    Sum sum = rules->width == 10 ? sum_10x10(rules, board, turn) : sum_8x8(rules, board, turn);
    int score = interpolate(rules, board, sum);
    return score / drawish_divisor(rules, board, score > 0 ? turn : color_other(turn));
}
