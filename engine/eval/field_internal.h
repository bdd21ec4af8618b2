/* SPDX-License-Identifier: MIT
 *
 * Sets of cells of a board of constant size: rows, columns, steps, and what kings reach. All is
 * inlined with the board's size as a constant, so that masks and steps are constants too. On a
 * board played on all its squares everything goes along rows and columns, elsewhere along
 * diagonals. */
#ifndef HUFF_ENGINE_EVAL_FIELD_INTERNAL_H
#define HUFF_ENGINE_EVAL_FIELD_INTERNAL_H

#include "engine/board/position.h"
#include "engine/eval/layout.h"

#define EVAL_INLINE static inline __attribute__((always_inline))

/* A board and what its game says of kings: the board's size is a constant where the functions below
 * are used. */
typedef struct {
    int width, height;
    bool all_squares;
    bool kings_fly;
    bool straight_captures; /* men take along rows and columns too, on a board of diagonals */
    bool kings_spared;      /* men may not take kings */
} Field;

EVAL_INLINE Field field_of(int width, int height, bool all_squares, const Rules *rules) {
    return (Field){
        .width = width,
        .height = height,
        .all_squares = all_squares,
        .kings_fly = rules->kings_fly,
        .straight_captures = !all_squares && (rules->men_capture & DIRECTIONS_STRAIGHT) != 0,
        .kings_spared = rules->men_spare_kings,
    };
}

/* The pieces as the side `color` sees them; `empty` and `board` are whole-board sets. */
typedef struct {
    Color color;
    Bitboard64 men, kings, enemy_men, enemies;
    Bitboard64 empty, board;
} Side;

/* Where the patterns lie (layout.h): squares of a lane in one row, bands, and the first row of
 * each. On a board of all squares men never stand on the two outermost rows: their home row is
 * empty at the start. */
EVAL_INLINE int field_lane_columns(Field field) {
    return field.all_squares ? 2 : 1;
}
EVAL_INLINE int field_band_count(Field field) {
    return field.all_squares ? 2 : 1;
}
EVAL_INLINE int field_band_row(Field field, int band) {
    return field.all_squares ? 1 + 2 * band : 0;
}

/* Cells of a row, 0 at the top. */
EVAL_INLINE Bitboard64 field_row(Field field, int row) {
    if (field.all_squares)
        return (((Bitboard64)1 << field.width) - 1) << row * field.width;
    return (Bitboard64)geometry_row_mask(field.width, row);
}

EVAL_INLINE Bitboard64 field_board(Field field) {
    Bitboard64 all = 0;
    for (int row = 0; row < field.height; row++)
        all |= field_row(field, row);
    return all;
}

/* Cells of the row `row` steps from the own side. */
EVAL_INLINE Bitboard64 own_row(Field field, Color color, int row) {
    return field_row(field, color == COLOR_WHITE ? field.height - 1 - row : row);
}

/* Cells of a column, 0 at the left: on a board of diagonals one in every pair of rows. */
EVAL_INLINE Bitboard64 column(Field field, int index) {
    Bitboard64 cells = 0;
    if (field.all_squares) {
        for (int row = 0; row < field.height; row++)
            cells |= (Bitboard64)1 << (row * field.width + index);
        return cells;
    }
    for (int row = 0; row < field.height; row += 2)
        cells |= bits_of_cell64(geometry_row_cell(field.width, row));
    int row = index % 2 == 1 ? 0 : 1;
    return cells << (geometry_row_cell(field.width, row) + index / 2);
}

/* Cells of the left half of the board. */
EVAL_INLINE Bitboard64 left_half(Field field) {
    Bitboard64 half = 0;
    for (int i = 0; i < field.width / 2; i++)
        half |= column(field, i);
    return half;
}

/* All bits one step on; ghosts are to be masked off by the caller. */
EVAL_INLINE Bitboard64 step(Field field, Direction direction, Bitboard64 bits) {
    if (!field.all_squares)
        return bits_shift64(bits, geometry_step(field.width, direction));
    switch (direction) {
    case DIRECTION_LEFT:
        return bits >> 1 & ~column(field, field.width - 1);
    case DIRECTION_RIGHT:
        return bits << 1 & ~column(field, 0);
    case DIRECTION_UP:
        return bits >> field.width;
    case DIRECTION_DOWN:
        return bits << field.width;
    default:
        return 0; /* nobody moves so there */
    }
}

/* The two directions forward of a side, as it sees them. */
EVAL_INLINE Direction forward_left(Color color) {
    return color == COLOR_WHITE ? DIRECTION_UP_LEFT : DIRECTION_DOWN_RIGHT;
}
EVAL_INLINE Direction forward_right(Color color) {
    return color == COLOR_WHITE ? DIRECTION_UP_RIGHT : DIRECTION_DOWN_LEFT;
}
EVAL_INLINE Direction opposite(Direction direction) {
    return (Direction)(direction ^ 2);
}

/* The directions in which men move, and those in which kings do. */
EVAL_INLINE DirectionSet field_men_move(Field field) {
    return field.all_squares ? DIRECTIONS_STRAIGHT_FORWARD : DIRECTIONS_DIAGONAL_FORWARD;
}
EVAL_INLINE DirectionSet field_kings_move(Field field) {
    return field.all_squares ? DIRECTIONS_STRAIGHT : DIRECTIONS_DIAGONAL;
}

/* Squares the men of `side` could step to, a square counted for each man; `*ret_able` are the men
 * that can step at all. */
EVAL_INLINE int count_men_steps(Field field, const Side *side, Bitboard64 *ret_able) {
    int steps = 0;
    *ret_able = 0;
    BOARD_UNROLL
    for (int d = 0; d < DIRECTION_ALL; d++) {
        Direction direction = (Direction)d;
        if (!rules_allows(field_men_move(field), side->color, direction))
            continue;
        Bitboard64 able = side->men & step(field, opposite(direction), side->empty);
        steps += bits_count(able);
        *ret_able |= able;
    }
    return steps;
}

/* What enemy pieces that have `shadow` in their reach can meet one row farther back, seen from
 * `color`, on whose way they lie. */
EVAL_INLINE Bitboard64 shadow_behind(Field field, Color color, Bitboard64 shadow) {
    if (!field.all_squares)
        return step(field, opposite(forward_left(color)), shadow) |
               step(field, opposite(forward_right(color)), shadow);
    Bitboard64 back = step(field, color == COLOR_WHITE ? DIRECTION_DOWN : DIRECTION_UP, shadow);
    return back | step(field, DIRECTION_LEFT, back) | step(field, DIRECTION_RIGHT, back);
}

/* Cells on which an enemy man could take a king, were it to stand there. On diagonals men count as
 * taking backward too, also where they do not. */
EVAL_INLINE Bitboard64 taken_by_men(Field field, const Side *side) {
    Bitboard64 taken = 0;
    if (field.kings_spared)
        return taken;
    BOARD_UNROLL
    for (int d = 0; d < DIRECTION_ALL; d++) {
        Direction direction = (Direction)d;
        bool straight = d >= DIRECTION_COUNT;
        if (field.all_squares
                ? !rules_allows(DIRECTIONS_STRAIGHT_FORWARD, color_other(side->color), direction)
                : straight && !field.straight_captures)
            continue;
        taken |=
            step(field, direction, side->enemy_men) & step(field, opposite(direction), side->empty);
    }
    return taken;
}

/* Cells the kings can reach by one quiet move. */
EVAL_INLINE Bitboard64 king_reach(Field field, const Side *side) {
    Bitboard64 reach = 0;
    BOARD_UNROLL
    for (int d = 0; d < DIRECTION_ALL; d++) {
        if (!(field_kings_move(field) >> d & 1))
            continue;
        Bitboard64 ray = step(field, (Direction)d, side->kings) & side->empty;
        reach |= ray;
        while (field.kings_fly && ray) {
            ray = step(field, (Direction)d, ray) & side->empty;
            reach |= ray;
        }
    }
    return reach;
}

#endif
