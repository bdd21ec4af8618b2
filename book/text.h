/* SPDX-License-Identifier: MIT
 *
 * The text form of a book: a line a position, to be read and edited by people. README.md has the
 * grammar. */
#ifndef HUFF_BOOK_TEXT_H
#define HUFF_BOOK_TEXT_H

#include "book/set.h"
#include "engine/base/text_buffer.h"

/* Reads a whole text and merges its positions into the set (book_set_merge), whose variant must be
 * the text's; the recipe is the text's if it has one. STATUS_SYNTAX, STATUS_RANGE, STATUS_ILLEGAL
 * (what fen_read refuses, or a position that stands there twice), STATUS_STATE (a book of another
 * variant), STATUS_NO_MEMORY; the message names the line, the set then holds a part. */
Status book_text_read(BookSet *set, const char *text, size_t length, Error *error);

/* Writes the set in its order. STATUS_NO_MEMORY; STATUS_ILLEGAL for an entry whose board the
 * variant does not allow. The buffer then holds a part. */
Status book_text_write(const BookSet *set, TextBuffer *buffer, Error *error);

/* "unknown", "searched", "backed". Constant. */
const char *book_text_evidence(BookEvidence evidence);

#endif
