/* SPDX-License-Identifier: MIT
 *
 * Files that are part of the program. make_embedded.c makes the arrays at build time: the books of
 * book/books, each called after its variant, and the ballots of book/ballots. */
#ifndef HUFF_BOOK_EMBEDDED_INTERNAL_H
#define HUFF_BOOK_EMBEDDED_INTERNAL_H

#include <stddef.h>

typedef struct {
    const char *name; /* NULL ends an array */
    const unsigned char *bytes;
    size_t length;
} EmbeddedFile;

extern const EmbeddedFile embedded_books[];
extern const EmbeddedFile embedded_ballots[];

#endif
