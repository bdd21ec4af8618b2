/* SPDX-License-Identifier: MIT
 *
 * What the arbiter says, as lines and as JSON. */
#include "engine/base/escape.h"
#include "engine/notation/fen.h"
#include "protocol/arbiter_line.h"

#include <stdio.h>

static const char *const kinds[] = {
    [RULING_ACCEPTED] = "accepted", [RULING_REFUSED] = "refused", [RULING_IRREGULAR] = "irregular",
    [RULING_NOTE] = "note",         [RULING_WARNING] = "warning", [RULING_OVER] = "over",
};

static const char *const games[] = {
    [GAME_NONE] = "none",   [GAME_GOES_ON] = "goes-on",     [GAME_WHITE_WON] = "white-won",
    [GAME_DRAWN] = "drawn", [GAME_BLACK_WON] = "black-won", [GAME_ANNULLED] = "annulled",
};

/* In the order of the MAY_ bits. */
static const char *const permissions[] = {
    "new",    "move",   "huff",  "compel", "stand",    "rectify", "crown",
    "decide", "accept", "claim", "notice", "intimate", "show",
};

enum {
    PERMISSIONS = sizeof permissions / sizeof *permissions
};

static const char *color_word(Color color) {
    return color == COLOR_WHITE ? "white" : "black";
}

static const char *write_clause(const Arbiter *arbiter, LawMatter matter, char *buffer,
                                size_t size) {
    snprintf(buffer, size, "%s/%s", arbiter_get_book(arbiter)->name, law_matter_word(matter));
    return buffer;
}

static void write_squares(const HuffPosition *position, TextBuffer *output) {
    const Geometry *geometry = rules_geometry(position->position.rules);
    const char *separator = "";
    for (Bitboard cells = position->huffable; cells; cells = bits_rest(cells)) {
        text_buffer_printf(output, "%s%d", separator, geometry->square_of_cell[bits_first(cells)]);
        separator = ",";
    }
}

/* ---- Lines ---- */

static void write_may(unsigned may, const char *quote, TextBuffer *output) {
    const char *separator = "";
    for (int i = 0; i < PERMISSIONS; i++)
        if (may >> i & 1) {
            text_buffer_printf(output, "%s%s%s%s", separator, quote, permissions[i], quote);
            separator = ",";
        }
}

static void write_state(const ArbiterState *state, TextBuffer *output) {
    char fen[FEN_SIZE];
    text_buffer_printf(output, "state %s", games[state->game]);
    if (state->game == GAME_GOES_ON)
        text_buffer_printf(output, " turn=%s", color_word(state->turn));
    text_buffer_printf(output, " may=");
    write_may(state->may, "", output);
    if (state->may & MAY_HUFF) {
        text_buffer_printf(output, " huffable=");
        write_squares(state->position, output);
    }
    if (state->count_limit)
        text_buffer_printf(output, " count=%d/%d", state->counted, state->count_limit);
    if (state->left_ms != INT64_MAX)
        text_buffer_printf(output, " left=%lld", (long long)state->left_ms);
    if (state->position)
        text_buffer_printf(output, " fen=%s", fen_write(&state->position->position, NULL, fen));
    text_buffer_printf(output, "\n");
}

static void write_lines(const Arbiter *arbiter, const char *fault, const Answer *answer,
                        TextBuffer *output) {
    char clause[64];
    if (fault)
        text_buffer_printf(output, "error: %s\n", fault);
    for (int i = 0; i < answer->count; i++) {
        const Ruling *ruling = &answer->rulings[i];
        text_buffer_printf(output, "%s %s: %s\n", kinds[ruling->kind],
                           write_clause(arbiter, ruling->matter, clause, sizeof clause),
                           ruling->text);
    }
    ArbiterState state = arbiter_get_state(arbiter);
    write_state(&state, output);
}

/* ---- JSON ---- */

static void write_json_state(const ArbiterState *state, TextBuffer *output) {
    char fen[FEN_SIZE];
    bool goes_on = state->game == GAME_GOES_ON;
    text_buffer_printf(output, "\"game\":\"%s\",\"turn\":", games[state->game]);
    text_buffer_printf(output, goes_on ? "\"%s\"" : "null", color_word(state->turn));
    text_buffer_printf(output, ",\"may\":[");
    write_may(state->may, "\"", output);
    text_buffer_printf(output, "],\"huffable\":[");
    if (state->may & MAY_HUFF)
        write_squares(state->position, output);
    text_buffer_printf(output, "],\"counted\":%d,\"count_limit\":%d,\"left_ms\":", state->counted,
                       state->count_limit);
    if (state->left_ms == INT64_MAX)
        text_buffer_printf(output, "null");
    else
        text_buffer_printf(output, "%lld", (long long)state->left_ms);
    text_buffer_printf(output, ",\"fen\":");
    if (state->position)
        text_buffer_printf(output, "\"%s\"", fen_write(&state->position->position, NULL, fen));
    else
        text_buffer_printf(output, "null");
}

static void write_json(const Arbiter *arbiter, const char *fault, const Answer *answer,
                       TextBuffer *output) {
    const LawBook *book = arbiter_get_book(arbiter);
    char clause[64];
    text_buffer_printf(output, "{\"error\":");
    if (fault)
        escape_json(output, fault);
    else
        text_buffer_printf(output, "null");
    text_buffer_printf(output, ",\"rulings\":[");
    for (int i = 0; i < answer->count; i++) {
        const Ruling *ruling = &answer->rulings[i];
        text_buffer_printf(
            output, "%s{\"kind\":\"%s\",\"clause\":\"%s\",\"article\":", i ? "," : "",
            kinds[ruling->kind], write_clause(arbiter, ruling->matter, clause, sizeof clause));
        escape_json(output, book->clauses[ruling->matter].article);
        text_buffer_printf(output, ",\"text\":");
        escape_json(output, ruling->text);
        text_buffer_printf(output, "}");
    }
    text_buffer_printf(output, "],");
    ArbiterState state = arbiter_get_state(arbiter);
    write_json_state(&state, output);
    text_buffer_printf(output, "}\n");
}

void arbiter_line_write(const Arbiter *arbiter, const char *fault, const Answer *answer, bool json,
                        TextBuffer *output) {
    if (json)
        write_json(arbiter, fault, answer, output);
    else
        write_lines(arbiter, fault, answer, output);
}
