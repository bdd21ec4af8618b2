/* SPDX-License-Identifier: MIT
 *
 * The moves of a PDN game: each token, as it comes, goes into the tree. */
#include "engine/notation/pdn_reader_internal.h"
#include "engine/notation/text_internal.h"

#include <string.h>

enum {
    NAG_FORCED = 7,
};

static PdnLine *current_line(PdnReader *reader) {
    return &reader->lines[reader->depth];
}

static Color color_to_move(const PdnReader *reader, int tip) {
    return tip < 0 ? reader->builder.starter : color_other(reader->builder.plies[tip].mover);
}

void reader_begin_moves(PdnReader *reader) {
    if (reader->begun)
        return;
    reader->begun = reader->content = true;
    builder_set_up(&reader->builder);
    for (int i = 0; i <= reader->depth; i++)
        reader->lines[i].dead = !reader->builder.game.playable;
}

/* ---- moves ---- */

static const Position *position_before(const PdnReader *reader, int parent) {
    const GameBuilder *builder = &reader->builder;
    return parent < 0 ? &builder->game.record.entries[0].position
                      : &builder->plies[parent].position;
}

/* The moves that could have been meant, in shortest form. */
static const char *list_candidates(PdnReader *reader, PdnPlace place, const Position *position,
                                   const PdnToken *token, bool same_ends) {
    TextBuffer *scratch = &reader->builder.scratch;
    const Geometry *geometry = rules_geometry(position->rules);
    MoveList list;
    movegen_generate(position, &list);
    text_buffer_clear(scratch);
    for (int i = 0; i < list.count; i++) {
        char text[MOVE_TEXT_SIZE];
        int from = move_from_square(geometry, list.moves[i]);
        int to = move_to_square(geometry, list.moves[i]);
        if (same_ends && token->first &&
            (from != token->first || (to != token->last && to != token->second)))
            continue;
        text_buffer_printf(scratch, "%s%s", scratch->length ? " " : "",
                           move_text_write(position, list.moves[i], text));
    }
    reader->builder.failed |= scratch->failed;
    return builder_keep_text(&reader->builder, place, text_buffer_get(scratch), scratch->length,
                             false);
}

static void tell_move(PdnReader *reader, int index, const Position *before, const PdnToken *token,
                      Status status, const Error *error) {
    GameBuilder *builder = &reader->builder;
    const PdnPly *ply = &builder->plies[index];
    PdnPlace place = {.offset = ply->offset, .line = ply->line};
    PdnFindingKind kind = status == STATUS_ILLEGAL     ? PDN_FINDING_ILLEGAL
                          : status == STATUS_AMBIGUOUS ? PDN_FINDING_AMBIGUOUS
                                                       : PDN_FINDING_NOT_A_MOVE;
    const char *candidates = "";
    if (kind != PDN_FINDING_NOT_A_MOVE && builder->game.finding_count < PDN_FINDINGS_MAX)
        candidates = list_candidates(reader, place, before, token, kind == PDN_FINDING_AMBIGUOUS);
    PdnFinding *finding = builder_add_finding(builder, kind, place, index, ply->text,
                                              strlen(ply->text), "%s", error->text);
    if (finding)
        finding->candidates = candidates;
}

/* Checks the text against the position it stands in. */
static void check_move(PdnReader *reader, int index, const PdnToken *token) {
    GameBuilder *builder = &reader->builder;
    PdnPly *ply = &builder->plies[index];
    GameRecord *record = &builder->game.record;
    const Position *before = position_before(reader, ply->parent);
    Error error;
    Status status = move_text_read(before, token->text, token->text_length, &ply->move, &error);
    if (status < 0) {
        tell_move(reader, index, before, token, status, &error);
        return;
    }
    ply->legal = true;
    position_make(before, ply->move, &ply->position);
    if (ply->depth == 0 && record_push(record, ply->move, NULL) < 0)
        builder->failed = true;
}

/* Adds the token's text as a move of the current line; its index, -1 when there is no room. */
static int add_ply(PdnReader *reader, const PdnToken *token, const char *window) {
    GameBuilder *builder = &reader->builder;
    PdnLine *line = current_line(reader);
    PdnPlace place = pdn_input_place(&reader->input);
    int index = builder->game.ply_count;
    PdnPly *ply = builder_add_ply(builder, place, line->tip, line->depth);
    if (!ply) {
        line->dead = true;
        return -1;
    }
    ply->mover = color_to_move(reader, line->tip);
    ply->begins = reader->depth > 0 && line->fresh;
    ply->length = (uint32_t)token->length;
    ply->text = builder_keep_text(builder, place, window, token->length, false);
    line->tip = index;
    line->fresh = false;
    reader_place_comments(reader, index, true);
    return index;
}

static void take_words(PdnReader *reader) {
    const PdnLine *line = current_line(reader);
    reader_take_words(reader, line->fresh ? -1 : line->tip,
                      "text that is no move, number, comment or result is kept as a comment; "
                      "comments stand in braces");
}

/* ---- results without a blank before them ---- */

static const char *const ends[] = {"2-0", "1-1", "0-2", "1-0", "0-1", "0-0"};

/* Bytes of the move before the result that ends it; 0 when no result does. What follows does not
 * count, so that the same move is understood in the same way wherever it stands. The draw of two
 * halves alone ends in what is no part of a move. */
static size_t measure_head(const PdnToken *token, const char *window, size_t length) {
    static const char draw[] = "1/2-1/2";
    size_t move = token->length;
    if (move > 1 && length - (move - 1) >= strlen(draw) &&
        !memcmp(window + move - 1, draw, strlen(draw)))
        return move - 1;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        size_t due = strlen(ends[i]);
        if (move > due && !memcmp(window + move - due, ends[i], due))
            return move - due;
    }
    return 0;
}

static bool is_legal(const PdnReader *reader, const PdnToken *token) {
    Move move;
    return move_text_read(position_before(reader, reader->lines[reader->depth].tip), token->text,
                          token->text_length, &move, NULL) >= 0;
}

/* "28x191-1" is a move and a result where the whole is no move and its beginning is one. */
static void part_result(PdnReader *reader, PdnToken *token, const char *window, size_t length) {
    PdnToken head;
    size_t head_length = measure_head(token, window, length);
    if (!head_length || is_legal(reader, token))
        return;
    pdn_token_scan(window, head_length, &head);
    if (head.kind == PDN_TOKEN_MOVE && head.length == head_length && is_legal(reader, &head))
        *token = head;
}

/* ---- moves and numbers ---- */

/* A number is as far ahead of ours as the first one of the game was. */
static void check_number(PdnReader *reader, const PdnPly *ply) {
    GameBuilder *builder = &reader->builder;
    int due = (ply->number + (builder->starter != builder->first) + 1) / 2;
    int number = reader->number;
    reader->number = -1;
    if (number < 0 || !builder->check)
        return;
    if (!reader->number_known) {
        reader->number_known = true;
        reader->number_ahead = number - due;
    }
    due += reader->number_ahead;
    if (number == due)
        return;
    builder_add_finding(builder, PDN_FINDING_NUMBER_DIFFERS, reader->number_place,
                        builder->game.ply_count - 1, "", 0,
                        "move number %d, but the moves before make it %d", number, due);
    if (ply->depth == 0)
        reader->number_ahead += number - due;
}

/* Steps over the move. */
static void take_move(PdnReader *reader, const PdnToken *scanned, const char *window,
                      size_t length) {
    PdnToken token = *scanned;
    reader_begin_moves(reader);
    PdnLine *line = current_line(reader);
    if (!line->dead)
        part_result(reader, &token, window, length);
    int index = add_ply(reader, &token, window);
    if (index >= 0) {
        check_number(reader, &reader->builder.plies[index]);
        if (!line->dead)
            check_move(reader, index, &token);
        line->dead = !reader->builder.plies[index].legal;
        reader->move_end = reader->input.offset + token.length;
    }
    pdn_input_skip(&reader->input, token.length);
}

static void take_null_move(PdnReader *reader, const PdnToken *token, const char *window) {
    reader_begin_moves(reader);
    PdnPlace place = pdn_input_place(&reader->input);
    int index = add_ply(reader, token, window);
    if (index < 0)
        return;
    current_line(reader)->dead = true;
    builder_add_finding(&reader->builder, PDN_FINDING_NOT_A_MOVE, place, index, window,
                        token->length,
                        "a move that is not told; the moves behind it cannot be checked");
    reader->number = -1;
}

static void take_setup(PdnReader *reader, const PdnToken *token, const char *window) {
    reader_begin_moves(reader);
    PdnLine *line = current_line(reader);
    line->dead = true;
    line->setup = line->tip;
    builder_add_finding(&reader->builder, PDN_FINDING_SETUP, pdn_input_place(&reader->input),
                        line->tip, window, token->length,
                        "a position is set up among the moves, which is not supported; the moves "
                        "behind it are kept as text only");
    reader_keep_loose(reader, pdn_input_place(&reader->input), window, token->length);
}

/* ---- glyphs and numbers ---- */

static void add_nag(PdnReader *reader, int number, const char *text, size_t length) {
    GameBuilder *builder = &reader->builder;
    const PdnLine *line = current_line(reader);
    PdnPlace place = pdn_input_place(&reader->input);
    PdnPly *ply = line->fresh ? NULL : &builder->plies[line->tip];
    const char *fault = number < 0                       ? "a glyph's number runs from $0 to $255"
                        : !ply                           ? "a glyph stands behind a move"
                        : ply->nag_count == PDN_NAGS_MAX ? "too many glyphs at one move"
                                                         : NULL;
    if (fault) {
        builder_add_finding(builder, PDN_FINDING_NAG, place, ply ? line->tip : -1, text, length,
                            "%s; this one is kept as a comment", fault);
        reader_keep_loose(reader, place, text, length);
    } else {
        ply->nags[ply->nag_count++] = (uint8_t)number;
    }
    if (reader->move_end == place.offset)
        reader->move_end += length;
}

static void take_number(PdnReader *reader, const PdnToken *token, const char *window) {
    reader->number = token->kind == PDN_TOKEN_NUMBER ? token->number : reader->number;
    reader->number_place = pdn_input_place(&reader->input);
    if (token->kind == PDN_TOKEN_NUMBER && token->dotted)
        return;
    builder_add_finding(&reader->builder, PDN_FINDING_NUMBER, pdn_input_place(&reader->input), -1,
                        window, token->length,
                        token->kind == PDN_TOKEN_DOTS ? "a full stop without a number"
                                                      : "a move number without a full stop");
}

/* ---- results ---- */

static void end_with(PdnReader *reader, const char *text, size_t length, bool usual) {
    GameBuilder *builder = &reader->builder;
    PdnPlace place = pdn_input_place(&reader->input);
    reader_begin_moves(reader);
    reader->result = builder_keep_text(builder, place, text, length, false);
    /* In a variation it is what might have been, or else the variation was not closed. */
    reader->finished = reader->depth == 0;
    if (builder->check && reader->move_end == place.offset)
        builder_add_finding(builder, PDN_FINDING_RESULT_GLUED, place, -1, text, length,
                            "no blank between the last move and the result");
    if (!usual)
        builder_add_finding(builder, PDN_FINDING_RESULT_FORM, place, -1, text, length,
                            "a result in an unusual form");
}

/* Bytes of blanks and comments from `at` on; more than `length` when an empty line is among them or
 * a comment does not end in sight. */
static size_t skip_lightly(const char *window, size_t length, size_t at) {
    int line_ends = 0;
    for (; at < length; at++) {
        char byte = window[at];
        if (byte == '{') {
            const char *end = memchr(window + at, '}', length - at);
            if (!end)
                return length + 1;
            at = (size_t)(end - window);
            line_ends = 0;
        } else if (byte == '\n') {
            if (++line_ends > 1)
                return length + 1;
        } else if (!scanner_is_blank((unsigned char)byte)) {
            break;
        }
    }
    return at;
}

/* Whether a `*` glued to a move is a mark at it: the game goes on. `1.` begins another one. */
static bool marks_forced_move(const char *window, size_t length) {
    PdnToken next;
    size_t at = skip_lightly(window, length, 1);
    if (at >= length)
        return false;
    pdn_token_scan(window + at, length - at, &next);
    switch (next.kind) {
    case PDN_TOKEN_NUMBER:
        return next.number != 1;
    case PDN_TOKEN_MOVE:
    case PDN_TOKEN_RESULT:
    case PDN_TOKEN_STAR:
    case PDN_TOKEN_NAG:
    case PDN_TOKEN_OPEN:
    case PDN_TOKEN_CLOSE:
        return true;
    default:
        return false;
    }
}

static void take_star(PdnReader *reader, const char *window, size_t length) {
    PdnPlace place = pdn_input_place(&reader->input);
    bool glued = reader->move_end == place.offset && !current_line(reader)->fresh;
    if (!glued || !marks_forced_move(window, length)) {
        end_with(reader, window, 1, true);
        return;
    }
    builder_add_finding(&reader->builder, PDN_FINDING_FORCED, place, current_line(reader)->tip,
                        window, 1, "a `*` at a move is read as the mark of a forced one, $7");
    add_nag(reader, NAG_FORCED, window, 1);
}

/* ---- variations ---- */

static void tell_variation(PdnReader *reader, const char *message) {
    const PdnLine *line = current_line(reader);
    builder_add_finding(&reader->builder, PDN_FINDING_VARIATION, pdn_input_place(&reader->input),
                        line->fresh ? -1 : line->tip, "", 0, "%s", message);
}

/* Steps over everything up to the bracket that closes the one that stands next, or up to a tag. */
static void skip_variation(PdnReader *reader) {
    PdnInput *input = &reader->input;
    uint64_t open = 0;
    builder_add_finding(&reader->builder, PDN_FINDING_CUT, pdn_input_place(input), -1, "", 0,
                        "variations are nested more than %d deep; what lies deeper is left out",
                        PDN_DEPTH_MAX);
    bool comment = false;
    do {
        int byte = pdn_input_peek(input);
        if (byte == PDN_INPUT_END || (byte == '[' && input->line_start))
            return;
        if (byte == '{' || byte == '}')
            comment = byte == '{';
        else if (!comment && byte == '(')
            open++;
        else if (!comment && byte == ')')
            open--;
        pdn_input_step(input);
    } while (open > 0);
}

/* A variation replaces the last move of the line. */
static void open_variation(PdnReader *reader) {
    GameBuilder *builder = &reader->builder;
    const PdnLine *line = current_line(reader);
    PdnLine opened = {.tip = line->tip,
                      .depth = line->depth + 1,
                      .fresh = true,
                      .dead = line->dead,
                      .setup = PDN_NO_SETUP};
    reader_place_comments(reader, line->tip, false);
    if (line->fresh) {
        tell_variation(reader, "a variation stands behind the move that it replaces");
        opened.depth = line->depth ? line->depth : 1;
    } else {
        opened.tip = builder->plies[line->tip].parent;
        opened.dead = opened.tip < 0 ? !builder->game.playable : !builder->plies[opened.tip].legal;
        opened.dead |= opened.tip == line->setup;
    }
    reader->lines[++reader->depth] = opened;
}

static void close_variation(PdnReader *reader) {
    if (reader->depth == 0) {
        tell_variation(reader, "a bracket ) closes nothing");
        return;
    }
    reader_place_comments(reader, current_line(reader)->tip, false);
    reader->depth--;
    reader->result = NULL;
}

void reader_close_variations(PdnReader *reader) {
    if (reader->depth == 0)
        return;
    reader_place_comments(reader, current_line(reader)->tip, false);
    builder_add_finding(&reader->builder, PDN_FINDING_VARIATION, pdn_input_place(&reader->input),
                        -1, "", 0, "%d variation%s not closed", reader->depth,
                        reader->depth > 1 ? "s are" : " is");
    reader->depth = 0;
}

/* ---- all of them ---- */

void reader_take_token(PdnReader *reader, const PdnToken *token, const char *window,
                       size_t length) {
    GameBuilder *builder = &reader->builder;
    switch (token->kind) {
    case PDN_TOKEN_BLANK:
        if (*window == '\0')
            builder_tell_encoding(builder, pdn_input_place(&reader->input), window, 1);
        break;
    case PDN_TOKEN_NUMBER:
    case PDN_TOKEN_DOTS:
        take_number(reader, token, window);
        break;
    case PDN_TOKEN_MOVE:
        if (pdn_token_is_time(token))
            take_words(reader);
        else
            take_move(reader, token, window, length);
        return;
    case PDN_TOKEN_NULL_MOVE:
        take_null_move(reader, token, window);
        break;
    case PDN_TOKEN_RESULT:
        end_with(reader, window, token->length, token->usual);
        break;
    case PDN_TOKEN_STAR:
        take_star(reader, window, length);
        break;
    case PDN_TOKEN_NAG:
        add_nag(reader, token->number, window, token->length);
        break;
    case PDN_TOKEN_OPEN:
        if (reader->depth == PDN_DEPTH_MAX) {
            skip_variation(reader);
            return;
        }
        open_variation(reader);
        break;
    case PDN_TOKEN_CLOSE:
        close_variation(reader);
        break;
    case PDN_TOKEN_BRACE_CLOSE:
        builder_add_finding(builder, PDN_FINDING_BRACE, pdn_input_place(&reader->input), -1, "}", 1,
                            "a brace } closes no comment");
        break;
    case PDN_TOKEN_SETUP:
        take_setup(reader, token, window);
        break;
    case PDN_TOKEN_WORD:
        take_words(reader);
        return;
    case PDN_TOKEN_BRACE_OPEN:
    case PDN_TOKEN_LINE_COMMENT:
    case PDN_TOKEN_BRACKET:
        assert(!"read elsewhere");
    }
    pdn_input_skip(&reader->input, token->length);
}
