/* SPDX-License-Identifier: MIT */
#include "protocol/dxp_message_internal.h"

#include <stdio.h>
#include <string.h>

typedef struct {
    DxpKind kind;
    int square_count;
    bool fractions;
    char *text; /* DXP_TEXT_SIZE bytes, zero behind the type: always terminated */
    Error *error;
} Writer;

/* STATUS_OK when min <= value <= max. */
static Status check_number(const Writer *writer, const char *name, int value, int min, int max) {
    if (value >= min && value <= max)
        return STATUS_OK;
    return error_set(writer->error, STATUS_RANGE, "%s: %s is %d: %d to %d expected",
                     dxp_kind_get_name(writer->kind), name, value, min, max);
}

static Status check_color(const Writer *writer, const char *name, char color) {
    if (color == 'W' || color == 'Z')
        return STATUS_OK;
    return error_set(writer->error, STATUS_SYNTAX, "%s: %s is '%c': W or Z expected",
                     dxp_kind_get_name(writer->kind), name, color ? color : '?');
}

static Status check_minutes(const Writer *writer, double minutes) {
    if (minutes >= 0 && minutes <= 999)
        return STATUS_OK;
    return error_set(writer->error, STATUS_RANGE, "GAMEREQ: minutes are %g: 0 to 999 expected",
                     minutes);
}

/* Puts `count` decimal digits; the value fits them. */
static char *put_digits(char *at, int value, int count) {
    for (int i = count - 1; i >= 0; i--) {
        at[i] = (char)('0' + value % 10);
        value /= 10;
    }
    return at + count;
}

static char *put_name(char *at, const char *name) {
    char copy[DXP_NAME_LENGTH + 1];
    dxp_copy_name(name, strnlen(name, DXP_NAME_LENGTH), copy);
    size_t length = strlen(copy);
    memcpy(at, copy, length);
    memset(at + length, ' ', DXP_NAME_LENGTH - length);
    return at + DXP_NAME_LENGTH;
}

/* Puts a number of minutes from 0 to 999 into three characters, as exactly as they allow: ".05",
 * "0.5", "1.2", "012". */
static char *put_minutes(char *at, double minutes, bool fractions) {
    int whole = (int)(minutes + 0.5);
    int tenths = (int)(minutes < 10 ? minutes * 10 + 0.5 : 100);
    int hundredths = (int)(minutes < 1 ? minutes * 100 + 0.5 : 100);
    if (minutes > 0 && hundredths == 0)
        hundredths = 1;
    if (minutes > 0 && whole == 0)
        whole = 1;
    bool is_whole = !fractions || tenths >= 100 || minutes <= 0;
    if (!is_whole && hundredths < 100 && hundredths % 10 != 0) {
        *at++ = '.';
        return put_digits(at, hundredths, 2);
    }
    if (is_whole || tenths % 10 == 0)
        return put_digits(at, whole, 3);
    at = put_digits(at, tenths / 10, 1);
    *at++ = '.';
    return put_digits(at, tenths % 10, 1);
}

static Status check_position(const Writer *writer, const DxpGameRequest *request) {
    Status status = check_color(writer, "side to move", request->side);
    if (status != STATUS_OK)
        return status;
    size_t count = strnlen(request->squares, sizeof request->squares);
    if (count != (size_t)writer->square_count)
        return error_set(writer->error, STATUS_SYNTAX,
                         "GAMEREQ: the position has %zu squares: %d expected", count,
                         writer->square_count);
    return dxp_check_squares(request->squares, writer->square_count, writer->error);
}

static Status write_request(const Writer *writer, const DxpGameRequest *request) {
    Status status = check_number(writer, "version", request->version, 0, 99);
    if (status == STATUS_OK)
        status = check_color(writer, "colour of the follower", request->follower);
    if (status == STATUS_OK)
        status = check_minutes(writer, request->minutes);
    if (status == STATUS_OK)
        status = check_number(writer, "number of moves", request->moves, 0, 999);
    if (status == STATUS_OK && request->has_position)
        status = check_position(writer, request);
    if (status != STATUS_OK)
        return status;
    char *at = put_digits(writer->text + 1, request->version, 2);
    at = put_name(at, request->name);
    *at++ = request->follower;
    at = put_minutes(at, request->minutes, writer->fractions);
    at = put_digits(at, request->moves, 3);
    *at++ = request->has_position ? 'B' : 'A';
    if (request->has_position) {
        *at++ = request->side;
        memcpy(at, request->squares, (size_t)writer->square_count);
    }
    return STATUS_OK;
}

static Status write_accept(const Writer *writer, const DxpGameAccept *accept) {
    int code = (int)accept->code;
    Status status = check_number(writer, "acceptance code", code, 0, DXP_ACCEPT_NO_GAMES);
    if (status == STATUS_OK)
        put_digits(put_name(writer->text + 1, accept->name), code, 1);
    return status;
}

static Status check_move(const Writer *writer, const DxpMove *move) {
    Status status = check_number(writer, "from", move->from, 1, writer->square_count);
    if (status == STATUS_OK)
        status = check_number(writer, "to", move->to, 1, writer->square_count);
    if (status == STATUS_OK)
        status = check_number(writer, "number captured", move->capture_count, 0, DXP_CAPTURES_MAX);
    if (status == STATUS_OK)
        status = check_number(writer, "number of captured squares", move->listed_count,
                              move->capture_count, move->capture_count);
    if (status == STATUS_OK)
        status = dxp_check_captured(move->captured, move->listed_count, writer->square_count,
                                    writer->error);
    return status;
}

static Status write_move(const Writer *writer, const DxpMove *move) {
    Status status = check_move(writer, move);
    if (status != STATUS_OK)
        return status;
    int seconds = 0;
    if (move->has_seconds && move->seconds > 0)
        seconds = move->seconds < 9999 ? (int)(move->seconds + 0.5) : 9999;
    char *at = put_digits(writer->text + 1, seconds, 4);
    at = put_digits(at, move->from, 2);
    at = put_digits(at, move->to, 2);
    at = put_digits(at, move->capture_count, 2);
    for (int i = 0; i < move->listed_count; i++)
        at = put_digits(at, move->captured[i], 2);
    return STATUS_OK;
}

static Status write_end(const Writer *writer, const DxpGameEnd *end) {
    Status status = check_number(writer, "reason", (int)end->reason, 0, DXP_END_WIN);
    if (status == STATUS_OK) {
        char *at = put_digits(writer->text + 1, (int)end->reason, 1);
        put_digits(at, end->stop ? 1 : 0, 1);
    }
    return status;
}

static Status write_chat(const Writer *writer, const DxpChat *chat) {
    int length = (int)strnlen(chat->text, sizeof chat->text);
    Status status = check_number(writer, "length of the text", length, 1, DXP_CHAT_LENGTH);
    if (status == STATUS_OK) {
        memcpy(writer->text + 1, chat->text, (size_t)length);
        dxp_chat_sanitize(writer->text + 1);
    }
    return status;
}

static Status write_back(const Writer *writer, const DxpBackRequest *back) {
    Status status = check_number(writer, "move number", back->move, 1, 999);
    if (status == STATUS_OK)
        status = check_color(writer, "side to move", back->side);
    if (status == STATUS_OK) {
        char *at = put_digits(writer->text + 1, back->move, 3);
        *at = back->side;
    }
    return status;
}

static Status write_back_accept(const Writer *writer, const DxpBackAccept *accept) {
    int code = (int)accept->code;
    Status status = check_number(writer, "answer", code, 0, DXP_BACK_REFUSED);
    if (status == STATUS_OK)
        put_digits(writer->text + 1, code, 1);
    return status;
}

static Status write_body(const Writer *writer, const DxpMessage *message) {
    switch (message->kind) {
    case DXP_NONE:
        break;
    case DXP_GAMEREQ:
        return write_request(writer, &message->request);
    case DXP_GAMEACC:
        return write_accept(writer, &message->accept);
    case DXP_MOVE:
        return write_move(writer, &message->move);
    case DXP_GAMEEND:
        return write_end(writer, &message->end);
    case DXP_CHAT:
        return write_chat(writer, &message->chat);
    case DXP_BACKREQ:
        return write_back(writer, &message->back);
    case DXP_BACKACC:
        return write_back_accept(writer, &message->back_accept);
    }
    return error_set(writer->error, STATUS_SYNTAX, "no kind of message: one of DxpKind expected");
}

int dxp_message_write(const DxpMessage *message, int square_count, bool fractions, char *ret_text,
                      Error *error) {
    char text[DXP_TEXT_SIZE] = {(char)message->kind};
    Writer writer = {message->kind, square_count, fractions, text, error};
    Status status = dxp_check_square_count(square_count, error);
    if (status == STATUS_OK)
        status = write_body(&writer, message);
    if (status != STATUS_OK)
        return status;
    size_t length = strlen(text);
    memcpy(ret_text, text, length + 1);
    return (int)length;
}
