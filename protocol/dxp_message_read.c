/* SPDX-License-Identifier: MIT */
#include "protocol/dxp_message_internal.h"

#include <string.h>

/* A part of a message: where it stands and what may stand there. */
typedef struct {
    const char *name;
    size_t offset, width;
    const char *expected;
} Field;

static const Field request_version = {"version", 1, 2, "two digits"};
static const Field request_name = {"name", 3, DXP_NAME_LENGTH, "32 characters"};
static const Field request_follower = {"colour of the follower", 35, 1, "W or Z"};
static const Field request_minutes = {"minutes", 36, 3, "three digits"};
static const Field request_moves = {"number of moves", 39, 3, "three digits"};
static const Field request_start = {"start", 42, 1, "A or B"};
static const Field request_side = {"side to move", 43, 1, "W or Z"};
static const Field accept_name = {"name", 1, DXP_NAME_LENGTH, "32 characters"};
static const Field accept_code = {"acceptance code", 33, 1, "0, 1, 2 or 3"};
static const Field move_time = {"seconds", 1, 4, "four digits"};
static const Field move_from = {"from", 5, 2, "two digits"};
static const Field move_to = {"to", 7, 2, "two digits"};
static const Field move_count = {"number captured", 9, 2, "00 to 20"};
static const Field end_reason = {"reason", 1, 1, "0, 1, 2 or 3"};
static const Field end_stop = {"stop code", 2, 1, "0 or 1"};
static const Field back_move = {"move number", 1, 3, "001 to 999"};
static const Field back_side = {"side to move", 4, 1, "W or Z"};
static const Field back_code = {"answer", 1, 1, "0, 1 or 2"};

typedef struct {
    DxpKind kind;
    const char *text;
    size_t length;
    int square_count;
    Error *error;
} Reader;

/* The failure that `field` is missing or does not hold what it should. */
static Status refuse_field(const Reader *reader, Status status, const Field *field) {
    const char *kind = dxp_kind_get_name(reader->kind);
    if (reader->length < field->offset + field->width)
        return error_set(reader->error, STATUS_SYNTAX,
                         "%s: the message ends after %zu characters, before %s (offset %zu): %s "
                         "expected",
                         kind, reader->length, field->name, field->offset, field->expected);
    return error_set(reader->error, status, "%s: %s (offset %zu) is '%.*s': %s expected", kind,
                     field->name, field->offset, (int)field->width, reader->text + field->offset,
                     field->expected);
}

static bool is_present(const Reader *reader, const Field *field) {
    return reader->length >= field->offset + field->width;
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static Status read_digits(const Reader *reader, const Field *field, int *ret_value) {
    if (!is_present(reader, field))
        return refuse_field(reader, STATUS_SYNTAX, field);
    int value = 0;
    for (size_t i = 0; i < field->width; i++) {
        char c = reader->text[field->offset + i];
        if (!is_digit(c))
            return refuse_field(reader, STATUS_SYNTAX, field);
        value = value * 10 + (c - '0');
    }
    *ret_value = value;
    return STATUS_OK;
}

/* Digits of which the last may stand behind a point. */
static Status read_decimal(const Reader *reader, const Field *field, double *ret_value) {
    if (!is_present(reader, field))
        return refuse_field(reader, STATUS_SYNTAX, field);
    int digits = 0, count = 0, scale = 1;
    bool behind_point = false;
    for (size_t i = 0; i < field->width; i++) {
        char c = reader->text[field->offset + i];
        if (is_digit(c)) {
            digits = digits * 10 + (c - '0');
            count++;
            scale *= behind_point ? 10 : 1;
        } else if (c == '.' && !behind_point) {
            behind_point = true;
        } else {
            return refuse_field(reader, STATUS_SYNTAX, field);
        }
    }
    if (count == 0)
        return refuse_field(reader, STATUS_SYNTAX, field);
    *ret_value = (double)digits / scale;
    return STATUS_OK;
}

/* A digit from 0 to `max`. */
static Status read_code(const Reader *reader, const Field *field, int max, int *ret_code) {
    int code = 0;
    Status status = read_digits(reader, field, &code);
    if (status == STATUS_OK && code > max)
        status = refuse_field(reader, STATUS_RANGE, field);
    if (status == STATUS_OK)
        *ret_code = code;
    return status;
}

static Status read_color(const Reader *reader, const Field *field, char *ret_color) {
    char c = is_present(reader, field) ? reader->text[field->offset] : '\0';
    if (c == 'W' || c == 'w')
        *ret_color = 'W';
    else if (c == 'Z' || c == 'z' || c == 'B' || c == 'b')
        *ret_color = 'Z';
    else
        return refuse_field(reader, STATUS_SYNTAX, field);
    return STATUS_OK;
}

static Status read_name(const Reader *reader, const Field *field, char *ret_name) {
    if (!is_present(reader, field))
        return refuse_field(reader, STATUS_SYNTAX, field);
    dxp_copy_name(reader->text + field->offset, field->width, ret_name);
    return STATUS_OK;
}

static Status read_square(const Reader *reader, const Field *field, int *ret_square) {
    int square = 0;
    Status status = read_digits(reader, field, &square);
    if (status != STATUS_OK)
        return status;
    if (square < 1 || square > reader->square_count)
        return error_set(reader->error, STATUS_RANGE,
                         "MOVE: %s (offset %zu) is %02d: 01 to %d expected", field->name,
                         field->offset, square, reader->square_count);
    *ret_square = square;
    return STATUS_OK;
}

/* The part of a GAMEREQ that follows start code B. */
static Status read_position(const Reader *reader, DxpGameRequest *request) {
    Status status = read_color(reader, &request_side, &request->side);
    if (status != STATUS_OK)
        return status;
    size_t count = reader->length - DXP_SQUARES_OFFSET;
    if (count != (size_t)reader->square_count)
        return error_set(reader->error, STATUS_SYNTAX,
                         "GAMEREQ: the position (offset %d) has %zu squares: %d expected",
                         DXP_SQUARES_OFFSET, count, reader->square_count);
    const char *squares = reader->text + DXP_SQUARES_OFFSET;
    status = dxp_check_squares(squares, reader->square_count, reader->error);
    if (status == STATUS_OK) {
        memcpy(request->squares, squares, count);
        request->has_position = true;
    }
    return status;
}

static Status read_start(const Reader *reader, DxpGameRequest *request) {
    char start = is_present(reader, &request_start) ? reader->text[request_start.offset] : '\0';
    if (start == 'B')
        return read_position(reader, request);
    if (start != 'A')
        return refuse_field(reader, STATUS_SYNTAX, &request_start);
    size_t length = request_start.offset + request_start.width;
    if (reader->length > length)
        return error_set(reader->error, STATUS_SYNTAX,
                         "GAMEREQ: text behind start A (offset %zu): the end expected, or start B "
                         "and a position",
                         length);
    return STATUS_OK;
}

static Status read_request(const Reader *reader, DxpGameRequest *request) {
    Status status = read_digits(reader, &request_version, &request->version);
    if (status == STATUS_OK)
        status = read_name(reader, &request_name, request->name);
    if (status == STATUS_OK)
        status = read_color(reader, &request_follower, &request->follower);
    if (status == STATUS_OK)
        status = read_decimal(reader, &request_minutes, &request->minutes);
    if (status == STATUS_OK)
        status = read_digits(reader, &request_moves, &request->moves);
    if (status == STATUS_OK)
        status = read_start(reader, request);
    return status;
}

static Status read_accept(const Reader *reader, DxpGameAccept *accept) {
    Field code_field = accept_code;
    /* BoomstraDam pads the name to 40 characters: the code is the last one. */
    if (reader->length > code_field.offset)
        code_field.offset = reader->length - 1;
    int code = 0;
    Status status = read_name(reader, &accept_name, accept->name);
    if (status == STATUS_OK)
        status = read_code(reader, &code_field, DXP_ACCEPT_NO_GAMES, &code);
    accept->code = (DxpAcceptCode)code;
    return status;
}

/* The squares behind the number captured, which may be fewer. */
static Status read_captured(const Reader *reader, DxpMove *move) {
    int captured[DXP_CAPTURES_MAX] = {0};
    int digits = (int)reader->length - DXP_CAPTURED_OFFSET;
    int count = digits / 2;
    if (digits % 2 != 0)
        return error_set(reader->error, STATUS_SYNTAX,
                         "MOVE: half a captured square (offset %zu): two digits each expected",
                         reader->length - 1);
    if (count > move->capture_count)
        return error_set(reader->error, STATUS_SYNTAX,
                         "MOVE: %d captured squares (offset %d) but number captured (offset %zu) "
                         "is %02d: the same number expected",
                         count, DXP_CAPTURED_OFFSET, move_count.offset, move->capture_count);
    for (int i = 0; i < count; i++) {
        Field field = {"captured square", (size_t)(DXP_CAPTURED_OFFSET + 2 * i), 2, "two digits"};
        Status status = read_digits(reader, &field, &captured[i]);
        if (status != STATUS_OK)
            return status;
    }
    Status status = dxp_check_captured(captured, count, reader->square_count, reader->error);
    if (status == STATUS_OK) {
        memcpy(move->captured, captured, sizeof captured);
        move->listed_count = count;
    }
    return status;
}

static Status read_move(const Reader *reader, DxpMove *move) {
    Reader silent = *reader;
    silent.error = NULL;
    move->has_seconds = read_decimal(&silent, &move_time, &move->seconds) == STATUS_OK;
    Status status = read_square(reader, &move_from, &move->from);
    if (status == STATUS_OK)
        status = read_square(reader, &move_to, &move->to);
    int count = 0;
    if (status == STATUS_OK)
        status = read_code(reader, &move_count, DXP_CAPTURES_MAX, &count);
    move->capture_count = count;
    if (status == STATUS_OK)
        status = read_captured(reader, move);
    return status;
}

static Status read_end(const Reader *reader, DxpGameEnd *end) {
    int reason = 0, stop = 0;
    Status status = STATUS_OK;
    if (is_present(reader, &end_reason))
        status = read_code(reader, &end_reason, DXP_END_WIN, &reason);
    if (status == STATUS_OK && is_present(reader, &end_stop))
        status = read_code(reader, &end_stop, 1, &stop);
    end->reason = (DxpEndReason)reason;
    end->stop = stop != 0;
    return status;
}

static Status read_back(const Reader *reader, DxpBackRequest *back) {
    Status status = read_digits(reader, &back_move, &back->move);
    if (status == STATUS_OK && back->move == 0)
        status = refuse_field(reader, STATUS_RANGE, &back_move);
    if (status == STATUS_OK)
        status = read_color(reader, &back_side, &back->side);
    return status;
}

static Status read_back_accept(const Reader *reader, DxpBackAccept *accept) {
    int code = 0;
    Status status = read_code(reader, &back_code, DXP_BACK_REFUSED, &code);
    accept->code = (DxpBackCode)code;
    return status;
}

static Status read_body(const Reader *reader, DxpMessage *message) {
    switch (reader->kind) {
    case DXP_NONE:
        break;
    case DXP_GAMEREQ:
        return read_request(reader, &message->request);
    case DXP_GAMEACC:
        return read_accept(reader, &message->accept);
    case DXP_MOVE:
        return read_move(reader, &message->move);
    case DXP_GAMEEND:
        return read_end(reader, &message->end);
    case DXP_CHAT:
        memcpy(message->chat.text, reader->text + 1, reader->length - 1);
        return STATUS_OK;
    case DXP_BACKREQ:
        return read_back(reader, &message->back);
    case DXP_BACKACC:
        return read_back_accept(reader, &message->back_accept);
    }
    return STATUS_OK;
}

/* The length without what other programs leave at the end; blanks belong to the text of a CHAT. */
static size_t trim_length(const char *text, size_t length) {
    while (length > 0) {
        char c = text[length - 1];
        if (c != '\r' && c != '\n' && (c != ' ' || text[0] == DXP_CHAT))
            break;
        length--;
    }
    return length;
}

Status dxp_message_read(const char *text, size_t length, int square_count, DxpMessage *ret_message,
                        Error *error) {
    memset(ret_message, 0, sizeof *ret_message);
    Status status = dxp_check_square_count(square_count, error);
    length = trim_length(text, length);
    if (status != STATUS_OK || length == 0)
        return status;
    if (text[0] == '\0' || !strchr("RAMECBK", text[0]))
        return error_set(
            error, STATUS_UNKNOWN,
            "the type of the message (offset 0) is '%c': R, A, M, E, C, B or K expected",
            text[0] ? text[0] : '?');
    ret_message->kind = (DxpKind)text[0];
    if (length > DXP_LENGTH_MAX)
        return error_set(error, STATUS_RANGE, "%s: %zu characters: at most %d expected",
                         dxp_kind_get_name(ret_message->kind), length, DXP_LENGTH_MAX);
    const char *nul = memchr(text, '\0', length);
    if (nul)
        return error_set(error, STATUS_SYNTAX, "%s: NUL at offset %td: only characters expected",
                         dxp_kind_get_name(ret_message->kind), nul - text);
    Reader reader = {ret_message->kind, text, length, square_count, error};
    return read_body(&reader, ret_message);
}
