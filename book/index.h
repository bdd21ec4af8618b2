/* SPDX-License-Identifier: MIT
 *
 * Numbers boards in the order in which they are added, and finds a board's number. */
#ifndef HUFF_BOOK_INDEX_H
#define HUFF_BOOK_INDEX_H

#include "engine/board/position.h"

/* A zeroed BookIndex is an empty one. It belongs to one thread at a time. */
typedef struct {
    Board *boards; /* `count` of them */
    int count;
    int capacity;
    uint32_t *slots; /* number + 1, 0: free; more than twice as many as boards */
    size_t slot_count;
} BookIndex;

enum {
    BOOK_INDEX_MAX = 1 << 28 /* boards */
};

/* The number of a board, -1 when it was not added. */
int book_index_find(const BookIndex *index, const Board *board);

/* Adds a board, which must not be there yet, and returns its number; STATUS_NO_MEMORY when there is
 * no memory or no number left. The index is unchanged then. */
int book_index_add(BookIndex *index, const Board *board, Error *error);

/* Frees the memory; the index is empty then. */
void book_index_done(BookIndex *index);

#endif
