/* SPDX-License-Identifier: MIT
 *
 * Positions: what stands where, who is to move, and the counts the law keeps. A position is a
 * value: it is copied freely and a move makes a new one. */
#ifndef HUFF_ENGINE_BOARD_POSITION_H
#define HUFF_ENGINE_BOARD_POSITION_H

#include "engine/base/status.h"
#include "engine/board/move.h"
#include "engine/board/rules.h"

/* The placement alone, indexed by Color. A cell is set in at most one of the four. */
typedef struct {
    Bitboard men[COLOR_COUNT];
    Bitboard kings[COLOR_COUNT];
} Board;

typedef struct {
    Board board;
    uint64_t key;       /* hash of board and side to move; the counts below are not in it */
    const Rules *rules; /* never NULL */
    uint8_t turn;       /* Color of the side to move */
    uint8_t ending;     /* 1 + index into rules->endings of the balance on the board, 0 if none */
    uint16_t ending_plies; /* plies played in that balance */
    uint16_t quiet_plies;  /* plies in a row by kings only without a capture */
} Position;

static inline Bitboard board_pieces(const Board *board, Color color) {
    return board->men[color] | board->kings[color];
}
static inline Bitboard board_occupied(const Board *board) {
    return board_pieces(board, COLOR_WHITE) | board_pieces(board, COLOR_BLACK);
}

/* The variant's start position, all counts 0. */
void position_init_start(Position *position, const Rules *rules);

/* A position from a placement, all counts 0. Any number of pieces is accepted. Refused with
 * STATUS_ILLEGAL: overlapping pieces, cells off the board, a man on its crowning row, an empty
 * board. `*ret_position` is untouched on failure. */
Status position_init_board(Position *ret_position, const Rules *rules, const Board *board,
                           Color turn, Error *error);

/* The position after `move`, which must be legal in `position`. `ret_next` must not be `position`
 * itself. Any thread. */
void position_make(const Position *position, Move move, Position *ret_next);

/* The key computed from nothing; position->key always equals it. */
uint64_t position_compute_key(const Position *position);

/* The placement and side to move are the same (what the repetition rule compares). */
bool position_same_placement(const Position *a, const Position *b);

/* Everything is the same, the counts included. */
bool position_equals(const Position *a, const Position *b);

/* The board turned by 180 degrees with the colours swapped: the same game seen by the other side.
 */
void position_turn_round(const Position *position, Position *ret_turned);

#endif
