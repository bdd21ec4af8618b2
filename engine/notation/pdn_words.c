/* SPDX-License-Identifier: MIT */
#include "engine/notation/pdn_words_internal.h"

#include "engine/notation/pdn_write.h"

#include <string.h>

static void append_bytes(WordWriter *writer, const char *word, size_t length) {
    if (writer->column > 0) {
        bool fits = writer->column + 1 + length <= PDN_COLUMNS_MAX;
        text_buffer_append(writer->buffer, fits ? " " : "\n", 1);
        writer->column = fits ? writer->column + 1 : 0;
    }
    text_buffer_append(writer->buffer, word, length);
    writer->column += length;
}

void words_append(WordWriter *writer, const char *word) {
    append_bytes(writer, word, strlen(word));
}

static bool is_control(char byte) {
    return (unsigned char)byte < ' ' || byte == 0x7f;
}

void words_append_comment(WordWriter *writer, const char *text, size_t length) {
    TextBuffer comment = {0};
    text_buffer_append(&comment, "{", 1);
    text_buffer_append(&comment, text, length);
    for (size_t i = 1; i < comment.length; i++) {
        char c = comment.text[i];
        comment.text[i] = is_control(c) ? ' ' : c == '{' ? '(' : c == '}' ? ')' : c;
    }
    text_buffer_append(&comment, "}", 1);
    append_bytes(writer, text_buffer_get(&comment), comment.length);
    writer->buffer->failed |= comment.failed;
    text_buffer_done(&comment);
}

void words_append_tag(TextBuffer *buffer, const char *name, const char *value) {
    text_buffer_printf(buffer, "[%s \"", name);
    for (const char *c = value; *c; c++) {
        if (*c == '"' || *c == '\\')
            text_buffer_append(buffer, "\\", 1);
        text_buffer_append(buffer, is_control(*c) ? " " : c, 1);
    }
    text_buffer_append(buffer, "\"]\n", 3);
}
