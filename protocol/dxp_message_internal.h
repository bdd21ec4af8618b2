/* SPDX-License-Identifier: MIT
 *
 * Private to the DXP codec: the checks that reading and writing share. */
#ifndef HUFF_PROTOCOL_DXP_MESSAGE_INTERNAL_H
#define HUFF_PROTOCOL_DXP_MESSAGE_INTERNAL_H

#include "protocol/dxp_message.h"

enum {
    DXP_SQUARES_OFFSET = 44,  /* of the letters of a position in a GAMEREQ */
    DXP_CAPTURED_OFFSET = 11, /* of the list of captured squares in a MOVE */
};

/* Copies `width` bytes, at most DXP_NAME_LENGTH, without the blanks around them and sanitized;
 * ret_name holds DXP_NAME_LENGTH + 1 bytes. */
void dxp_copy_name(const char *source, size_t width, char *ret_name);

/* STATUS_RANGE for a board that the protocol cannot describe. */
Status dxp_check_square_count(int square_count, Error *error);

/* Judges the letters of a position, `square_count` of them. STATUS_SYNTAX, STATUS_ILLEGAL. */
Status dxp_check_squares(const char *squares, int square_count, Error *error);

/* Judges a list of captured squares. STATUS_RANGE, STATUS_ILLEGAL. */
Status dxp_check_captured(const int *captured, int count, int square_count, Error *error);

#endif
