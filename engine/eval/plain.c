/* SPDX-License-Identifier: MIT */
#include "engine/eval/plain_internal.h"

/* Worths in centimen. Tried out in a few hundred games of 1000 nodes a move against material alone.
 */
typedef struct {
    int man, king;
    int advance; /* each row a man has gone */
    int step;    /* each square a man could step to */
} PlainWeights;

static const PlainWeights plain_weights = {100, 300, 6, 0};
/* Where pieces are a burden: to keep moves in hand is the art. A short king is good at giving
 * itself away, a flying one must take too much. */
static const PlainWeights plain_losing_flying = {-100, -100, 0, 8};
static const PlainWeights plain_losing_short = {-100, 100, 3, 8};

static const PlainWeights *find_plain_weights(const Rules *rules) {
    if (!rules->no_move_wins)
        return &plain_weights;
    return rules->kings_fly ? &plain_losing_flying : &plain_losing_short;
}

static int score_plain_side(const Position *position, const PlainWeights *weights, Color color) {
    const Rules *rules = position->rules;
    Bitboard men = position->board.men[color];
    Bitboard empty = rules_board_mask(rules) & ~board_occupied(&position->board);
    int score =
        weights->man * bits_count(men) + weights->king * bits_count(position->board.kings[color]);
    for (int row = 0; row < rules->height; row++) {
        int gone = color == COLOR_WHITE ? rules->height - 1 - row : row;
        score += weights->advance * gone * bits_count(men & rules_row_mask(rules, row));
    }
    for (int d = 0; d < DIRECTION_COUNT && weights->step; d++)
        if (rules_allows(rules->men_move, color, (Direction)d))
            score += weights->step *
                     bits_count(bits_shift(men, rules_step(rules, (Direction)d)) & empty);
    return score;
}

int plain_score(const Position *position) {
    const PlainWeights *weights = find_plain_weights(position->rules);
    Color turn = (Color)position->turn;
    return score_plain_side(position, weights, turn) -
           score_plain_side(position, weights, color_other(turn));
}
