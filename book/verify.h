/* SPDX-License-Identifier: MIT
 *
 * Whether what a book says can be true. */
#ifndef HUFF_BOOK_VERIFY_H
#define HUFF_BOOK_VERIFY_H

#include "book/book.h"

/* Reads every entry and looks for faults: a board the variant does not allow, or out of order; an
 * entry that a look-up of its position does not find; a score backed up from moves that are not all
 * there or whose best is another; a position without a move that is not lost. Each is told to
 * `on_fault` (may be NULL) in one line that begins with the position. Returns their number;
 * STATUS_SYNTAX, STATUS_NO_MEMORY when the book cannot be read. */
int book_verify(const Book *book, void (*on_fault)(void *context, const char *text), void *context,
                Error *error);

#endif
