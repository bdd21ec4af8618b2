/* SPDX-License-Identifier: MIT
 *
 * Sets of cells of a board of constant size: rows, columns, steps, and what kings reach. All is
 * inlined with the board's size as a constant, so that masks and steps are constants too. */
#ifndef HUFF_ENGINE_EVAL_FIELD_INTERNAL_H
#define HUFF_ENGINE_EVAL_FIELD_INTERNAL_H

#include "engine/board/position.h"

#define EVAL_INLINE static inline __attribute__((always_inline))

/* A board size and the kind of its kings: constants where the functions below are used. */
typedef struct {
    int width, height;
    bool kings_fly;
} Field;

/* The pieces as the side `color` sees them; `empty` and `board` are whole-board sets. */
typedef struct {
    Color color;
    Bitboard64 men, kings, enemy_men, enemies;
    Bitboard64 empty, board;
} Side;

/* Cells of the row `row` steps from the own side. */
EVAL_INLINE Bitboard64 own_row(Field field, Color color, int row) {
    return (Bitboard64)geometry_row_mask(field.width,
                                         color == COLOR_WHITE ? field.height - 1 - row : row);
}

/* Cells of a column, 0 at the left: one in every pair of rows. */
EVAL_INLINE Bitboard64 column(Field field, int index) {
    Bitboard64 pairs = 0;
    for (int row = 0; row < field.height; row += 2)
        pairs |= bits64_of_cell(geometry_row_cell(field.width, row));
    int row = index % 2 == 1 ? 0 : 1;
    return pairs << (geometry_row_cell(field.width, row) + index / 2);
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
    return bits64_shift(bits, geometry_step(field.width, direction));
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

/* Cells on which an enemy man could take a piece, were it to stand there. */
EVAL_INLINE Bitboard64 taken_by_men(Field field, const Side *side) {
    Bitboard64 taken = 0;
    for (int d = 0; d < DIRECTION_COUNT; d++) {
        Direction direction = (Direction)d;
        taken |=
            step(field, direction, side->enemy_men) & step(field, opposite(direction), side->empty);
    }
    return taken;
}

/* Cells the kings can reach by one quiet move. */
EVAL_INLINE Bitboard64 king_reach(Field field, const Side *side) {
    Bitboard64 reach = 0;
    for (int d = 0; d < DIRECTION_COUNT; d++) {
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
