/* SPDX-License-Identifier: MIT
 *
 * Learning from a lost game: the book's last position of the game and the next ones have all their
 * moves searched, deeper than the book was, and what comes out is backed up. A line that led to
 * the loss for a reason gets the score it deserves; one that was lost by a later mistake keeps
 * its own. */
#ifndef HUFF_BOOK_BUILD_LEARN_H
#define HUFF_BOOK_BUILD_LEARN_H

#include "book/build_run.h"
#include "book/set.h"

typedef struct {
    BookEffort effort; /* of each position */
    int plies;         /* positions of the game that are gone beyond, 1..BOOK_PLIES_MAX */
} BookLesson;

typedef struct {
    bool in_book;      /* the game's start was in the book; else the rest says nothing */
    int left_at;       /* ply of the last position of the game that the book had a score for */
    int searches;      /* positions searched */
    int before, after; /* score of that last position, centimen, for the side to move there */
} BookLessonReport;

/* Learns from one game. `search` comes from book_search_new with the lesson's effort. STATUS_RANGE
 * for wrong plies; STATUS_NO_MEMORY; STATUS_STATE when the search is busy. */
Status book_learn_game(BookSet *set, const GameRecord *record, const BookLesson *lesson,
                       Search *search, BookLessonReport *ret_report, Error *error);

#endif
