/* SPDX-License-Identifier: MIT
 *
 * Boards as bits. A *square* is a number 1..N as printed in books (1 at the top left with White
 * below); a *cell* is the bit that stands for it in a Bitboard. Between the rows of cells lie ghost
 * cells that are never set, so that a step along a diagonal is one shift by a constant and a step
 * over the edge lands on a ghost or falls off the word.
 *
 * For a board w squares wide (w/2 of them playable in a row) an upper row of a pair takes
 * w/2 + 1 bits and a lower row w/2 + 2. The second ghost of the lower row keeps horizontal and
 * vertical steps constant too (Frisian draughts captures along them).
 *
 * A board whose light corner is where others have the dark one is kept as its mirror image: no law
 * knows left from right, so only the numbers of the squares differ. A board that is played on all
 * its squares has a bit for each and no ghosts; steps along a row are masked there instead.
 *
 * 64 bits hold every board but that of 12x12 squares, which takes 88. A Bitboard holds them all;
 * code that must be fast and is only for boards of 64 bits, or is made once for each of the two
 * widths, computes with a Bitboard64. */
#ifndef HUFF_ENGINE_BOARD_GEOMETRY_H
#define HUFF_ENGINE_BOARD_GEOMETRY_H

#include <stdbool.h>
#include <stdint.h>

/* For what must fold to constants in code specialised to one board, however much of it there is. */
#define BOARD_INLINE static inline __attribute__((always_inline))

/* Before a loop over directions that must be unrolled, so that each round becomes one constant
 * shift or nothing. */
#ifdef __clang__
#define BOARD_UNROLL _Pragma("unroll")
#else
#define BOARD_UNROLL _Pragma("GCC unroll 8")
#endif

/* A set of cells of any board, and of one whose cells are all below NARROW_CELL_COUNT. */
__extension__ typedef unsigned __int128 Bitboard;
typedef uint64_t Bitboard64;

typedef enum {
    GEOMETRY_10X10,
    GEOMETRY_8X8,
    GEOMETRY_8X8_MIRRORED, /* the corner at the top left is playable */
    GEOMETRY_8X8_FULL,     /* all 64 squares are */
    GEOMETRY_12X12,
    GEOMETRY_COUNT,
} GeometryId;

/* Directions in clockwise order, seen with square 1 at the top left: the diagonals, then those
 * along rows and columns. The opposite of d is d ^ 2. */
typedef enum {
    DIRECTION_DOWN_LEFT,
    DIRECTION_UP_LEFT,
    DIRECTION_UP_RIGHT,
    DIRECTION_DOWN_RIGHT,
    DIRECTION_COUNT, /* of diagonals */
    DIRECTION_LEFT = DIRECTION_COUNT,
    DIRECTION_UP,
    DIRECTION_RIGHT,
    DIRECTION_DOWN,
    DIRECTION_ALL, /* how many there are */
} Direction;

/* A set of directions, bit `1 << d` for each, as White sees them; Black's are those upside down. */
typedef uint8_t DirectionSet;

enum {
    DIRECTIONS_DIAGONAL_FORWARD = 1 << DIRECTION_UP_LEFT | 1 << DIRECTION_UP_RIGHT,
    DIRECTIONS_DIAGONAL = 0x0f,
    DIRECTIONS_STRAIGHT_FORWARD =
        1 << DIRECTION_LEFT | 1 << DIRECTION_UP | 1 << DIRECTION_RIGHT, /* and sideways */
    DIRECTIONS_STRAIGHT = 0xf0,
    DIRECTIONS_ALL = 0xff,
};

enum {
    CELL_COUNT = 88, /* of the largest board, ghosts included */
    NARROW_CELL_COUNT = 64,
    SQUARE_COUNT_MAX = 72,
    BOARD_SIDE_MAX = 12, /* rows or columns */
};

typedef struct {
    uint8_t width, height; /* columns and rows, playable or not */
    uint8_t square_count;
    uint8_t row_squares; /* playable squares in a row */
    bool mirrored;
    uint8_t cell_of_square[SQUARE_COUNT_MAX + 1]; /* index 1..square_count; [0] unused */
    uint8_t square_of_cell[CELL_COUNT];           /* 0 for a ghost */
    /* All cells beyond a cell, up to the edge: those below NARROW_CELL_COUNT, and those above. */
    Bitboard64 rays[DIRECTION_ALL][CELL_COUNT];
    uint32_t high_rays[DIRECTION_ALL][CELL_COUNT];
} Geometry;

/* Made at build time by make_tables.c; constant, shared by all threads. */
extern const Geometry geometry_table[GEOMETRY_COUNT];

/* Bit distance of one step in a direction (negative towards cell 0), as constant expressions of the
 * board's width. Along rows and columns a step goes to the next square of the same shade. */
BOARD_INLINE int geometry_step(int width, Direction direction) {
    int left = width / 2 + 1;
    switch (direction) {
    case DIRECTION_DOWN_LEFT:
        return left;
    case DIRECTION_DOWN_RIGHT:
        return left + 1;
    case DIRECTION_UP_RIGHT:
        return -left;
    case DIRECTION_UP_LEFT:
        return -left - 1;
    case DIRECTION_LEFT:
        return -1;
    case DIRECTION_RIGHT:
        return 1;
    case DIRECTION_UP:
        return -width - 3;
    default:
        return width + 3;
    }
}

/* Cell of the first (leftmost playable) square of row `row`, 0 at the top. */
BOARD_INLINE int geometry_row_cell(int width, int row) {
    return row / 2 * (width + 3) + row % 2 * (width / 2 + 1);
}

/* Cells of row `row`, 0 at the top, as a Bitboard. */
BOARD_INLINE Bitboard geometry_row_mask(int width, int row) {
    return (((Bitboard)1 << width / 2) - 1) << geometry_row_cell(width, row);
}

/* Row of a square, 0 at the top, and its column, 0 at the left. */
static inline int geometry_square_row(const Geometry *geometry, int square) {
    return (square - 1) / geometry->row_squares;
}
static inline int geometry_square_column(const Geometry *geometry, int square) {
    int row = geometry_square_row(geometry, square);
    int place = (square - 1) % geometry->row_squares;
    if (geometry->row_squares == geometry->width)
        return place;
    return place * 2 + ((row % 2 == 0) != geometry->mirrored);
}

/* The square at a row and column, 0 if pieces do not stand there or it is off the board. */
static inline int geometry_square_at(const Geometry *geometry, int row, int column) {
    if (row < 0 || row >= geometry->height || column < 0 || column >= geometry->width)
        return 0;
    int per_row = geometry->row_squares;
    int square = row * per_row + column * per_row / geometry->width + 1;
    return geometry_square_column(geometry, square) == column ? square : 0;
}

/* All cells beyond a cell, up to the edge. */
BOARD_INLINE Bitboard geometry_ray(const Geometry *geometry, Direction direction, int cell) {
    return geometry->rays[direction][cell] | (Bitboard)geometry->high_rays[direction][cell]
                                                 << NARROW_CELL_COUNT;
}

/* The Bitboard of one square, 1..square_count. */
static inline Bitboard geometry_square_bit(const Geometry *geometry, int square) {
    return (Bitboard)1 << geometry->cell_of_square[square];
}

#endif
