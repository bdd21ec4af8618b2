/* SPDX-License-Identifier: MIT
 *
 * The notes of one game as a line of text. */
#include "engine/eval/score.h"
#include "engine/notation/move_text.h"
#include "protocol/annotate/work_file.h"

#include <stdlib.h>
#include <string.h>

/* ---- writing ---- */

static void append_flags(const NotesPosition *note, TextBuffer *buffer) {
    static const char truths[] = {
        [ORACLE_UNKNOWN] = '\0', [ORACLE_LOSS] = 'l', [ORACLE_DRAW] = 'd', [ORACLE_WIN] = 'w'};
    size_t before = buffer->length;
    if (note->ended)
        text_buffer_append(buffer, "e", 1);
    if (note->in_book)
        text_buffer_append(buffer, "b", 1);
    if (note->truth != ORACLE_UNKNOWN)
        text_buffer_append(buffer, &truths[note->truth], 1);
    if (buffer->length == before)
        text_buffer_append(buffer, "-", 1);
}

static void append_line(const Position *root, const NotesPosition *note, TextBuffer *buffer) {
    Position position = *root;
    for (int i = 0; i < note->line_length; i++) {
        char move[MOVE_TEXT_SIZE];
        Position next;
        text_buffer_printf(buffer, "%s%s", i > 0 ? "," : "",
                           move_text_write_hub(&position, note->line[i], move));
        position_make(&position, note->line[i], &next);
        position = next;
    }
}

Status work_file_write_line(uint64_t game, const GameRecord *record, const GameNotes *notes,
                            TextBuffer *buffer, Error *error) {
    text_buffer_printf(buffer, "%llu\t", (unsigned long long)game);
    for (int i = 0; i < notes->count; i++) {
        const NotesPosition *note = &notes->positions[i];
        text_buffer_printf(buffer, "%s%d/%d/%llu/", i > 0 ? " " : "", note->score, note->depth,
                           (unsigned long long)note->nodes);
        append_flags(note, buffer);
        text_buffer_append(buffer, "/", 1);
        append_line(&record->entries[i].position, note, buffer);
    }
    return text_buffer_get_status(buffer, error);
}

/* ---- reading ---- */

/* What is left of a line. */
typedef struct {
    const char *at, *end;
} Rest;

static bool take_char(Rest *rest, char c) {
    if (rest->at == rest->end || *rest->at != c)
        return false;
    rest->at++;
    return true;
}

/* A number of up to 18 digits, at most `max`. */
static bool take_number(Rest *rest, uint64_t max, uint64_t *ret_number) {
    uint64_t number = 0;
    int digits = 0;
    for (; rest->at < rest->end && *rest->at >= '0' && *rest->at <= '9' && digits < 19; digits++)
        number = number * 10 + (uint64_t)(*rest->at++ - '0');
    *ret_number = number;
    return digits > 0 && digits < 19 && number <= max;
}

static bool take_numbers(Rest *rest, NotesPosition *note) {
    uint64_t score, depth;
    bool negative = take_char(rest, '-');
    if (!take_number(rest, SCORE_WIN, &score) || !take_char(rest, '/') ||
        !take_number(rest, 1000, &depth) || !take_char(rest, '/') ||
        !take_number(rest, UINT64_MAX, &note->nodes) || !take_char(rest, '/'))
        return false;
    note->score = negative ? -(int)score : (int)score;
    note->depth = (int)depth;
    return true;
}

static bool take_flags(Rest *rest, NotesPosition *note) {
    if (take_char(rest, '-'))
        return take_char(rest, '/');
    note->ended = take_char(rest, 'e');
    note->in_book = take_char(rest, 'b');
    note->truth = take_char(rest, 'w')   ? ORACLE_WIN
                  : take_char(rest, 'd') ? ORACLE_DRAW
                  : take_char(rest, 'l') ? ORACLE_LOSS
                                         : ORACLE_UNKNOWN;
    return (note->ended || note->in_book || note->truth != ORACLE_UNKNOWN) && take_char(rest, '/');
}

static Status take_line(Rest *rest, const Position *root, NotesPosition *note, Error *error) {
    Position position = *root;
    while (rest->at < rest->end && *rest->at != ' ') {
        size_t length = 0;
        while (rest->at + length < rest->end && !strchr(" ,", rest->at[length]))
            length++;
        if (note->line_length == NOTES_LINE_MAX)
            return error_set(error, STATUS_RANGE, "a line of more than %d moves", NOTES_LINE_MAX);
        Move *move = &note->line[note->line_length++];
        Status status = move_text_read(&position, rest->at, length, move, error);
        if (status < 0)
            return status;
        Position next;
        position_make(&position, *move, &next);
        position = next;
        rest->at += length;
        if (take_char(rest, ',') && (rest->at == rest->end || *rest->at == ' '))
            return error_set(error, STATUS_SYNTAX, "a line that ends with a comma");
    }
    return STATUS_OK;
}

static Status take_position(Rest *rest, const Position *position, NotesPosition *note,
                            Error *error) {
    if (!take_numbers(rest, note) || !take_flags(rest, note))
        return error_set(error, STATUS_SYNTAX,
                         "\"%.40s\" where score/depth/nodes/flags/line must stand",
                         rest->at < rest->end ? rest->at : "");
    return take_line(rest, position, note, error);
}

Status work_file_read_line(const char *line, size_t length, const GameRecord *record,
                           GameNotes *notes, Error *error) {
    Rest rest = {line, line + length};
    uint64_t game;
    if (!take_number(&rest, WORK_FILE_GAMES_MAX, &game) || !take_char(&rest, '\t'))
        return error_set(error, STATUS_SYNTAX, "a line that does not begin with a game's number");
    Status status = notes_resize(notes, record->count, error);
    for (int i = 0; status >= 0 && i < record->count; i++) {
        if (i > 0 && !take_char(&rest, ' '))
            return error_set(error, STATUS_SYNTAX, "%d positions where the game has %d", i,
                             record->count);
        status = take_position(&rest, &record->entries[i].position, &notes->positions[i], error);
    }
    if (status >= 0 && rest.at != rest.end)
        return error_set(error, STATUS_SYNTAX, "more positions than the game has, %d",
                         record->count);
    return status;
}
