/* SPDX-License-Identifier: MIT
 *
 * A book as a file: sorted positions in compressed blocks, read where they lie. README.md describes
 * the format. A Book is never changed, so any number of threads may read it at once. */
#ifndef HUFF_BOOK_BOOK_H
#define HUFF_BOOK_BOOK_H

#include "book/set.h"

typedef struct Book Book;

/* Maps the book file at `path`. Refused with the reason, nothing opened: STATUS_IO (cannot be
 * read), STATUS_SYNTAX (not a book, another version of the format, cut off, damaged: the checksum
 * of all bytes is looked at), STATUS_STATE (a book of another variant than `rules`),
 * STATUS_NO_MEMORY. A file that another program shortens while it is open ends the process;
 * file_replace, which writes books, never does that. */
Status book_open(const char *path, const Rules *rules, Book **ret_book, Error *error);

/* The same from bytes in memory, which must outlive the book. `name` stands in messages. */
Status book_open_bytes(const unsigned char *bytes, size_t length, const char *name,
                       const Rules *rules, Book **ret_book, Error *error);

/* The book of a variant that is part of the program. `*ret_book` is NULL when the variant has none.
 * STATUS_NO_MEMORY. */
Status book_open_embedded(const Rules *rules, Book **ret_book, Error *error);

/* Unmaps and frees. NULL is allowed. */
void book_close(Book *book);

const Rules *book_get_rules(const Book *book);
/* Number of entries. */
int book_get_count(const Book *book);
/* Bytes of the file. */
size_t book_get_size(const Book *book);
/* Where it comes from; valid as long as the book. */
const char *book_get_recipe(const Book *book);

/* Looks a position up, turned if need be. 1 and the entry when it is there, 0 when not;
 * STATUS_SYNTAX when the block is damaged in spite of its checksum, STATUS_NO_MEMORY. Any thread.
 */
int book_find(const Book *book, const Position *position, BookEntry *ret_entry, Error *error);

/* Adds all entries to an empty set of the same variant, in the order of the file, and its recipe.
 * STATUS_SYNTAX, STATUS_NO_MEMORY; the set then holds a part. */
Status book_load(const Book *book, BookSet *set, Error *error);

/* Writes the set as a book file, aside and renamed; sorts it first. Equal sets give equal files.
 * STATUS_RANGE: an entry with a score, depth or evidence out of range; STATUS_ILLEGAL: one with a
 * board the variant does not allow; STATUS_IO, STATUS_STATE (see file_replace), STATUS_NO_MEMORY.
 */
Status book_save(BookSet *set, const char *path, Error *error);

/* The same into memory, which the caller frees. */
Status book_encode(BookSet *set, unsigned char **ret_bytes, size_t *ret_length, Error *error);

#endif
