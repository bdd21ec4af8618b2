/* SPDX-License-Identifier: MIT */
#include "bench/match/hub_engine_internal.h"
#include "engine/notation/fen.h"
#include "engine/notation/move_text.h"

#include <math.h>
#include <stdio.h>

static const double least_seconds = 0.001; /* an engine is never told that it has no time */

/* The last entry that no later position can repeat: behind a capture or a man's move, or the start.
 */
static int find_base(const GameRecord *record) {
    int base = record->count - 1;
    while (base > 0 && record->entries[base].move.king &&
           !move_is_capture(record->entries[base].move))
        base--;
    return base;
}

static void add_move(TextBuffer *buffer, const Position *position, Move move) {
    char text[MOVE_TEXT_SIZE];
    text_buffer_printf(buffer, "%s%s", buffer->length > 0 ? " " : "",
                       move_text_write_hub(position, move, text));
}

/* ---- Version 2 ---- */

static Status send_pos(HubEngine *engine, const GameRecord *record, Move expected,
                       PlayerAnswer *answer, Error *error) {
    char position[FEN_SIZE];
    int base = find_base(record);
    TextBuffer moves = {0};
    for (int i = base + 1; i < record->count; i++)
        add_move(&moves, &record->entries[i - 1].position, record->entries[i].move);
    if (!move_is_none(expected))
        add_move(&moves, record_current(record), expected);
    Status status = text_buffer_get_status(&moves, error);
    if (status >= 0) {
        hub_writer_begin(&engine->writer, "pos");
        hub_writer_add(&engine->writer, "pos",
                       fen_write_hub(&record->entries[base].position, false, position));
        if (moves.length > 0)
            hub_writer_add(&engine->writer, "moves", text_buffer_get(&moves));
        status = hub_send(engine, answer, error);
    }
    text_buffer_done(&moves);
    return status;
}

static double at_least(double seconds) {
    return fmax(seconds, least_seconds);
}

static Status send_level(HubEngine *engine, const PlayerTurn *turn, PlayerAnswer *answer,
                         Error *error) {
    const MatchLimits *limits = &turn->limits;
    HubWriter *writer = &engine->writer;
    hub_writer_begin(writer, "level");
    if (limits->depth > 0)
        hub_writer_format(writer, "depth", "%d", limits->depth);
    if (limits->nodes > 0)
        hub_writer_format(writer, "nodes", "%llu", (unsigned long long)limits->nodes);
    if (limits->move_time > 0)
        hub_writer_format(writer, "move-time", "%.3f", at_least(limits->move_time));
    if (limits->clock_time > 0) {
        if (turn->moves_to_control > 0)
            hub_writer_format(writer, "moves", "%d", turn->moves_to_control);
        hub_writer_format(writer, "time", "%.3f", at_least(turn->remaining));
        if (limits->clock_increment > 0)
            hub_writer_format(writer, "inc", "%.3f", limits->clock_increment);
    } else if (limits->depth == 0 && limits->nodes == 0 && !(limits->move_time > 0)) {
        hub_writer_add_flag(writer, "infinite");
    }
    return hub_send(engine, answer, error);
}

/* ---- Version 1 ---- */

static Status send_plain_move(HubEngine *engine, const Position *position, Move move,
                              PlayerAnswer *answer, Error *error) {
    char text[MOVE_TEXT_SIZE];
    hub_writer_begin(&engine->writer, "move");
    hub_writer_add_flag(&engine->writer, move_text_write_hub(position, move, text));
    return hub_send(engine, answer, error);
}

static Status send_plain_position(HubEngine *engine, const GameRecord *record, Move expected,
                                  PlayerAnswer *answer, Error *error) {
    char position[FEN_SIZE];
    int base = find_base(record);
    hub_writer_begin(&engine->writer, "pos");
    hub_writer_add_flag(&engine->writer,
                        fen_write_hub(&record->entries[base].position, true, position));
    Status status = hub_send(engine, answer, error);
    for (int i = base + 1; i < record->count && status >= 0 && !hub_has_fault(answer); i++)
        status = send_plain_move(engine, &record->entries[i - 1].position, record->entries[i].move,
                                 answer, error);
    if (status >= 0 && !hub_has_fault(answer) && !move_is_none(expected))
        status = send_plain_move(engine, record_current(record), expected, answer, error);
    return status;
}

/* A line of a command and whole numbers. */
static Status send_numbers(HubEngine *engine, const char *command, const long *numbers, int count,
                           PlayerAnswer *answer, Error *error) {
    hub_writer_begin(&engine->writer, command);
    for (int i = 0; i < count; i++) {
        char text[24];
        snprintf(text, sizeof text, "%ld", numbers[i]);
        hub_writer_add_flag(&engine->writer, text);
    }
    return hub_send(engine, answer, error);
}

static long in_milliseconds(double seconds) {
    return lround(seconds * 1000);
}

static Status send_plain_level(HubEngine *engine, const PlayerTurn *turn, PlayerAnswer *answer,
                               Error *error) {
    const MatchLimits *limits = &turn->limits;
    Status status = STATUS_OK;
    if (limits->depth > 0)
        status = send_numbers(engine, "depth", (long[]){limits->depth}, 1, answer, error);
    if (status >= 0 && !hub_has_fault(answer) && limits->move_time > 0)
        status =
            send_numbers(engine, "time", (long[]){in_milliseconds(at_least(limits->move_time))}, 1,
                         answer, error);
    if (status >= 0 && !hub_has_fault(answer) && limits->clock_time > 0)
        status = send_numbers(engine, "level",
                              (long[]){turn->moves_to_control,
                                       in_milliseconds(at_least(turn->remaining)),
                                       in_milliseconds(limits->clock_increment)},
                              3, answer, error);
    return status;
}

Status hub_send_position(HubEngine *engine, const PlayerTurn *turn, Move expected,
                         PlayerAnswer *answer, Error *error) {
    bool plain = engine->version == 1;
    Status status = plain ? send_plain_position(engine, turn->record, expected, answer, error)
                          : send_pos(engine, turn->record, expected, answer, error);
    if (status < 0 || hub_has_fault(answer))
        return status;
    return plain ? send_plain_level(engine, turn, answer, error)
                 : send_level(engine, turn, answer, error);
}
