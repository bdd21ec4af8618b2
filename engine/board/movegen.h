/* SPDX-License-Identifier: MIT
 *
 * Legal moves. All functions are pure and may be called by any thread. */
#ifndef HUFF_ENGINE_BOARD_MOVEGEN_H
#define HUFF_ENGINE_BOARD_MOVEGEN_H

#include "engine/board/position.h"

/* Fills `list` with every legal move of the side to move, equal captures by other routes merged.
 * The order is fixed for a position but has no meaning. Returns list->count; 0 means that the game
 * is over: the side to move has lost, or won where no_move_wins says so. */
int movegen_generate(const Position *position, MoveList *list);

/* Whether `color` could capture if it were to move. */
bool movegen_has_capture(const Position *position, Color color);

/* Whether the side to move has any legal move. */
bool movegen_has_move(const Position *position);

/* The legal move equal to `move` (from, to and captured set), with its flags filled in, or
 * move_none() when there is none. */
Move movegen_find(const Position *position, Move move);

/* Number of leaves of the move tree `depth` plies deep (depth 0: 1). With `keep`, captures of the
 * same pieces in another order (or by jumps in other directions) count apart, as the published
 * counts do; where a flying king lands before it goes on along the same line makes no difference.
 * No hashing; the last ply is counted without being played. */
uint64_t movegen_perft(const Position *position, int depth, bool keep);

#endif
