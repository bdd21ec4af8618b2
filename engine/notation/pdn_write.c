/* SPDX-License-Identifier: MIT */
#include "engine/notation/pdn_write.h"

#include "engine/notation/move_text.h"
#include "engine/notation/pdn_words_internal.h"

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
    WordWriter writer = words_start(buffer);
    int number = 1;
    for (int i = 1; i < record->count; i++) {
        const Position *before = &record->entries[i - 1].position;
        bool begins = before->turn == rules->first;
        char move[MOVE_TEXT_SIZE];
        move_text_write(before, record->entries[i].move, move);
        words_append_move(&writer, number, begins, move);
        if (tags && tags->note)
            append_note(tags, i, &writer);
        number += !begins;
    }
    words_append_result(&writer, pdn_result_text(rules, outcome));
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
    words_append_game_type(buffer, rules);
    words_append_setup(buffer, first, NULL);
    for (int i = 0; i < tags->extra_count; i++)
        words_append_tag(buffer, tags->extra[i].name, tags->extra[i].value);
    text_buffer_append(buffer, "\n", 1);
    append_moves(record, tags, outcome, buffer);
    text_buffer_append(buffer, "\n", 1);
    return text_buffer_get_status(buffer, error);
}

void pdn_append_clock(TextBuffer *note, const char *command, int64_t milliseconds) {
    long long ms = milliseconds > 0 ? (long long)milliseconds : 0;
    text_buffer_printf(note, "%s[%%%s %lld:%02lld:%02lld", note->length > 0 ? " " : "", command,
                       ms / 3600000, ms / 60000 % 60, ms / 1000 % 60);
    if (ms % 1000)
        text_buffer_printf(note, ".%03lld", ms % 1000);
    text_buffer_append(note, "]", 1);
}
