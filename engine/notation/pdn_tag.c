/* SPDX-License-Identifier: MIT
 *
 * Tags and comments of a PDN file. */
#include "engine/notation/pdn_reader_internal.h"
#include "engine/notation/text_internal.h"

#include <string.h>

/* ---- text that is put together in the scratch buffer ---- */

typedef struct {
    PdnReader *reader;
    PdnPlace place; /* where the text begins */
    bool cut;
} TextTaker;

static TextTaker text_start(PdnReader *reader) {
    text_buffer_clear(&reader->builder.scratch);
    return (TextTaker){.reader = reader, .place = pdn_input_place(&reader->input)};
}

static void text_take(TextTaker *taker, const char *bytes, size_t length) {
    TextBuffer *scratch = &taker->reader->builder.scratch;
    size_t room = PDN_VALUE_MAX - scratch->length;
    if (length > room) {
        length = room;
        taker->cut = true;
    }
    text_buffer_append(scratch, bytes, length);
}

/* The text with its last `trim` bytes left out. */
static const char *text_finish(TextTaker *taker, const char *what, size_t trim) {
    GameBuilder *builder = &taker->reader->builder;
    TextBuffer *scratch = &builder->scratch;
    if (scratch->failed)
        builder->failed = true;
    if (taker->cut)
        builder_add_finding(builder, PDN_FINDING_CUT, taker->place, -1, "", 0,
                            "a %s of more than %d bytes, the rest is left out", what,
                            PDN_VALUE_MAX);
    return builder_keep_text(builder, taker->place, text_buffer_get(scratch),
                             scratch->length - trim, taker->cut);
}

static bool ends_line(int byte) {
    return byte == '\n' || byte == '\r' || byte == PDN_INPUT_END;
}

/* The first byte from `at` on that is no blank within a line. */
static int byte_behind_spaces(const char *text, size_t length, size_t at) {
    while (at < length && (text[at] == ' ' || text[at] == '\t'))
        at++;
    return at < length ? (unsigned char)text[at] : PDN_INPUT_END;
}

static void skip_spaces(PdnInput *input) {
    for (int byte; (byte = pdn_input_peek(input)) == ' ' || byte == '\t';)
        pdn_input_step(input);
}

/* ---- tags ---- */

static void tell_tag(PdnReader *reader, PdnPlace place, const char *text, size_t length,
                     const char *message) {
    builder_add_finding(&reader->builder, PDN_FINDING_TAG, place, -1, text, length, "%s", message);
}

/* Whether a line end within a value ends it: a tag or an empty line follows. */
static bool value_is_left_open(const char *window, size_t length) {
    size_t next = length > 1 && window[0] == '\r' && window[1] == '\n' ? 2 : 1;
    int byte = byte_behind_spaces(window, length, next);
    return byte == '[' || ends_line(byte);
}

/* Bytes at the end of an open value that look like the end of a tag. */
static size_t count_tag_end(const TextBuffer *value) {
    size_t trim = 0;
    while (trim < value->length && strchr("\" \t]", value->text[value->length - 1 - trim]) &&
           value->text[value->length - 1 - trim])
        trim++;
    return trim;
}

static void tell_split(PdnReader *reader) {
    builder_add_finding(&reader->builder, PDN_FINDING_TAG_SPLIT, pdn_input_place(&reader->input),
                        -1, "", 0, "a tag's value goes over several lines; it stands on one");
}

/* From behind the opening quote to behind the closing one. False when there is none. */
static bool take_value(PdnReader *reader, TextTaker *taker) {
    PdnInput *input = &reader->input;
    bool told = false, split = false;
    for (;;) {
        size_t length;
        const char *window = pdn_input_window(input, &length);
        if (!length || (ends_line(*window) && value_is_left_open(window, length)))
            return false;
        if (ends_line(*window) && !split && reader->builder.check)
            tell_split(reader);
        split |= ends_line(*window);
        if (*window == '\\' && length > 1 && (window[1] == '"' || window[1] == '\\')) {
            text_take(taker, window + 1, 1);
            pdn_input_skip(input, 2);
            continue;
        }
        if (*window == '"') {
            int next = byte_behind_spaces(window, length, 1);
            if (next == ']' || ends_line(next)) {
                pdn_input_step(input);
                return true;
            }
            if (!told)
                tell_tag(reader, pdn_input_place(input), "", 0,
                         "a quote within a value is written \\\"");
            told = true;
        }
        text_take(taker, window, 1);
        pdn_input_step(input);
    }
}

static const char *keep_name(PdnReader *reader, PdnPlace place, const char *window, size_t length) {
    bool cut = length > PDN_TAG_NAME_MAX;
    if (cut)
        builder_add_finding(&reader->builder, PDN_FINDING_CUT, place, -1, "", 0,
                            "a tag's name of more than %d bytes, the rest is left out",
                            PDN_TAG_NAME_MAX);
    return builder_keep_text(&reader->builder, place, window, cut ? PDN_TAG_NAME_MAX : length, cut);
}

/* [Name "value"]; the input stands at the `[`. */
static void read_tag(PdnReader *reader, size_t name_offset, size_t name_length) {
    PdnInput *input = &reader->input;
    PdnPlace place = pdn_input_place(input);
    size_t length;
    const char *window = pdn_input_window(input, &length);
    const char *name = keep_name(reader, place, window + name_offset, name_length);
    pdn_input_skip(input, name_offset + name_length);
    skip_spaces(input);
    pdn_input_step(input); /* the quote */
    TextTaker taker = text_start(reader);
    bool closed = take_value(reader, &taker);
    const char *value =
        text_finish(&taker, "tag's value", closed ? 0 : count_tag_end(&reader->builder.scratch));
    skip_spaces(input);
    if (!closed)
        tell_tag(reader, place, name, strlen(name), "the value of a tag is not closed by a quote");
    else if (pdn_input_peek(input) == ']')
        pdn_input_step(input);
    else
        tell_tag(reader, place, name, strlen(name), "a tag is not closed by ]");
    builder_add_tag(&reader->builder, place, name, value);
    reader->content = true;
}

/* [Name value] without quotes. */
static void read_bare_tag(PdnReader *reader, size_t name_offset, size_t name_length) {
    PdnInput *input = &reader->input;
    PdnPlace place = pdn_input_place(input);
    size_t length;
    const char *window = pdn_input_window(input, &length);
    const char *name = keep_name(reader, place, window + name_offset, name_length);
    pdn_input_skip(input, name_offset + name_length);
    skip_spaces(input);
    TextTaker taker = text_start(reader);
    for (int byte; !ends_line(byte = pdn_input_peek(input)); pdn_input_step(input)) {
        char written = (char)byte;
        text_take(&taker, &written, 1);
    }
    tell_tag(reader, place, name, strlen(name),
             "the value of a tag stands between quotes: [Name \"value\"]");
    builder_add_tag(&reader->builder, place, name,
                    text_finish(&taker, "tag's value", count_tag_end(&reader->builder.scratch)));
    reader->content = true;
}

/* A clock without braces; other brackets are stepped over. */
static void read_other_bracket(PdnReader *reader) {
    PdnInput *input = &reader->input;
    PdnPlace place = pdn_input_place(input);
    size_t length, end = 1;
    const char *window = pdn_input_window(input, &length);
    while (end < length && window[end] != ']' && !ends_line((unsigned char)window[end]))
        end++;
    bool closed = end < length && window[end] == ']';
    bool command = closed && window[1] == '%';
    tell_tag(reader, place, window, closed ? end + 1 : 1,
             command ? "a command stands in a comment: {[%clk 0:09:57]}"
                     : "a tag reads [Name \"value\"]");
    if (closed)
        reader_keep_loose(reader, place, window, end + 1);
    pdn_input_skip(input, closed ? end + 1 : 1);
}

/* Whether a tag with this name belongs to the game that is being read. */
static bool belongs_here(const PdnReader *reader, const char *name, size_t length) {
    char text[PDN_TAG_NAME_MAX + 1];
    if (length > PDN_TAG_NAME_MAX)
        return !reader->begun;
    memcpy(text, name, length);
    text[length] = '\0';
    bool event = !strcmp(text, "Event");
    bool present = pdn_game_get_tag(&reader->builder.game, text) != NULL;
    if (!reader->begun)
        return !event || !present;
    /* What says how a game begins cannot be told behind its moves. */
    bool first = event || !strcmp(text, "FEN") || !strcmp(text, "GameType");
    return !first && !present && reader->input.line == reader->token_line;
}

bool reader_read_bracket(PdnReader *reader) {
    size_t length, name, name_length;
    const char *window = pdn_input_window(&reader->input, &length);
    bool tag = pdn_token_is_tag(window, length, &name, &name_length);
    int first = name_length ? (unsigned char)window[name] : 0;
    int next = byte_behind_spaces(window, length, name + name_length);
    /* Within the moves "[White resigns]" is a remark. */
    bool bare = !tag && first >= 'A' && first <= 'Z' && next != ']' && !ends_line(next) &&
                (!reader->begun || reader->input.line_start);
    if (!tag && !bare) {
        read_other_bracket(reader);
        return true;
    }
    if (!belongs_here(reader, window + name, name_length))
        return false;
    reader_close_variations(reader);
    if (reader->begun)
        builder_add_finding(&reader->builder, PDN_FINDING_TAG_TRAILING,
                            pdn_input_place(&reader->input), -1, window + name, name_length,
                            "a tag behind the moves; tags stand before them");
    (tag ? read_tag : read_bare_tag)(reader, name, name_length);
    return true;
}

/* ---- comments ---- */

/* Whether a brace within a comment has its own closing brace in sight, before the next comment or
 * tag: then the comment goes on up to there. The first byte is the one behind a closing brace. */
static bool goes_on(const char *window, size_t length) {
    for (size_t i = 0; i < length; i++) {
        if (window[i] == '}' || window[i] == '{')
            return window[i] == '}';
        if (window[i] == '[' && i > 0 && ends_line((unsigned char)window[i - 1]))
            return false;
    }
    return false;
}

/* Takes the text up to the closing brace and steps over it. False when there is none before the
 * input or, to judge by an empty line and a tag, the game ends. */
static bool take_comment(PdnReader *reader, TextTaker *taker, bool *ret_nested) {
    PdnInput *input = &reader->input;
    int inner = 0;
    bool line_empty = false, after_empty_line = false;
    for (;;) {
        size_t length, end = 0, name, name_length;
        const char *window = pdn_input_window(input, &length);
        if (!length || (after_empty_line && input->line_start &&
                        pdn_token_is_tag(window, length, &name, &name_length)))
            return false;
        while (end < length && window[end] != '{' && window[end] != '}' &&
               !ends_line((unsigned char)window[end]))
            end++;
        if (end) {
            line_empty = after_empty_line = false;
            text_take(taker, window, end);
            pdn_input_skip(input, end);
            continue;
        }
        char byte = *window;
        pdn_input_step(input);
        if (byte == '{') {
            inner++;
            *ret_nested = true;
        } else if (byte == '}') {
            window = pdn_input_window(input, &length);
            if (!inner || !goes_on(window, length))
                return true;
            inner--;
        } else if (input->line_start && byte != '\r') {
            after_empty_line |= line_empty;
            line_empty = true;
        }
        text_take(taker, &byte, 1);
    }
}

static void read_line_comment(PdnReader *reader, TextTaker *taker) {
    for (int byte; !ends_line(byte = pdn_input_peek(&reader->input));
         pdn_input_step(&reader->input)) {
        char written = (char)byte;
        text_take(taker, &written, 1);
    }
}

void reader_add_comment(PdnReader *reader, PdnPlace place, const char *text) {
    GameBuilder *builder = &reader->builder;
    const PdnLine *line = &reader->lines[reader->depth];
    int index = builder->game.comment_count;
    if (!builder_add_comment(builder, place, text))
        return;
    if (line->fresh && reader->depth > 0) {
        if (reader->pending_comments < 0)
            reader->pending_comments = index;
        return;
    }
    int ply = line->fresh ? -1 : line->tip;
    builder_link_comments(builder, index, ply, false);
    if (ply >= 0)
        builder_read_clocks(builder, place, ply, text);
}

void reader_keep_loose(PdnReader *reader, PdnPlace place, const char *text, size_t length) {
    reader_add_comment(reader, place,
                       builder_keep_text(&reader->builder, place, text, length, false));
}

/* Whether the token can only be a part of a text. */
static bool is_word(const PdnToken *token, const char *window, size_t length) {
    if (token->kind == PDN_TOKEN_WORD || pdn_token_is_time(token))
        return true;
    if (token->kind != PDN_TOKEN_NUMBER || token->dotted)
        return false;
    /* A number within the text: "after 40 moves". */
    PdnToken next;
    size_t at = token->length;
    while (at < length && (window[at] == ' ' || window[at] == '\t'))
        at++;
    if (at >= length)
        return false;
    pdn_token_scan(window + at, length - at, &next);
    return next.kind == PDN_TOKEN_WORD;
}

void reader_take_words(PdnReader *reader, int ply, const char *message) {
    PdnInput *input = &reader->input;
    GameBuilder *builder = &reader->builder;
    PdnToken token;
    TextTaker taker = text_start(reader);
    size_t length, end = 0; /* of the text without blanks behind it */
    for (bool first = true;; first = false) {
        const char *window = pdn_input_window(input, &length);
        if (!length || ends_line((unsigned char)*window))
            break;
        pdn_token_scan(window, length, &token);
        bool word = first || is_word(&token, window, length);
        if (!word && token.kind != PDN_TOKEN_BLANK)
            break;
        text_take(&taker, window, token.length);
        end = word ? builder->scratch.length : end;
        pdn_input_skip(input, token.length);
    }
    const char *text = text_finish(&taker, "text without braces", builder->scratch.length - end);
    builder_add_finding(builder, PDN_FINDING_WORD, taker.place, ply, text, strlen(text), "%s",
                        message);
    reader_add_comment(reader, taker.place, text);
}

void reader_place_comments(PdnReader *reader, int ply, bool before) {
    if (reader->pending_comments < 0)
        return;
    builder_link_comments(&reader->builder, reader->pending_comments, ply, before);
    reader->pending_comments = -1;
}

void reader_read_comment(PdnReader *reader) {
    PdnInput *input = &reader->input;
    GameBuilder *builder = &reader->builder;
    PdnPlace place = pdn_input_place(input);
    bool brace = pdn_input_peek(input) == '{';
    bool closed = true, nested = false;
    pdn_input_step(input);
    TextTaker taker = text_start(reader);
    if (brace)
        closed = take_comment(reader, &taker, &nested);
    else
        read_line_comment(reader, &taker);
    const char *text = text_finish(&taker, "comment", 0);
    if (!closed)
        builder_add_finding(builder, PDN_FINDING_COMMENT_OPEN, place, -1, text, strlen(text),
                            "a comment is not closed; a } is due before the game ends");
    else if (nested)
        builder_add_finding(builder, PDN_FINDING_BRACE, place, -1, text, strlen(text),
                            "a brace within a comment; comments do not nest");
    reader_add_comment(reader, place, text);
}
