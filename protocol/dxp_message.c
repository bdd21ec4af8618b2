/* SPDX-License-Identifier: MIT */
#include "protocol/dxp_message_internal.h"

#include <string.h>

const char *dxp_kind_get_name(DxpKind kind) {
    switch (kind) {
    case DXP_NONE:
        break;
    case DXP_GAMEREQ:
        return "GAMEREQ";
    case DXP_GAMEACC:
        return "GAMEACC";
    case DXP_MOVE:
        return "MOVE";
    case DXP_GAMEEND:
        return "GAMEEND";
    case DXP_CHAT:
        return "CHAT";
    case DXP_BACKREQ:
        return "BACKREQ";
    case DXP_BACKACC:
        return "BACKACC";
    }
    return "unknown";
}

void dxp_chat_sanitize(char *text) {
    for (char *c = text; *c != '\0'; c++)
        if (*c < ' ' || *c > '~')
            *c = '?';
}

void dxp_copy_name(const char *source, size_t width, char *ret_name) {
    while (width > 0 && *source == ' ') {
        source++;
        width--;
    }
    while (width > 0 && source[width - 1] == ' ')
        width--;
    memcpy(ret_name, source, width);
    ret_name[width] = '\0';
    dxp_chat_sanitize(ret_name);
}

Status dxp_check_square_count(int square_count, Error *error) {
    if (square_count < 1 || square_count > DXP_SQUARES_MAX)
        return error_set(error, STATUS_RANGE, "a board of %d squares: 1 to %d expected",
                         square_count, DXP_SQUARES_MAX);
    return STATUS_OK;
}

Status dxp_check_squares(const char *squares, int square_count, Error *error) {
    bool any_piece = false;
    for (int i = 0; i < square_count; i++) {
        if (squares[i] == '\0' || !strchr("ewzWZ", squares[i]))
            return error_set(error, STATUS_SYNTAX,
                             "GAMEREQ: square %d (offset %d) is '%c': e, w, z, W or Z expected",
                             i + 1, DXP_SQUARES_OFFSET + i, squares[i]);
        any_piece = any_piece || squares[i] != 'e';
    }
    if (!any_piece)
        return error_set(error, STATUS_ILLEGAL,
                         "GAMEREQ: the position (offset %d) has no piece: pieces of both colours "
                         "expected",
                         DXP_SQUARES_OFFSET);
    return STATUS_OK;
}

Status dxp_check_captured(const int *captured, int count, int square_count, Error *error) {
    bool seen[DXP_SQUARES_MAX + 1] = {false};
    for (int i = 0; i < count; i++) {
        int square = captured[i];
        if (square < 1 || square > square_count)
            return error_set(error, STATUS_RANGE,
                             "MOVE: captured square %d (offset %d) is %02d: 01 to %d expected",
                             i + 1, DXP_CAPTURED_OFFSET + 2 * i, square, square_count);
        if (seen[square])
            return error_set(error, STATUS_ILLEGAL,
                             "MOVE: captured square %d (offset %d) is %02d again: each piece once "
                             "expected",
                             i + 1, DXP_CAPTURED_OFFSET + 2 * i, square);
        seen[square] = true;
    }
    return STATUS_OK;
}
