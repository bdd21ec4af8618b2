/* SPDX-License-Identifier: MIT
 *
 * Text that grows as it is written. A failed allocation is remembered, so that a writer of many
 * small pieces asks once, at the end, whether everything is there. */
#ifndef HUFF_ENGINE_BASE_TEXT_BUFFER_H
#define HUFF_ENGINE_BASE_TEXT_BUFFER_H

#include "engine/base/status.h"

#include <stdbool.h>
#include <stddef.h>

/* A zeroed TextBuffer is an empty one. It belongs to one thread at a time. */
typedef struct {
    char *text;    /* `length` bytes and a NUL behind them, or NULL as long as nothing was added;
                      moves when the buffer grows */
    size_t length; /* bytes */
    size_t capacity;
    bool failed; /* an allocation failed; from then on nothing was added */
} TextBuffer;

/* Adds `length` bytes, which may hold NULs. */
void text_buffer_append(TextBuffer *buffer, const char *bytes, size_t length);

/* Adds formatted text. */
void text_buffer_printf(TextBuffer *buffer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The text so far, "" when there is none. Valid until the next call that changes the buffer. */
const char *text_buffer_get(const TextBuffer *buffer);

/* STATUS_OK when all that was added is there, else STATUS_NO_MEMORY. */
Status text_buffer_get_status(const TextBuffer *buffer, Error *error);

/* Empties the buffer, forgets a failure and keeps the memory. */
void text_buffer_clear(TextBuffer *buffer);

/* Frees the memory; the buffer is empty then. */
void text_buffer_done(TextBuffer *buffer);

#endif
