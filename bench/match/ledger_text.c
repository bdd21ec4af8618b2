/* SPDX-License-Identifier: MIT
 *
 * A game as a line of the ledger, and back. */
#include "bench/match/ledger.h"
#include "engine/base/checksum.h"
#include "engine/notation/fen.h"
#include "engine/notation/move_text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    FIELD_NUMBER,
    FIELD_WHITE,
    FIELD_BLACK,
    FIELD_BALLOT,
    FIELD_RESULT,
    FIELD_END,
    FIELD_GUILTY,
    FIELD_START,
    FIELD_MOVES,
    FIELD_TEXT,
    FIELD_COUNT, /* the checksum follows */

    NUMBER_MAX = 1000000000,
    CHECKSUM_DIGITS = 8,
};

static const char result_letters[] = {
    [OUTCOME_NONE] = '-',
    [OUTCOME_WHITE_WINS] = 'w',
    [OUTCOME_DRAW] = 'd',
    [OUTCOME_BLACK_WINS] = 'b',
};

/* ---- Writing. */

/* Text of others may hold anything; a tab or a line end would break the line. */
static void append_plain(TextBuffer *buffer, const char *text) {
    for (const char *p = text; *p; p++) {
        char byte = (unsigned char)*p < ' ' || *p == 0x7f ? ' ' : *p;
        text_buffer_append(buffer, &byte, 1);
    }
}

/* Trailing slashes stand for what is not known and are left out. */
static void append_ply(TextBuffer *buffer, const char *move, const MatchPly *ply) {
    char parts[4][32] = {"", "", "", ""};
    if (ply->has_score)
        snprintf(parts[0], sizeof parts[0], "%d", ply->score);
    if (ply->has_depth)
        snprintf(parts[1], sizeof parts[1], "%d", ply->depth);
    if (ply->has_nodes)
        snprintf(parts[2], sizeof parts[2], "%llu", (unsigned long long)ply->nodes);
    if (ply->has_seconds)
        snprintf(parts[3], sizeof parts[3], "%.4f", ply->seconds);
    int last = 4;
    while (last > 0 && parts[last - 1][0] == '\0')
        last--;
    text_buffer_printf(buffer, "%s", move);
    for (int i = 0; i < last; i++)
        text_buffer_printf(buffer, "/%s", parts[i]);
}

Status ledger_write_line(const MatchGame *game, TextBuffer *buffer, Error *error) {
    size_t start = buffer->length;
    const GameRecord *record = &game->record;
    char fen[FEN_SIZE], move[MOVE_TEXT_SIZE];
    text_buffer_printf(buffer, "%d\t%d\t%d\t", game->number, game->white, game->black);
    append_plain(buffer, game->ballot);
    char guilty = '-';
    if (match_end_is_fault(game->end) || game->end == END_RESIGNED || game->end == END_WRONG_CLAIM)
        guilty = game->guilty == COLOR_WHITE ? 'w' : 'b';
    text_buffer_printf(buffer, "\t%c\t%s%s\t%c\t%s\t", result_letters[game->outcome],
                       match_end_get_name(game->end), game->exempt ? "*" : "", guilty,
                       fen_write(&record->entries[0].position, NULL, fen));
    for (int i = 1; i < record->count; i++) {
        if (i > 1)
            text_buffer_append(buffer, " ", 1);
        append_ply(
            buffer,
            move_text_write_hub(&record->entries[i - 1].position, record->entries[i].move, move),
            &game->plies[i - 1]);
    }
    text_buffer_append(buffer, "\t", 1);
    append_plain(buffer, game->text);
    text_buffer_append(buffer, "\t", 1);
    Status status = text_buffer_get_status(buffer, error);
    if (status < 0)
        return status;
    uint32_t sum = checksum_add(0, buffer->text + start, buffer->length - start);
    text_buffer_printf(buffer, "%08x\n", (unsigned)sum);
    return text_buffer_get_status(buffer, error);
}

/* ---- Reading. */

typedef struct {
    const char *text;
    size_t length;
} Field;

/* The next part of `*rest` up to `separator` or its end; false when nothing is left. */
static bool take_part(Field *rest, char separator, Field *ret_part) {
    if (!rest->text)
        return false;
    const char *end = memchr(rest->text, separator, rest->length);
    *ret_part = (Field){rest->text, end ? (size_t)(end - rest->text) : rest->length};
    if (end)
        *rest = (Field){end + 1, rest->length - ret_part->length - 1};
    else
        *rest = (Field){0};
    return true;
}

static bool field_is(Field field, const char *word) {
    return strlen(word) == field.length && memcmp(word, field.text, field.length) == 0;
}

/* A decimal number, perhaps negative, with nothing around it. */
static bool read_integer(Field field, long long *ret_number) {
    char buffer[24];
    if (field.length == 0 || field.length >= sizeof buffer)
        return false;
    memcpy(buffer, field.text, field.length);
    buffer[field.length] = '\0';
    if (strspn(buffer, "-0123456789") != field.length)
        return false;
    char *end;
    errno = 0;
    *ret_number = strtoll(buffer, &end, 10);
    return *end == '\0' && errno == 0;
}

static bool read_index(Field field, int *ret_number) {
    long long number;
    if (!read_integer(field, &number) || number < 0 || number > NUMBER_MAX)
        return false;
    *ret_number = (int)number;
    return true;
}

static Status fail_field(Error *error, const char *name, Field field) {
    return error_set(error, STATUS_SYNTAX, "the field %s is \"%.*s\"", name,
                     (int)(field.length < 80 ? field.length : 80), field.text);
}

static bool read_seconds(Field field, double *ret_seconds) {
    char buffer[32];
    if (field.length == 0 || field.length >= sizeof buffer)
        return false;
    memcpy(buffer, field.text, field.length);
    buffer[field.length] = '\0';
    if (strspn(buffer, "0123456789.") != field.length)
        return false;
    char *end;
    *ret_seconds = strtod(buffer, &end);
    return *end == '\0';
}

/* "SCORE/DEPTH/NODES/SECONDS", parts may be empty or missing. */
static bool read_annotation(Field rest, MatchPly *ret_ply) {
    MatchPly ply = {0};
    Field part;
    long long number;
    for (int i = 0; take_part(&rest, '/', &part); i++) {
        if (i >= 4)
            return false;
        if (part.length == 0)
            continue;
        if (i == 3) {
            ply.has_seconds = true;
            if (!read_seconds(part, &ply.seconds))
                return false;
            continue;
        }
        if (!read_integer(part, &number) || (i > 0 && number < 0) ||
            (i < 2 && (number > NUMBER_MAX || number < -NUMBER_MAX)))
            return false;
        if (i == 0) {
            ply.has_score = true;
            ply.score = (int)number;
        } else if (i == 1) {
            ply.has_depth = true;
            ply.depth = (int)number;
        } else {
            ply.has_nodes = true;
            ply.nodes = (uint64_t)number;
        }
    }
    *ret_ply = ply;
    return true;
}

static Status read_moves(Field moves, MatchGame *game, Error *error) {
    if (moves.length == 0)
        return STATUS_OK;
    Field word, text;
    while (take_part(&moves, ' ', &word)) {
        Field rest = word;
        MatchPly ply;
        Move move;
        take_part(&rest, '/', &text);
        if (!read_annotation(rest, &ply))
            return fail_field(error, "moves", word);
        Status status =
            move_text_read(record_current(&game->record), text.text, text.length, &move, error);
        if (status == STATUS_OK)
            status = match_game_push(game, move, &ply, error);
        if (status < 0)
            return status;
    }
    return STATUS_OK;
}

static Status read_result(const Field *fields, MatchGame *game, Error *error) {
    Field result = fields[FIELD_RESULT], guilty = fields[FIELD_GUILTY];
    const char *letter =
        result.length == 1 ? memchr(result_letters, result.text[0], sizeof result_letters) : NULL;
    if (!letter)
        return fail_field(error, "result", result);
    game->outcome = (Outcome)(letter - result_letters);

    Field end = fields[FIELD_END];
    game->exempt = end.length > 0 && end.text[end.length - 1] == '*';
    end.length -= game->exempt;
    game->end = END_COUNT;
    for (MatchEnd e = END_NONE; e < END_COUNT; e++)
        if (field_is(end, match_end_get_name(e)))
            game->end = e;
    if (game->end == END_COUNT)
        return fail_field(error, "end", end);

    if (!field_is(guilty, "-") && !field_is(guilty, "w") && !field_is(guilty, "b"))
        return fail_field(error, "guilty", guilty);
    game->guilty = field_is(guilty, "b") ? COLOR_BLACK : COLOR_WHITE;
    return STATUS_OK;
}

static void copy_text(Field field, char *ret_text, size_t size) {
    size_t length = field.length < size - 1 ? field.length : size - 1;
    memcpy(ret_text, field.text, length);
    ret_text[length] = '\0';
}

/* Splits the line and compares its checksum. */
static Status split(const char *line, size_t length, Field *ret_fields, Error *error) {
    if (length <= CHECKSUM_DIGITS)
        return error_set(error, STATUS_SYNTAX, "the line is too short for a game");
    size_t body = length - CHECKSUM_DIGITS;
    char digits[CHECKSUM_DIGITS + 1];
    snprintf(digits, sizeof digits, "%08x", (unsigned)checksum_add(0, line, body));
    if (memcmp(digits, line + body, CHECKSUM_DIGITS) != 0)
        return error_set(error, STATUS_SYNTAX,
                         "the line does not fit its checksum: it was changed or is damaged");
    Field rest = {line, body};
    for (int i = 0; i < FIELD_COUNT; i++)
        if (!take_part(&rest, '\t', &ret_fields[i]))
            return error_set(error, STATUS_SYNTAX, "the line has %d fields, not %d", i,
                             FIELD_COUNT);
    if (!rest.text || rest.length > 0)
        return error_set(error, STATUS_SYNTAX, "the line has more than %d fields", FIELD_COUNT);
    return STATUS_OK;
}

Status ledger_read_line(const Rules *rules, const char *line, size_t length, MatchGame *game,
                        Error *error) {
    Field fields[FIELD_COUNT];
    Position start;
    Status status = split(line, length, fields, error);
    if (status == STATUS_OK)
        status = fen_read(rules, fields[FIELD_START].text, fields[FIELD_START].length, &start, NULL,
                          error);
    if (status < 0)
        return status;
    match_game_restart(game, &start);
    if (!read_index(fields[FIELD_NUMBER], &game->number))
        return fail_field(error, "number", fields[FIELD_NUMBER]);
    if (!read_index(fields[FIELD_WHITE], &game->white))
        return fail_field(error, "white", fields[FIELD_WHITE]);
    if (!read_index(fields[FIELD_BLACK], &game->black))
        return fail_field(error, "black", fields[FIELD_BLACK]);
    copy_text(fields[FIELD_BALLOT], game->ballot, sizeof game->ballot);
    copy_text(fields[FIELD_TEXT], game->text, sizeof game->text);
    status = read_result(fields, game, error);
    return status < 0 ? status : read_moves(fields[FIELD_MOVES], game, error);
}
