/* SPDX-License-Identifier: MIT
 *
 * Boards as bits. A *square* is a number 1..N as printed in books (1 at the top left with White
 * below); a *cell* is the bit that stands for it in a Bitboard. Between the rows of cells lie ghost
 * cells that are never set, so that a step along a diagonal is one shift by a constant and a step
 * over the edge lands on a ghost or falls off the word.
 *
 * For a board w squares wide (w/2 of them playable in a row) an upper row of a pair takes
 * w/2 + 1 bits and a lower row w/2 + 2. The second ghost of the lower row keeps horizontal and
 * vertical steps constant too (Frisian draughts captures along them). */
#ifndef HUFF_ENGINE_BOARD_GEOMETRY_H
#define HUFF_ENGINE_BOARD_GEOMETRY_H

#include <stdint.h>

typedef uint64_t Bitboard;

typedef enum {
    GEOMETRY_10X10,
    GEOMETRY_8X8,
    GEOMETRY_COUNT,
} GeometryId;

/* Directions in clockwise order, seen with square 1 at the top left; the opposite of d is d ^ 2. */
typedef enum {
    DIRECTION_DOWN_LEFT,
    DIRECTION_UP_LEFT,
    DIRECTION_UP_RIGHT,
    DIRECTION_DOWN_RIGHT,
    DIRECTION_COUNT,
} Direction;

enum {
    CELL_COUNT = 64, /* bits of a Bitboard, ghosts included */
    SQUARE_COUNT_MAX = 50,
    BOARD_SIDE_MAX = 10, /* rows or columns */
};

typedef struct {
    uint8_t width, height; /* columns and rows, playable or not */
    uint8_t square_count;
    uint8_t cell_of_square[SQUARE_COUNT_MAX + 1]; /* index 1..square_count; [0] unused */
    uint8_t square_of_cell[CELL_COUNT];           /* 0 for a ghost */
    Bitboard rays[DIRECTION_COUNT][CELL_COUNT];   /* all cells beyond a cell, up to the edge */
} Geometry;

/* Made at build time by make_tables.c; constant, shared by all threads. */
extern const Geometry geometry_table[GEOMETRY_COUNT];

/* Bit distance of one step in a direction (negative towards cell 0), as constant expressions of the
 * board's width. */
static inline int geometry_step(int width, Direction direction) {
    int left = width / 2 + 1;
    switch (direction) {
    case DIRECTION_DOWN_LEFT:
        return left;
    case DIRECTION_DOWN_RIGHT:
        return left + 1;
    case DIRECTION_UP_RIGHT:
        return -left;
    default:
        return -left - 1;
    }
}

/* Cell of the first (leftmost playable) square of row `row`, 0 at the top. */
static inline int geometry_row_cell(int width, int row) {
    return row / 2 * (width + 3) + row % 2 * (width / 2 + 1);
}

/* Cells of row `row`, 0 at the top, as a Bitboard. */
static inline Bitboard geometry_row_mask(int width, int row) {
    return (((Bitboard)1 << width / 2) - 1) << geometry_row_cell(width, row);
}

/* Row of a square, 0 at the top, and its column, 0 at the left. */
static inline int geometry_square_row(const Geometry *geometry, int square) {
    return (square - 1) / (geometry->width / 2);
}
static inline int geometry_square_column(const Geometry *geometry, int square) {
    int row = geometry_square_row(geometry, square);
    return (square - 1) % (geometry->width / 2) * 2 + (row % 2 == 0);
}

/* The Bitboard of one square, 1..square_count. */
static inline Bitboard geometry_square_bit(const Geometry *geometry, int square) {
    return (Bitboard)1 << geometry->cell_of_square[square];
}

#endif
