/* SPDX-License-Identifier: MIT
 *
 * The reading of features (feature_set.h), inlined with the board's size as a constant into
 * feature_set.c and into the evaluation. */
#ifndef HUFF_ENGINE_EVAL_FEATURE_SET_INTERNAL_H
#define HUFF_ENGINE_EVAL_FEATURE_SET_INTERNAL_H

#include "engine/eval/drawish_internal.h"
#include "engine/eval/feature_set.h"
#include "engine/eval/field_internal.h"

enum {
    LANE_BITS = 10, /* of a word with a number below EVAL_LANE_CODES for each lane */
    LANE_MASK = (1 << LANE_BITS) - 1,
    SCALARS_NO_KING = 16, /* scalars in use while there is no king; a block of them */
};

static_assert((int)SCALAR_MEN_END <= SCALARS_NO_KING && SCALARS_NO_KING == (int)SCALAR_KING_FIRST,
              "scalars of kings begin behind those of men");

/* Bit i of a row, of at most six squares, becomes bit LANE_BITS * i. */
EVAL_INLINE uint64_t spread(uint64_t row) {
    const uint64_t shifts = 1 | 1ull << 9 | 1ull << 18 | 1ull << 27 | 1ull << 36 | 1ull << 45;
    const uint64_t lanes = 1 | 1ull << 10 | 1ull << 20 | 1ull << 30 | 1ull << 40 | 1ull << 50;
    return row * shifts & lanes;
}

/* Bit 2 * i of a row, of at most eight squares, becomes bit LANE_BITS * i. */
EVAL_INLINE uint64_t spread_pairs(uint64_t row) {
    const uint64_t shifts = 1 | 1ull << 8 | 1ull << 16 | 1ull << 24;
    const uint64_t lanes = 1 | 1ull << 10 | 1ull << 20 | 1ull << 30;
    return (row & 0x55) * shifts & lanes;
}

/* One square of each lane: on a board of diagonals that of the lane in the row, elsewhere the left
 * (`place` 0) or the right one. */
EVAL_INLINE uint64_t lane_squares(Field field, Bitboard64 bits, int row, int place) {
    if (field.all_squares)
        return spread_pairs((uint64_t)(bits >> (row * field.width + place)));
    return spread((uint64_t)(bits >> geometry_row_cell(field.width, row)) &
                  (((uint64_t)1 << field.width / 2) - 1));
}

/* A short king stands in the way and is in the way like a man; a flying king is a piece of another
 * kind and left to the scalars. */
EVAL_INLINE Bitboard64 pattern_pieces(Field field, const Board *board, Color color) {
    return field.kings_fly ? board->men[color] : board_pieces(board, color);
}

/* For each lane of a band the number of its six squares, as `color` sees them but with the lanes
 * in White's order. */
EVAL_INLINE uint64_t lane_codes(Field field, const Board *board, Color color, int band_row) {
    Bitboard64 own_pieces = pattern_pieces(field, board, color);
    Bitboard64 enemy_pieces = pattern_pieces(field, board, color_other(color));
    uint64_t codes = 0;
    for (int i = 0; i < EVAL_LANE_SQUARES; i++) {
        int far = band_row + i / field_lane_columns(field), place = i % field_lane_columns(field);
        int row = far;
        if (color == COLOR_BLACK) {
            row = field.height - 1 - far;
            place = field_lane_columns(field) - 1 - place;
        }
        uint64_t own = lane_squares(field, own_pieces, row, place);
        uint64_t enemy = lane_squares(field, enemy_pieces, row, place);
        codes = codes * 3 + own + 2 * enemy;
    }
    return codes;
}

EVAL_INLINE void read_patterns(Field field, const Board *board, Color color, int band_row,
                               uint32_t *ret_patterns) {
    uint64_t codes = lane_codes(field, board, color, band_row);
    int lanes = field.width / 2;
    for (int i = 0; i < lanes - 1; i++) {
        int left = color == COLOR_WHITE ? i : lanes - 1 - i;
        int right = color == COLOR_WHITE ? left + 1 : left - 1;
        ret_patterns[i] = (uint32_t)(codes >> LANE_BITS * left & LANE_MASK) * EVAL_LANE_CODES +
                          (uint32_t)(codes >> LANE_BITS * right & LANE_MASK);
    }
}

EVAL_INLINE Side side_of(Field field, const Board *board, Color color) {
    Color other = color_other(color);
    Bitboard64 all = field_board(field);
    return (Side){
        .color = color,
        .men = board->men[color],
        .kings = board->kings[color],
        .enemy_men = board->men[other],
        .enemies = board_pieces(board, other),
        .empty = all & ~board_occupied(board),
        .board = all,
    };
}

/* Men that no enemy piece can meet on their last steps to the crown: the rows beyond
 * EVAL_RUN_STEPS need not be looked at. */
EVAL_INLINE void read_runners(Field field, const Side *side, int sign, int16_t *scalars) {
    Bitboard64 near = 0;
    for (int i = 1; i <= EVAL_RUN_STEPS; i++)
        near |= own_row(field, side->color, field.height - 1 - i);
    if (!(side->men & near))
        return;
    Bitboard64 shadow = side->enemies;
    for (int i = 1; i <= EVAL_RUN_STEPS; i++)
        shadow |= shadow_behind(field, side->color, shadow) & side->board;
    Bitboard64 runners = side->men & near & ~shadow;
    for (int i = 0; runners && i < EVAL_RUN_STEPS; i++) {
        Bitboard64 row = own_row(field, side->color, field.height - 2 - i);
        scalars[SCALAR_RUN + i] += (int16_t)(sign * bits_count(runners & row));
    }
}

EVAL_INLINE void read_men(Field field, const Side *side, int sign, int16_t *scalars) {
    int men = bits_count(side->men);
    int left = bits_count(side->men & left_half(field));
    Bitboard64 able;
    int steps = count_men_steps(field, side, &able);
    scalars[SCALAR_MAN] += (int16_t)(sign * men);
    scalars[SCALAR_LEAN] += (int16_t)(sign * abs(2 * left - men));
    scalars[SCALAR_STEP] += (int16_t)(sign * steps);
    scalars[SCALAR_STUCK] += (int16_t)(sign * bits_count(side->men & ~able));
    read_runners(field, side, sign, scalars);
}

/* Empty where kings do not go along diagonals. */
EVAL_INLINE Bitboard64 long_diagonal(Field field) {
    Bitboard64 diagonal = 0;
    for (int i = 0; i < field.width && !field.all_squares; i++)
        diagonal |= column(field, i) & geometry_row_mask(field.width, field.width - 1 - i);
    return diagonal;
}

/* Number of a cell's square, 1..N, counted from the far left corner of `color`. */
EVAL_INLINE int own_square(const Geometry *geometry, Color color, int cell) {
    int square = geometry->square_of_cell[cell];
    return color == COLOR_WHITE ? square : geometry->square_count + 1 - square;
}

EVAL_INLINE void read_kings(Field field, const Geometry *geometry, const Side *side, int sign,
                            int16_t *scalars) {
    if (!side->kings)
        return;
    int kings = bits_count(side->kings);
    Bitboard64 reach = king_reach(field, side);
    Bitboard64 taken = taken_by_men(field, side);
    int safe = bits_count(reach & ~taken);
    Bitboard64 diagonal = long_diagonal(field);
    bool on_diagonal = (side->kings & diagonal) != 0;
    scalars[SCALAR_KING_FIRST] += (int16_t)sign;
    scalars[SCALAR_KING_SECOND] += (int16_t)(sign * (kings > 1));
    scalars[SCALAR_KING_MORE] += (int16_t)(sign * (kings > 2 ? kings - 2 : 0));
    scalars[SCALAR_KING_SAFE] += (int16_t)(sign * safe);
    scalars[SCALAR_KING_DENIED] += (int16_t)(sign * bits_count(reach & taken));
    scalars[SCALAR_KING_TRAPPED] += (int16_t)(sign * (safe == 0));
    scalars[SCALAR_KING_DIAGONAL] += (int16_t)(sign * on_diagonal);
    scalars[SCALAR_KING_RULE] += (int16_t)(sign * (on_diagonal && !(side->enemies & diagonal)));
    for (Bitboard64 rest = side->kings; rest; rest = bits_rest(rest)) {
        int square = own_square(geometry, side->color, bits_first(rest));
        scalars[SCALAR_KING_SQUARE + square - 1] += (int16_t)sign;
    }
}

EVAL_INLINE void read_turn(Field field, const Board *board, Color turn, int16_t *scalars) {
    Bitboard64 system = 0;
    for (int i = turn == COLOR_WHITE ? 0 : 1; i < field.width; i += 2)
        system |= column(field, i);
    scalars[SCALAR_TURN] = 1;
    scalars[SCALAR_OPPOSITION] = (int16_t)(bits_count(board_occupied(board) & system) % 2);
}

EVAL_INLINE void read_phase(int start_men, const Board *board, EvalFeatures *features) {
    int men = bits_count(board->men[COLOR_WHITE]) + bits_count(board->men[COLOR_BLACK]);
    if (men > start_men)
        men = start_men;
    int way = (start_men - men) * (EVAL_KNOTS - 1) * EVAL_FRACTION_ONE / start_men;
    features->knot = way / EVAL_FRACTION_ONE;
    if (features->knot > EVAL_KNOTS - 2)
        features->knot = EVAL_KNOTS - 2;
    features->fraction = way - features->knot * EVAL_FRACTION_ONE;
}

EVAL_INLINE void read_features(Field field, const Rules *rules, const Board *board, Color turn,
                               EvalFeatures *features) {
    Color other = color_other(turn);
    int tables = field.width / 2 - 1;
    for (int i = 0; i < EVAL_TABLES_MAX; i++)
        features->own[i] = features->enemy[i] = 0;
    for (int i = 0; i < field_band_count(field); i++) {
        int row = field_band_row(field, i);
        read_patterns(field, board, turn, row, features->own + i * tables);
        read_patterns(field, board, other, row, features->enemy + i * tables);
    }
    Side own = side_of(field, board, turn), enemy = side_of(field, board, other);
    int16_t *scalars = features->scalars;
    features->divisor[0] = features->divisor[1] = 1;
    bool kings = own.kings | enemy.kings;
    features->scalars_used = kings ? SCALAR_COUNT : SCALARS_NO_KING;
    for (int i = 0; i < SCALARS_NO_KING; i++)
        scalars[i] = 0;
    read_men(field, &own, 1, scalars);
    read_men(field, &enemy, -1, scalars);
    read_turn(field, board, turn, scalars);
    if (kings) {
        for (int i = SCALARS_NO_KING; i < SCALAR_COUNT; i++)
            scalars[i] = 0;
        read_kings(field, rules_geometry(rules), &own, 1, scalars);
        read_kings(field, rules_geometry(rules), &enemy, -1, scalars);
        features->divisor[0] = drawish_divisor(rules, board, turn);
        features->divisor[1] = drawish_divisor(rules, board, other);
    }
    read_phase(rules_men_count(rules), board, features);
}

EVAL_INLINE void read_board(Field field, const Rules *rules, const Board *board, Color turn,
                            EvalFeatures *features) {
    if (turn == COLOR_WHITE)
        read_features(field, rules, board, COLOR_WHITE, features);
    else
        read_features(field, rules, board, COLOR_BLACK, features);
}

/* Picks the instance for the board and the side to move, so that masks and steps are constants. */
EVAL_INLINE void read_any(const Rules *rules, const Board *board, Color turn,
                          EvalFeatures *features) {
    features->knot = features->fraction = features->scalars_used = 0; /* should no case fit */
    features->divisor[0] = features->divisor[1] = 1;
    switch (rules->geometry) {
    case GEOMETRY_10X10:
        read_board(field_of(10, 10, false, rules), rules, board, turn, features);
        break;
    case GEOMETRY_8X8:
    case GEOMETRY_8X8_MIRRORED:
        read_board(field_of(8, 8, false, rules), rules, board, turn, features);
        break;
    case GEOMETRY_8X8_FULL:
        read_board(field_of(8, 8, true, rules), rules, board, turn, features);
        break;
    case GEOMETRY_12X12: /* eval_layout_exists denies it */
    case GEOMETRY_COUNT:
        break;
    }
}

#endif
