/* SPDX-License-Identifier: MIT */
#include "engine/eval/eval.h"

#include "engine/eval/terms_internal.h"

enum {
    MATERIAL_MAN = 100,
    MATERIAL_KING_FLYING = 300,
    MATERIAL_KING_SHORT = 150,
    DRAWISH_PIECES = 3, /* of the stronger side, against a flying king: mostly drawn */
    DRAWISH_FEW = 8,    /* divides the score there */
    DRAWISH_EVEN = 2,   /* and where the sides have as many flying kings and nearly as many men */
};

static int clamp(int score) {
    if (score > SCORE_EVAL_MAX)
        return SCORE_EVAL_MAX;
    return score < -SCORE_EVAL_MAX ? -SCORE_EVAL_MAX : score;
}

static int count_difference(const Bitboard pieces[COLOR_COUNT], Color turn) {
    return bits_count(pieces[turn]) - bits_count(pieces[color_other(turn)]);
}

static int score_material(const Position *position) {
    Color turn = (Color)position->turn;
    int sign = position->rules->no_move_wins ? -1 : 1; /* where pieces are a burden */
    int king = position->rules->kings_fly ? MATERIAL_KING_FLYING : MATERIAL_KING_SHORT;
    return sign * (MATERIAL_MAN * count_difference(position->board.men, turn) +
                   king * count_difference(position->board.kings, turn));
}

/* One instance for each board and side to move, so that all masks are constants. */
static Sum sum_10x10(const Board *board, Color turn) {
    Field field = {10, 10, true};
    return turn == COLOR_WHITE ? position_sum(&weights_10x10, field, board, COLOR_WHITE)
                               : position_sum(&weights_10x10, field, board, COLOR_BLACK);
}

static Sum sum_8x8_flying(const Board *board, Color turn) {
    Field field = {8, 8, true};
    return turn == COLOR_WHITE ? position_sum(&weights_8x8_flying, field, board, COLOR_WHITE)
                               : position_sum(&weights_8x8_flying, field, board, COLOR_BLACK);
}

static Sum sum_8x8(const Board *board, Color turn) {
    Field field = {8, 8, false};
    return turn == COLOR_WHITE ? position_sum(&weights_8x8, field, board, COLOR_WHITE)
                               : position_sum(&weights_8x8, field, board, COLOR_BLACK);
}

/* Between the two ends of every worth by the number of men. */
static int interpolate(const Rules *rules, const Board *board, Sum sum) {
    int start = rules_men_count(rules);
    int men = bits_count(board->men[COLOR_WHITE]) + bits_count(board->men[COLOR_BLACK]);
    if (men > start)
        men = start;
    return (sum.full * men + sum.empty * (start - men)) / start;
}

/* A flying king is hard to catch: what a lead of material is worth less against one. */
static int drawish_divisor(const Rules *rules, const Board *board, Color strong) {
    Color weak = color_other(strong);
    if (!rules->kings_fly || !board->kings[weak])
        return 1;
    if (bits_count(board_pieces(board, strong)) <= DRAWISH_PIECES)
        return DRAWISH_FEW;
    bool even = count_difference(board->kings, strong) == 0 &&
                abs(count_difference(board->men, strong)) <= 1;
    return even ? DRAWISH_EVEN : 1;
}

/* Worths in centimen for boards and games whose features nobody has fitted yet. Tried out in a few
 * hundred games of 1000 nodes a move against material alone. */
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

static int score_plain(const Position *position) {
    const PlainWeights *weights = find_plain_weights(position->rules);
    Color turn = (Color)position->turn;
    return score_plain_side(position, weights, turn) -
           score_plain_side(position, weights, color_other(turn));
}

static int score_full(const Position *position) {
    const Board *board = &position->board;
    const Rules *rules = position->rules;
    Color turn = (Color)position->turn;
    if (rules->all_squares || rules->no_move_wins)
        return score_plain(position);
    Sum sum = rules->width == 10 ? sum_10x10(board, turn)
              : rules->kings_fly ? sum_8x8_flying(board, turn)
                                 : sum_8x8(board, turn);
    int score = interpolate(rules, board, sum);
    return score / drawish_divisor(rules, board, score > 0 ? turn : color_other(turn));
}

int eval_score(EvalKind kind, const Position *position) {
    return clamp(kind == EVAL_MATERIAL ? score_material(position) : score_full(position));
}
