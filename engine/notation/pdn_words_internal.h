/* SPDX-License-Identifier: MIT
 *
 * Private to engine/notation: the pieces that PDN text is written of. A lack of memory is
 * remembered in the buffer. */
#ifndef HUFF_ENGINE_NOTATION_PDN_WORDS_INTERNAL_H
#define HUFF_ENGINE_NOTATION_PDN_WORDS_INTERNAL_H

#include "engine/base/text_buffer.h"

/* Words in lines of at most PDN_COLUMNS_MAX bytes; zeroed but for the buffer at the start. */
typedef struct {
    TextBuffer *buffer;
    size_t column;
} WordWriter;

/* Adds a word, on a new line when the current one has no room for it. */
void words_append(WordWriter *writer, const char *word);

/* Adds a comment in braces; braces in it become round brackets and control characters blanks. */
void words_append_comment(WordWriter *writer, const char *text, size_t length);

/* Adds [Name "value"] and a line end; quotes and backslashes are escaped, control characters become
 * blanks. */
void words_append_tag(TextBuffer *buffer, const char *name, const char *value);

#endif
