/* SPDX-License-Identifier: MIT
 *
 * Numbers the legal placements of a slice without a gap: 0 .. count-1, each exactly one placement.
 * No man stands on its crowning row, no two pieces on one square, the side to move is White.
 *
 * An index is made of a *setting* of the men and, within it, of the kings: index = setting *
 * king_count + own kings' rank * other kings' rank count + other kings' rank. So all placements
 * that differ in kings only lie together. Settings are grouped by the number of own men on the
 * cells that the other side's men cannot hold (its crowning row), because that number decides how
 * many cells are left for the other side's men. All ranks are colexicographic among the cells that
 * are still free, in order of cells. */
#ifndef HUFF_ENDGAME_INDEX_H
#define HUFF_ENDGAME_INDEX_H

#include "endgame/slice.h"

enum {
    INDEX_GROUPS_MAX = SLICE_PIECES_MAX + 1,
    INDEX_CHOOSE_ROWS = SLICE_PIECES_MAX + 1,
    INDEX_CHOOSE_COLUMNS = NARROW_CELL_COUNT + 1,
};

/* [k][n]: ways to choose k of n. Made at build time by make_choose.c. */
extern const uint64_t index_choose_table[INDEX_CHOOSE_ROWS][INDEX_CHOOSE_COLUMNS];

/* One group of settings. */
typedef struct {
    uint64_t first;       /* setting */
    uint64_t middle_ways; /* placements of the own men off the home row */
    uint64_t other_ways;  /* placements of the other side's men */
} IndexGroup;

/* Constant once made; any number of threads may use it. */
typedef struct {
    const Rules *rules;
    Slice slice;
    Bitboard64 board;                        /* all cells */
    Bitboard64 home;                         /* cells open to own men only */
    Bitboard64 middle;                       /* cells open to men of both sides */
    Bitboard64 other_zone;                   /* cells open to the other side's men */
    int group_count;                         /* groups 0 .. group_count-1; some may be empty */
    IndexGroup groups[INDEX_GROUPS_MAX + 1]; /* the last one marks the end */
    uint64_t setting_count;
    uint64_t own_king_count, other_king_count; /* ranks of each side's kings in a setting */
    uint64_t king_count;                       /* their product */
    uint64_t count;                            /* placements */
} SliceIndex;

/* Walks all placements in order. */
typedef struct {
    const SliceIndex *index;
    uint64_t at; /* index of `board` */
    Board board; /* White is to move */
} IndexCursor;

/* Number of ways to choose `k` of `n`, 0 <= n <= 64, 0 <= k <= SLICE_PIECES_MAX; 0 when k > n. */
static inline uint64_t index_choose(int n, int k) {
    return index_choose_table[k][n];
}

/* Rank of `pieces`, a subset of `cells`, among the subsets of its size. */
static inline uint64_t index_rank(Bitboard64 pieces, Bitboard64 cells) {
    uint64_t rank = 0;
    for (int k = 1; pieces; pieces = bits_rest(pieces), k++)
        rank += index_choose(bits_count(cells & ((pieces & -pieces) - 1)), k);
    return rank;
}

/* The subset of `count` of `cells` with that rank, which must exist. */
Bitboard64 index_unrank(uint64_t rank, Bitboard64 cells, int count);

/* The subset of `cells` of the same size with the next rank; that of rank 0 behind the last, with
 * `*ret_wrapped` true. An empty subset is its own next one. */
Bitboard64 index_next(Bitboard64 pieces, Bitboard64 cells, bool *ret_wrapped);

/* STATUS_RANGE when the pieces do not fit on the board or the slice has 2^48 placements or more. */
Status index_init(SliceIndex *index, const Rules *rules, Slice slice, Error *error);

/* The setting of a board's men; the index of a board. The board must be of the slice, White to
 * move. */
uint64_t index_encode_men(const SliceIndex *index, const Board *board);
uint64_t index_encode(const SliceIndex *index, const Board *board);

/* The reverse. Numbers beyond the count are not allowed. index_decode_men leaves kings empty. */
void index_decode_men(const SliceIndex *index, uint64_t setting, Board *ret_board);
void index_decode(const SliceIndex *index, uint64_t number, Board *ret_board);

/* Sets the cursor to a number below the count. */
void index_cursor_init(IndexCursor *cursor, const SliceIndex *index, uint64_t number);
/* Goes to the next placement; behind the last one, to the first. */
void index_cursor_next(IndexCursor *cursor);

#endif
