/* SPDX-License-Identifier: MIT */
#include "engine/notation/pdn_write.h"

#include "engine/notation/fen.h"
#include "engine/notation/move_text.h"

#include <stdio.h>
#include <string.h>

const char *pdn_result_text(const Rules *rules, Outcome outcome) {
    switch (outcome) {
    case OUTCOME_WHITE_WINS:
        return rules->pdn_results[0];
    case OUTCOME_DRAW:
        return rules->pdn_results[1];
    case OUTCOME_BLACK_WINS:
        return rules->pdn_results[2];
    case OUTCOME_NONE:
        break;
    }
    return "*";
}

/* Adds a word to a line of words. */
static void append_word(TextBuffer *buffer, size_t *column, const char *word) {
    size_t length = strlen(word);
    if (*column > 0) {
        bool fits = *column + 1 + length <= PDN_COLUMNS_MAX;
        text_buffer_append(buffer, fits ? " " : "\n", 1);
        *column = fits ? *column + 1 : 0;
    }
    text_buffer_append(buffer, word, length);
    *column += length;
}

Status pdn_write_moves(const GameRecord *record, Outcome outcome, TextBuffer *buffer,
                       Error *error) {
    const Rules *rules = record->entries[0].position.rules;
    size_t column = 0;
    int number = 1;
    for (int i = 1; i < record->count; i++) {
        const Position *before = &record->entries[i - 1].position;
        bool begins = before->turn == rules->first;
        char move[MOVE_TEXT_SIZE], word[MOVE_TEXT_SIZE + 16];
        move_text_write(before, record->entries[i].move, move);
        /* A number and its move are one word, so that no line ends with a number. */
        if (begins || i == 1)
            snprintf(word, sizeof word, "%d%s %s", number, begins ? "." : "...", move);
        else
            snprintf(word, sizeof word, "%s", move);
        append_word(buffer, &column, word);
        number += !begins;
    }
    append_word(buffer, &column, pdn_result_text(rules, outcome));
    text_buffer_append(buffer, "\n", 1);
    return text_buffer_get_status(buffer, error);
}

static void append_tag(TextBuffer *buffer, const char *name, const char *value) {
    text_buffer_printf(buffer, "[%s \"", name);
    for (const char *c = value; *c; c++) {
        bool control = (unsigned char)*c < ' ' || *c == 0x7f;
        if (*c == '"' || *c == '\\')
            text_buffer_append(buffer, "\\", 1);
        text_buffer_append(buffer, control ? " " : c, 1);
    }
    text_buffer_append(buffer, "\"]\n", 3);
}

Status pdn_write_game(const GameRecord *record, const PdnTags *tags, Outcome outcome,
                      TextBuffer *buffer, Error *error) {
    const Position *first = &record->entries[0].position;
    const Rules *rules = first->rules;
    append_tag(buffer, "Event", tags->event ? tags->event : "?");
    append_tag(buffer, "Site", tags->site ? tags->site : "?");
    append_tag(buffer, "Date", tags->date ? tags->date : "????.??.??");
    append_tag(buffer, "Round", tags->round ? tags->round : "?");
    append_tag(buffer, "White", tags->white ? tags->white : "?");
    append_tag(buffer, "Black", tags->black ? tags->black : "?");
    append_tag(buffer, "Result", pdn_result_text(rules, outcome));
    if (rules->pdn_game_type_text)
        text_buffer_printf(buffer, "[GameType \"%s\"]\n", rules->pdn_game_type_text);
    else
        text_buffer_printf(buffer, "[GameType \"%d\"]\n", rules->pdn_game_type);
    Position start;
    position_init_start(&start, rules);
    if (!position_same_placement(first, &start)) {
        /* A count of king moves that the game began with decides when it is drawn. */
        char fen[FEN_SIZE];
        FenCounters counters = {.quiet_plies = first->quiet_plies, .move_number = 1};
        append_tag(buffer, "FEN", fen_write(first, first->quiet_plies ? &counters : NULL, fen));
    }
    text_buffer_append(buffer, "\n", 1);
    Status status = pdn_write_moves(record, outcome, buffer, error);
    text_buffer_append(buffer, "\n", 1);
    return status < 0 ? status : text_buffer_get_status(buffer, error);
}
