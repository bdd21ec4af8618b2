/* SPDX-License-Identifier: MIT
 *
 * Moves taken back, and played again. */
#include "engine/board/movegen.h"
#include "protocol/console_internal.h"

#include <stdlib.h>

void console_forget_undone(Console *console) {
    console->undone_count = 0;
}

Status console_play(Console *console, Move move, Error *error) {
    Status status = session_play(console->session, move, error);
    if (status < 0)
        return status;
    int last = console->undone_count - 1;
    if (last >= 0 && move_equals(console->undone[last], move))
        console->undone_count--;
    else
        console_forget_undone(console);
    return STATUS_OK;
}

/* Takes one move back and keeps it. */
static Status take_back(Console *console, Error *error) {
    if (console->undone_count == console->undone_capacity) {
        int capacity = console->undone_capacity ? console->undone_capacity * 2 : 64;
        Move *undone = realloc(console->undone, (size_t)capacity * sizeof *undone);
        if (!undone)
            return error_set(error, STATUS_NO_MEMORY, "no memory to take a move back");
        console->undone = undone;
        console->undone_capacity = capacity;
    }
    const GameRecord *record = session_record(console->session);
    Move move = record->entries[record->count - 1].move;
    Status status = session_undo(console->session, error);
    if (status == STATUS_OK)
        console->undone[console->undone_count++] = move;
    return status;
}

/* Plies after whose taking back a person is to move, 0 if there are none; against an engine that
 * plays one side these are the person's last move and the answer to it. */
static int count_undo(const Console *console) {
    const GameRecord *record = session_record(console->session);
    bool alone = console->engine_plays[COLOR_WHITE] == console->engine_plays[COLOR_BLACK];
    for (int plies = 1; plies <= record_plies(record); plies++) {
        Color turn = (Color)record->entries[record->count - 1 - plies].position.turn;
        if (alone || !console->engine_plays[turn])
            return plies;
    }
    return 0;
}

static Status read_undo(const Console *console, const char *arguments, int *ret_plies,
                        Error *error) {
    int played = record_plies(session_record(console->session));
    int plies = count_undo(console);
    if (played == 0 || (plies == 0 && !*arguments))
        return error_set(error, STATUS_STATE, "no move of yours to take back");
    if (*arguments) {
        uint64_t count = 0;
        Status status = word_read_count(word_take(&arguments), (uint64_t)played, &count, error);
        if (status < 0)
            return status;
        plies = (int)count;
    }
    *ret_plies = plies;
    return word_expect_end(arguments, error);
}

Status console_run_undo(Console *console, const char *arguments, Error *error) {
    if (console->resigned && !*arguments) {
        line_output_printf(console->output, "took back that %s %s", color_write(console->resigner),
                           console->on_time ? "lost on time" : "resigned");
        if (console->on_time)
            console->clock_left[console->resigner] = console->limits.clock_time;
        console->resigned = console->on_time = false;
        console_show_change(console);
        return STATUS_OK;
    }
    int plies = 0;
    Status status = read_undo(console, arguments, &plies, error);
    for (int i = 0; i < plies && status == STATUS_OK; i++)
        status = take_back(console, error);
    if (status < 0)
        return status;
    console->resigned = console->on_time = false;
    line_output_printf(console->output, "took back %d move%s, %s to move", plies,
                       plies == 1 ? "" : "s",
                       color_write((Color)session_position(console->session)->turn));
    console_show_change(console);
    return STATUS_OK;
}

/* Whether a person is to move, or everybody is one. */
static bool is_person_due(const Console *console) {
    Color turn = (Color)session_position(console->session)->turn;
    return !console->engine_plays[turn] || console->engine_plays[color_other(turn)];
}

Status console_run_redo(Console *console, const char *arguments, Error *error) {
    uint64_t most = (uint64_t)console->undone_count, plies = 0, played = 0;
    if (most == 0)
        return error_set(error, STATUS_STATE, "no move was taken back");
    if (*arguments) {
        Status status = word_read_count(word_take(&arguments), most, &plies, error);
        if (status == STATUS_OK)
            status = word_expect_end(arguments, error);
        if (status < 0)
            return status;
    }
    /* Without a number: up to where undo began, so that a person is to move again. */
    do {
        Status status = console_play(console, console->undone[console->undone_count - 1], error);
        if (status < 0)
            return status;
        played++;
    } while (played < most && (plies ? played < plies : !is_person_due(console)));
    line_output_printf(console->output, "played %d move%s again, %s to move", (int)played,
                       played == 1 ? "" : "s",
                       color_write((Color)session_position(console->session)->turn));
    console_show_change(console);
    return STATUS_OK;
}
