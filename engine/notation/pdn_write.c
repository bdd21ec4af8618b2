/* SPDX-License-Identifier: MIT */
#include "engine/notation/pdn_write.h"

#include "engine/notation/fen.h"
#include "engine/notation/move_text.h"
#include "engine/notation/pdn_words_internal.h"

#include <stdio.h>

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

/* Adds what the tags have to say about a ply, in braces. */
static void append_note(const PdnTags *tags, int ply, WordWriter *writer) {
    TextBuffer note = {0};
    tags->note(tags->note_context, ply, &note);
    if (note.length)
        words_append_comment(writer, text_buffer_get(&note), note.length);
    writer->buffer->failed |= note.failed;
    text_buffer_done(&note);
}

static void append_moves(const GameRecord *record, const PdnTags *tags, Outcome outcome,
                         TextBuffer *buffer) {
    const Rules *rules = record->entries[0].position.rules;
    WordWriter writer = {.buffer = buffer};
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
        words_append(&writer, word);
        if (tags && tags->note)
            append_note(tags, i, &writer);
        number += !begins;
    }
    words_append(&writer, pdn_result_text(rules, outcome));
    text_buffer_append(buffer, "\n", 1);
}

Status pdn_write_moves(const GameRecord *record, Outcome outcome, TextBuffer *buffer,
                       Error *error) {
    append_moves(record, NULL, outcome, buffer);
    return text_buffer_get_status(buffer, error);
}

Status pdn_write_game(const GameRecord *record, const PdnTags *tags, Outcome outcome,
                      TextBuffer *buffer, Error *error) {
    const Position *first = &record->entries[0].position;
    const Rules *rules = first->rules;
    words_append_tag(buffer, "Event", tags->event ? tags->event : "?");
    words_append_tag(buffer, "Site", tags->site ? tags->site : "?");
    words_append_tag(buffer, "Date", tags->date ? tags->date : "????.??.??");
    words_append_tag(buffer, "Round", tags->round ? tags->round : "?");
    words_append_tag(buffer, "White", tags->white ? tags->white : "?");
    words_append_tag(buffer, "Black", tags->black ? tags->black : "?");
    words_append_tag(buffer, "Result", pdn_result_text(rules, outcome));
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
        words_append_tag(buffer, "FEN",
                         fen_write(first, first->quiet_plies ? &counters : NULL, fen));
    }
    for (int i = 0; i < tags->extra_count; i++)
        words_append_tag(buffer, tags->extra[i].name, tags->extra[i].value);
    text_buffer_append(buffer, "\n", 1);
    append_moves(record, tags, outcome, buffer);
    text_buffer_append(buffer, "\n", 1);
    return text_buffer_get_status(buffer, error);
}
