/* SPDX-License-Identifier: MIT
 *
 * What the fields of DXP messages mean on a board: colours, positions, moves, and move numbers to
 * go back to. Pure; any thread. */
#ifndef HUFF_PROTOCOL_DXP_BOARD_H
#define HUFF_PROTOCOL_DXP_BOARD_H

#include "engine/board/record.h"
#include "protocol/dxp_message.h"

/* 'W' and 'Z' to colours and back. */
Color dxp_color_of_letter(char letter);
char dxp_letter_of_color(Color color);

/* The position of a request; without one the start position of `rules`. What position_init_board
 * refuses. */
Status dxp_board_read(const DxpGameRequest *request, const Rules *rules, Position *ret_position,
                      Error *error);

/* Puts a position into a request. */
void dxp_board_write(const Position *position, DxpGameRequest *request);

/* The legal move that a message means. Without all captured squares the move is taken only if no
 * other has the same ends. STATUS_ILLEGAL, STATUS_AMBIGUOUS, with a message fit for a CHAT. */
Status dxp_move_find(const Position *position, const DxpMove *message, Move *ret_move,
                     Error *error);

/* A legal move as a message, captured squares ascending, without its time. A capture of more than
 * DXP_CAPTURES_MAX pieces has a capture_count that dxp_message_write refuses. */
void dxp_move_write(const Position *position, Move move, DxpMove *ret_message);

/* How many plies stand at the position that a request to go back means: where that side is about
 * to play its move of that number since the start of the game. -1 when the game has none such. */
int dxp_back_find_ply(const GameRecord *record, const DxpBackRequest *back);

#endif
