/* SPDX-License-Identifier: MIT
 *
 * Shared by the tests of book/: positions as text, and a small book whose content is known. */
#ifndef HUFF_TESTS_UNIT_BOOK_FIXTURE_H
#define HUFF_TESTS_UNIT_BOOK_FIXTURE_H

#include "book/book.h"
#include "tests/unit/suite.h"

/* The position of a FEN. */
Position unit_read_position(VariantId variant, const char *fen);

/* The position after these moves (blanks between) from the start. */
Position unit_play(VariantId variant, const char *moves);

/* An entry of the position after these moves. */
BookEntry unit_entry(VariantId variant, const char *moves, BookEvidence evidence, int score,
                     int depth);

/* Fills a set with all positions up to `plies` after the start, those at the end with scores drawn
 * by `seed`, the others backed up. */
void unit_fill_set(BookSet *set, VariantId variant, int plies, uint64_t seed);

/* Writes a file named by the test in a new folder; returns the path, which unit_remove_files
 * removes with all others. At most 16 at a time. */
const char *unit_new_path(void);
void unit_remove_files(void);

/* The bytes of a file, which the caller frees. */
unsigned char *unit_read_file(const char *path, size_t *ret_length);
void unit_write_file(const char *path, const void *bytes, size_t length);

/* Fails the test with the error's text unless `status` is not negative. */
void unit_check(int status, const Error *error);

#endif
