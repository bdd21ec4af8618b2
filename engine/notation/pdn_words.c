/* SPDX-License-Identifier: MIT */
#include "engine/notation/pdn_words_internal.h"

#include "engine/notation/move_text.h"
#include "engine/notation/pdn_write.h"

#include <stdio.h>
#include <string.h>

enum {
    WORD_SIZE = MOVE_TEXT_SIZE + 16
};

static void append_bytes(WordWriter *writer, const char *word, size_t length) {
    if (writer->column > 0) {
        bool fits = writer->column + 1 + length <= PDN_COLUMNS_MAX;
        text_buffer_append(writer->buffer, fits ? " " : "\n", 1);
        writer->column = fits ? writer->column + 1 : 0;
    }
    text_buffer_append(writer->buffer, word, length);
    writer->column += length;
}

static void append_word(WordWriter *writer, const char *word) {
    append_bytes(writer, word, strlen(word));
}

WordWriter words_start(TextBuffer *buffer) {
    return (WordWriter){.buffer = buffer, .numbered = true};
}

/* Neither a number nor an opening bracket is the last word of a line. */
void words_append_move(WordWriter *writer, int number, bool first_side, const char *move) {
    char word[WORD_SIZE];
    const char *bracket = writer->opened ? "( " : "";
    if (first_side || writer->numbered)
        snprintf(word, sizeof word, "%s%d%s %s", bracket, number, first_side ? "." : "...", move);
    else
        snprintf(word, sizeof word, "%s%s", bracket, move);
    append_word(writer, word);
    writer->opened = writer->numbered = false;
}

void words_append_nag(WordWriter *writer, int nag) {
    char word[WORD_SIZE];
    snprintf(word, sizeof word, "$%d", nag);
    append_word(writer, word);
}

void words_open_variation(WordWriter *writer) {
    writer->opened = writer->numbered = true;
}

void words_close_variation(WordWriter *writer) {
    append_word(writer, ")");
    writer->numbered = true;
}

static bool is_control(char byte) {
    return (unsigned char)byte < ' ' || byte == 0x7f;
}

/* Bytes up to the next blank at which a line may end. A line that began with one of these would be
 * a tag, a line to be skipped or a comment to readers that do not look for braces. */
static size_t measure_piece(const char *text, size_t length) {
    bool bracket = false;
    for (size_t i = 0; i < length; i++) {
        bracket = text[i] == '[' || (bracket && text[i] != ']');
        if (text[i] == ' ' && i > 0 && !bracket && i + 1 < length && !strchr(" [%;", text[i + 1]))
            return i;
    }
    return length;
}

void words_append_comment(WordWriter *writer, const char *text, size_t length) {
    TextBuffer comment = {0};
    if (writer->opened)
        append_word(writer, "(");
    writer->opened = false;
    text_buffer_append(&comment, "{", 1);
    text_buffer_append(&comment, text, length);
    for (size_t i = 1; i < comment.length; i++) {
        char c = comment.text[i];
        comment.text[i] = is_control(c) ? ' ' : c == '{' ? '(' : c == '}' ? ')' : c;
    }
    text_buffer_append(&comment, "}", 1);
    const char *written = text_buffer_get(&comment);
    for (size_t at = 0, piece; at < comment.length; at += piece + 1) {
        piece = measure_piece(written + at, comment.length - at);
        append_bytes(writer, written + at, piece);
    }
    writer->numbered = true;
    writer->buffer->failed |= comment.failed;
    text_buffer_done(&comment);
}

void words_append_result(WordWriter *writer, const char *result) {
    append_word(writer, result);
    text_buffer_append(writer->buffer, "\n", 1);
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

void words_append_game_type(TextBuffer *buffer, const Rules *rules) {
    char number[16];
    snprintf(number, sizeof number, "%d", rules->pdn_game_type);
    words_append_tag(buffer, "GameType",
                     rules->pdn_game_type_text ? rules->pdn_game_type_text : number);
}

/* A count of king moves that the game began with decides when it is drawn. */
void words_append_setup(TextBuffer *buffer, const Position *first, const FenCounters *counters) {
    char fen[FEN_SIZE];
    Position start;
    FenCounters counts = {.quiet_plies = first->quiet_plies,
                          .move_number = counters ? counters->move_number : 1};
    bool counted = counts.quiet_plies > 0 || counts.move_number > 1;
    position_init_start(&start, first->rules);
    if (counted || !position_same_placement(first, &start))
        words_append_tag(buffer, "FEN", fen_write(first, counted ? &counts : NULL, fen));
}
