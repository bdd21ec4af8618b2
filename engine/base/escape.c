/* SPDX-License-Identifier: MIT */
#include "engine/base/escape.h"

#include <stdbool.h>
#include <stdint.h>

/* Bytes of the UTF-8 character at `text`, which is not at its end; 0 when there is none. Overlong
 * forms, surrogates and numbers above U+10FFFF are none. */
static int measure_character(const char *text) {
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *bytes = (const unsigned char *)text;
    int length = bytes[0] < 0x80   ? 1
                 : bytes[0] < 0xc2 ? 0
                 : bytes[0] < 0xe0 ? 2
                 : bytes[0] < 0xf0 ? 3
                 : bytes[0] < 0xf5 ? 4
                                   : 0;
    if (length <= 1)
        return length;
    uint32_t number = bytes[0] & (0xffu >> (length + 1));
    for (int i = 1; i < length; i++) {
        if ((bytes[i] & 0xc0) != 0x80)
            return 0;
        number = number << 6 | (bytes[i] & 0x3f);
    }
    bool surrogate = number >= 0xd800 && number < 0xe000;
    return number >= least[length] && !surrogate && number <= 0x10ffff ? length : 0;
}

static void append_character(TextBuffer *buffer, const char *text, int length) {
    if (length > 0)
        text_buffer_append(buffer, text, (size_t)length);
    else
        text_buffer_append(buffer, "\xef\xbf\xbd", 3);
}

static bool is_control(char c) {
    return (unsigned char)c < ' ' || c == 0x7f;
}

void escape_markup(TextBuffer *buffer, const char *text) {
    while (*text) {
        int length = measure_character(text);
        if (*text == '&')
            text_buffer_append(buffer, "&amp;", 5);
        else if (*text == '<')
            text_buffer_append(buffer, "&lt;", 4);
        else if (*text == '>')
            text_buffer_append(buffer, "&gt;", 4);
        else if (*text == '"')
            text_buffer_append(buffer, "&quot;", 6);
        else if (*text == '\'')
            text_buffer_append(buffer, "&#39;", 5);
        else if (is_control(*text))
            text_buffer_append(buffer, " ", 1);
        else
            append_character(buffer, text, length);
        text += length > 0 ? length : 1;
    }
}

void escape_json(TextBuffer *buffer, const char *text) {
    text_buffer_append(buffer, "\"", 1);
    while (*text) {
        int length = measure_character(text);
        if (*text == '"' || *text == '\\')
            text_buffer_printf(buffer, "\\%c", *text);
        else if (is_control(*text) || *text == '<' || *text == '>' || *text == '&')
            text_buffer_printf(buffer, "\\u%04x", (unsigned)(unsigned char)*text);
        else
            append_character(buffer, text, length);
        text += length > 0 ? length : 1;
    }
    text_buffer_append(buffer, "\"", 1);
}
