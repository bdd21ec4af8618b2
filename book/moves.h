/* SPDX-License-Identifier: MIT
 *
 * What a book says about the moves of a position, and the choice of one. */
#ifndef HUFF_BOOK_MOVES_H
#define HUFF_BOOK_MOVES_H

#include "book/book.h"
#include "engine/base/rng.h"

typedef struct {
    Move move;
    bool known;      /* the position it leads to is in the book; else the rest says nothing */
    BookEntry entry; /* of that position, its board as the book keeps it */
    bool has_score;
    int score;         /* centimen, for the side that makes the move */
    BookCounts counts; /* results for the side that makes the move */
} BookMove;

typedef struct {
    bool known; /* the position itself is in the book */
    BookEntry entry;
    int count;                          /* of its legal moves */
    BookMove moves[MOVE_LIST_CAPACITY]; /* those with scores first, the best in front; then by
                                           games; then in order of the generator */
} BookMoves;

/* Looks all moves of a position up. STATUS_SYNTAX, STATUS_NO_MEMORY (see book_find). Any thread. */
Status book_list_moves(const Book *book, const Position *position, BookMoves *ret_moves,
                       Error *error);

/* Whether the book may choose in this position: its moves were all judged (the position is backed
 * up), or there is a move that games went through. */
bool book_can_choose(const BookMoves *moves);

/* Chooses among the moves that are at most `margin` centimen (0..100) worse than the best, each
 * with the weight exp(-30 x the difference in men); with margin 0 the best one, the first of
 * several. Where no move has a score, among those that games went through: with a margin each with
 * its number of games as weight, else the most played one. Moves that `is_dropped` (of moves->count
 * flags, may be NULL) marks are left out. NULL when there is none. */
const BookMove *book_choose(const BookMoves *moves, int margin, const bool *is_dropped, Rng *rng);

/* The play the book expects after `move`: that move and the best of each position that is backed
 * up. Returns the number of moves, 1..capacity. */
int book_find_line(const Book *book, const Position *position, Move move, Move *ret_line,
                   int capacity);

#endif
