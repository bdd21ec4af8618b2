/* SPDX-License-Identifier: MIT
 *
 * What a book knows about one position. A position and the one turned by 180 degrees with the
 * colours swapped are the same to a book: it keeps the one with White to move. The counts of a
 * Position (quiet plies, counted endings) are not part of an entry: they are those of a game that
 * has just begun there. */
#ifndef HUFF_BOOK_ENTRY_H
#define HUFF_BOOK_ENTRY_H

#include "engine/board/position.h"

enum {
    BOOK_SCORE_MAX = 10000, /* centimen; the bands are those of engine/eval/score.h */
    BOOK_DEPTH_MAX = 120,   /* plies */
    BOOK_PROVEN_MIN = 9001, /* scores beyond this count plies to the end of the game */
};

/* Where a score comes from. */
typedef enum {
    BOOK_UNKNOWN,  /* there is none: the position only occurred in games */
    BOOK_SEARCHED, /* a search of the position itself */
    BOOK_BACKED,   /* the best of all its moves, each of which leads to an entry with a score */
    BOOK_EVIDENCE_COUNT,
} BookEvidence;

/* Games that went through a position, by their result for its side to move. */
typedef struct {
    uint32_t wins, draws, losses;
} BookCounts;

typedef struct {
    Board board; /* White is to move */
    int score;   /* centimen, White's view, -BOOK_SCORE_MAX..BOOK_SCORE_MAX; 0 with BOOK_UNKNOWN */
    int depth;   /* plies of the search of this position, 0..BOOK_DEPTH_MAX; 0 if there was none */
    BookEvidence evidence;
    BookCounts counts;
} BookEntry;

/* The board of `position` as a book keeps it: turned if Black is to move. */
Board book_normalise(const Position *position);

/* The position of an entry's board, White to move, all counts 0. STATUS_ILLEGAL: what
 * position_init_board refuses. */
Status book_place(const Rules *rules, const Board *board, Position *ret_position, Error *error);

/* Order of entries in a file: cell by cell, that is square by square from 1, on boards that are
 * kept as their mirror image each row from its right end; at the first that differs, empty before
 * White's man, Black's man, White's king, Black's king. Less than, equal to or greater than 0. */
int book_compare(const Board *a, const Board *b);

/* The score of a position in which the side to move has no move, for that side: it has lost, or won
 * where the law says so. */
int book_end_score(const Rules *rules);

/* The score of a move that leads to a position with score `score` for the side to move there. */
int book_score_before(int score);

/* All games of the counts together, at most UINT32_MAX. */
uint32_t book_count_games(const BookCounts *counts);

/* Adds `more` to `counts`; sums stop at UINT32_MAX. */
void book_add_counts(BookCounts *counts, const BookCounts *more);

#endif
