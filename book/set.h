/* SPDX-License-Identifier: MIT
 *
 * A book in memory that can be changed: what builds, imports and merges put together before it is
 * written as a file or as text. */
#ifndef HUFF_BOOK_SET_H
#define HUFF_BOOK_SET_H

#include "book/entry.h"
#include "book/index.h"
#include "engine/board/movegen.h"

enum {
    BOOK_RECIPE_MAX = 400 /* bytes, without the NUL */
};

/* Where a book comes from, one line of printable ASCII for people. */
typedef struct {
    char text[BOOK_RECIPE_MAX + 1];
} BookRecipe;

/* It belongs to one thread at a time. */
typedef struct {
    const Rules *rules;
    BookRecipe recipe;
    BookEntry *entries; /* `index.count` of them, in the order in which they were added */
    int capacity;
    BookIndex index;
} BookSet;

/* An empty book of a variant. */
void book_set_init(BookSet *set, const Rules *rules);
/* Frees the memory; a zeroed set is allowed. */
void book_set_done(BookSet *set);

int book_set_count(const BookSet *set);

/* The entry of a board with White to move, NULL when there is none. Valid until one is added. */
BookEntry *book_set_find(const BookSet *set, const Board *board);

/* Adds an entry whose board is not there yet. STATUS_NO_MEMORY; the set is unchanged then. */
Status book_set_add(BookSet *set, const BookEntry *entry, Error *error);

/* Brings in what another source says of a position: counts are added up; of the scores the one
 * backed up by searches of all moves wins, then the one of the deeper search, then the one that was
 * there. STATUS_NO_MEMORY. */
Status book_set_merge(BookSet *set, const BookEntry *entry, Error *error);

/* Works every backed-up score out anew. A position is backed up when it has no king, moves to play,
 * none of them one that could be taken back (so that no line of play leads in a circle), and all
 * of them lead to entries with a score; its score is then the best of its moves. Entries that were
 * backed up and no longer can be keep their score as one searched to their depth. STATUS_NO_MEMORY;
 * the set is unchanged then. */
Status book_set_back_up(BookSet *set, Error *error);

/* Sorts the entries as book_compare orders them. STATUS_NO_MEMORY; the set is unchanged then. */
Status book_set_sort(BookSet *set, Error *error);

/* Writes one line as recipe: bytes that are not printable ASCII become '?', the rest is cut. */
void book_set_describe(BookSet *set, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Whether play from this position, White to move, cannot come back to it: it has no king and every
 * legal move is a capture or a man's move to another row. `list` receives the legal moves. */
bool book_goes_forward(const Position *position, MoveList *ret_list);

#endif
