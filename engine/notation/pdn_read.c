/* SPDX-License-Identifier: MIT */
#include "engine/notation/pdn_read.h"

#include "engine/notation/pdn_reader_internal.h"
#include "engine/notation/text_internal.h"

#include <stdlib.h>

PdnReader *pdn_reader_new(PdnSource source, const PdnReadOptions *options, Error *error) {
    PdnReader *reader = malloc(sizeof *reader);
    if (!reader) {
        error_set(error, STATUS_NO_MEMORY, "out of memory for a PDN reader");
        return NULL;
    }
    reader->rules = options->rules;
    reader->game_count = 0;
    reader->builder = (GameBuilder){.check = options->check};
    pdn_input_init(&reader->input, source);
    return reader;
}

void pdn_reader_free(PdnReader *reader) {
    if (!reader)
        return;
    builder_done(&reader->builder);
    free(reader);
}

static bool ends_line(int byte) {
    return byte == '\n' || byte == '\r' || byte == PDN_INPUT_END;
}

/* A line that begins with `%` is nobody's. */
static void skip_line(PdnInput *input) {
    while (!ends_line(pdn_input_peek(input)))
        pdn_input_step(input);
}

/* Blanks and skipped lines before a game. */
static void skip_to_game(PdnInput *input) {
    for (int byte; (byte = pdn_input_peek(input)) != PDN_INPUT_END;) {
        if (byte == '%' && input->line_start)
            skip_line(input);
        else if (scanner_is_blank(byte))
            pdn_input_step(input);
        else
            break;
    }
}

/* Takes whatever stands next. False when it belongs to the next game or there is nothing. */
static bool read_item(PdnReader *reader) {
    PdnInput *input = &reader->input;
    PdnToken token;
    size_t length;
    const char *window = pdn_input_window(input, &length);
    if (!length)
        return false;
    if (*window == '%' && input->line_start) {
        skip_line(input);
        return true;
    }
    pdn_token_scan(window, length, &token);
    if (token.kind == PDN_TOKEN_BRACKET) {
        if (!reader_read_bracket(reader))
            return false;
    } else if (token.kind == PDN_TOKEN_BRACE_OPEN || token.kind == PDN_TOKEN_LINE_COMMENT) {
        reader_read_comment(reader);
    } else {
        reader_take_token(reader, &token, window, length);
    }
    if (token.kind != PDN_TOKEN_BLANK)
        reader->token_line = input->line;
    return true;
}

/* Bytes of a text in round brackets, up to the end of its line at most. */
static size_t measure_remark(const char *window, size_t length) {
    size_t end = 1;
    while (end < length && window[end - 1] != ')' && !ends_line((unsigned char)window[end]))
        end++;
    return end;
}

static const char behind_result[] = "text behind the result is no comment; it is kept as one";

/* What can stand behind a result without beginning another game. False when something else does. */
static bool read_tail_item(PdnReader *reader) {
    PdnInput *input = &reader->input;
    GameBuilder *builder = &reader->builder;
    PdnToken token;
    size_t length;
    const char *window = pdn_input_window(input, &length);
    if (!length || input->line != reader->token_line || ends_line((unsigned char)*window))
        return false;
    pdn_token_scan(window, length, &token);
    if (token.kind == PDN_TOKEN_OPEN)
        token.length = measure_remark(window, length);
    switch (token.kind) {
    case PDN_TOKEN_BRACKET:
        return reader_read_bracket(reader);
    case PDN_TOKEN_BRACE_OPEN:
    case PDN_TOKEN_LINE_COMMENT:
        reader_read_comment(reader);
        return true;
    case PDN_TOKEN_NUMBER:
    case PDN_TOKEN_MOVE:
        return false;
    case PDN_TOKEN_RESULT:
    case PDN_TOKEN_STAR:
        builder_add_finding(builder, PDN_FINDING_RESULT_FORM, pdn_input_place(input), -1, window,
                            token.length, "a second result; the first one counts");
        reader_keep_loose(reader, pdn_input_place(input), window, token.length);
        break;
    case PDN_TOKEN_BLANK:
        break;
    case PDN_TOKEN_WORD:
        reader_take_words(reader, -1, behind_result);
        return true;
    default:
        builder_add_finding(builder, PDN_FINDING_WORD, pdn_input_place(input), -1, window,
                            token.length, "%s", behind_result);
        reader_keep_loose(reader, pdn_input_place(input), window, token.length);
        break;
    }
    pdn_input_skip(input, token.length);
    return true;
}

static void begin_game(PdnReader *reader) {
    skip_to_game(&reader->input);
    builder_reset(&reader->builder, reader->game_count + 1, reader->rules);
    reader->builder.game.offset = reader->input.offset;
    reader->builder.game.line = reader->input.line;
    reader->begun = reader->content = reader->finished = false;
    reader->token_line = 0;
    reader->move_end = UINT64_MAX;
    reader->result = NULL;
    reader->number = -1;
    reader->number_known = false;
    reader->pending_comments = -1;
    reader->depth = 0;
    reader->lines[0] =
        (PdnLine){.tip = -1, .depth = 0, .fresh = true, .dead = false, .setup = PDN_NO_SETUP};
}

static void finish_game(PdnReader *reader) {
    GameBuilder *builder = &reader->builder;
    PdnPlace place = pdn_input_place(&reader->input);
    reader_close_variations(reader);
    builder->game.end_offset = place.offset;
    if (!reader->content)
        return;
    reader_begin_moves(reader);
    builder_finish(builder, place, reader->result);
    reader->game_count++;
}

/* A failed read spoils only the game that needed what could not be read. */
static bool is_cut_off(const PdnInput *input) {
    return input->status < 0 && input->begin == input->end;
}

int pdn_reader_next(PdnReader *reader, const PdnGame **ret_game, Error *error) {
    GameBuilder *builder = &reader->builder;
    if (!builder->failed && !is_cut_off(&reader->input)) {
        begin_game(reader);
        while (!reader->finished && !builder->failed && read_item(reader))
            continue;
        while (reader->finished && !builder->failed && read_tail_item(reader))
            continue;
        finish_game(reader);
    }
    if (builder->failed)
        return error_set(error, STATUS_NO_MEMORY, "out of memory for a game of a PDN file");
    if (is_cut_off(&reader->input))
        return error_set(error, reader->input.status, "%s", reader->input.error.text);
    *ret_game = &builder->game;
    return reader->content;
}
