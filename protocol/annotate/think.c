/* SPDX-License-Identifier: MIT */
#include "protocol/annotate/think.h"

#include "book/book.h"
#include "endgame/probe.h"

#include <string.h>

/* The callbacks of a search fill the note of its position. */
static void on_info(void *context, const SearchInfo *info) {
    NotesPosition *note = context;
    note->line_length = info->line_length < NOTES_LINE_MAX ? info->line_length : NOTES_LINE_MAX;
    memcpy(note->line, info->line, (size_t)note->line_length * sizeof *note->line);
}

static void on_done(void *context, const SearchResult *result) {
    NotesPosition *note = context;
    note->score = result->score;
    note->depth = result->depth;
    note->nodes = result->nodes;
    bool same = note->line_length > 0 && move_equals(note->line[0], result->best);
    if (same || move_is_none(result->best))
        return;
    /* The search ended with a better move than that of the last line it told. */
    note->line[0] = result->best;
    note->line_length = 1;
}

static void note_end(Outcome outcome, const Position *position, NotesPosition *note) {
    Outcome own = position->turn == COLOR_WHITE ? OUTCOME_WHITE_WINS : OUTCOME_BLACK_WINS;
    note->ended = true;
    note->score = outcome == OUTCOME_DRAW ? SCORE_DRAW : outcome == own ? SCORE_WIN : -SCORE_WIN;
}

static void note_knowledge(const Session *session, const Position *position, NotesPosition *note) {
    const Book *book = session_get_book(session);
    Oracle oracle = probe_oracle(session_tables(session));
    BookEntry entry;
    note->in_book = book && book_find(book, position, &entry, NULL) > 0;
    if (oracle.pieces_max == 0)
        return;
    OracleAnswer answer = {.plies = -1};
    oracle.consult(oracle.context, position, &answer);
    note->truth = answer.rule != ORACLE_UNKNOWN ? answer.rule : answer.value;
}

static bool is_stopped(const ThinkConfig *config) {
    return config->stop && atomic_load(config->stop);
}

/* Thinks about the session's position. A game that a draw rule could have ended and that was played
 * on is judged as the players did; only its last position is over. */
static Status think_position(Session *session, const ThinkConfig *config, bool last,
                             NotesPosition *note, Error *error) {
    SearchEvents events = {on_info, on_done, note};
    const Position *position = session_position(session);
    Outcome outcome = record_outcome(session_record(session), NULL);
    note_knowledge(session, position, note);
    if (outcome != OUTCOME_NONE && last) {
        note->truth = ORACLE_UNKNOWN;
        note_end(outcome, position, note);
        return STATUS_OK;
    }
    Status status = session_think(session, &config->limits, SEARCH_ANALYSE, &events, error);
    if (status >= 0)
        session_wait(session);
    return status;
}

Status think_game(Session *session, const GameRecord *record, const ThinkConfig *config,
                  GameNotes *notes, Error *error) {
    Status status = notes_resize(notes, record->count, error);
    if (status >= 0)
        status = session_new_game(session, error);
    if (status >= 0)
        status = session_set_position(session, &record->entries[0].position, error);
    for (int i = 1; status >= 0 && i < record->count; i++)
        status = session_play(session, record->entries[i].move, error);
    for (int i = record->count - 1; status >= 0 && i >= 0; i--) {
        if (!is_stopped(config))
            status = think_position(session, config, i == record->count - 1, &notes->positions[i],
                                    error);
        if (status >= 0 && is_stopped(config))
            status = error_set(error, STATUS_CLOSED, "broken off");
        if (status >= 0 && i > 0)
            status = session_undo(session, error);
        if (status >= 0 && config->on_position)
            config->on_position(config->context);
    }
    return status;
}
