/* SPDX-License-Identifier: MIT */
#include "engine/base/text_buffer.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    CAPACITY_FIRST = 256, /* bytes */
};

/* Makes room for `more` bytes and a NUL; false, with the failure noted, when there is none. */
static bool reserve(TextBuffer *buffer, size_t more) {
    if (buffer->failed)
        return false;
    if (more < buffer->capacity - buffer->length)
        return true;
    size_t capacity = buffer->capacity ? buffer->capacity : CAPACITY_FIRST;
    while (capacity - buffer->length <= more && capacity <= SIZE_MAX / 2)
        capacity *= 2;
    char *text = capacity - buffer->length > more ? realloc(buffer->text, capacity) : NULL;
    if (!text) {
        buffer->failed = true;
        return false;
    }
    buffer->text = text;
    buffer->capacity = capacity;
    return true;
}

void text_buffer_append(TextBuffer *buffer, const char *bytes, size_t length) {
    if (!reserve(buffer, length))
        return;
    if (length > 0)
        memcpy(buffer->text + buffer->length, bytes, length);
    buffer->length += length;
    buffer->text[buffer->length] = '\0';
}

void text_buffer_printf(TextBuffer *buffer, const char *format, ...) {
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    if (length < 0)
        buffer->failed = true;
    else if (reserve(buffer, (size_t)length)) {
        vsnprintf(buffer->text + buffer->length, (size_t)length + 1, format, again);
        buffer->length += (size_t)length;
    }
    va_end(again);
    va_end(args);
}

const char *text_buffer_get(const TextBuffer *buffer) {
    return buffer->text ? buffer->text : "";
}

Status text_buffer_get_status(const TextBuffer *buffer, Error *error) {
    if (buffer->failed)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a text of more than %zu bytes",
                         buffer->length);
    return STATUS_OK;
}

void text_buffer_clear(TextBuffer *buffer) {
    buffer->length = 0;
    buffer->failed = false;
    if (buffer->text)
        buffer->text[0] = '\0';
}

void text_buffer_done(TextBuffer *buffer) {
    free(buffer->text);
    *buffer = (TextBuffer){0};
}
