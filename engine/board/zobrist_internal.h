/* SPDX-License-Identifier: MIT
 *
 * Random keys of the hash of a position (A. L. Zobrist, 1970), made by make_tables.c. */
#ifndef HUFF_ENGINE_BOARD_ZOBRIST_INTERNAL_H
#define HUFF_ENGINE_BOARD_ZOBRIST_INTERNAL_H

#include "engine/board/geometry.h"

enum {
    KING_RUN_COUNT = 256 /* values of KingRun (position.h) */
};

extern const uint64_t zobrist_turn;                    /* in the key when Black is to move */
extern const uint64_t zobrist_piece[2][2][CELL_COUNT]; /* [Color][is king][cell] */
extern const uint64_t zobrist_run[2][KING_RUN_COUNT];  /* [Color][KingRun]; 0 for no run */

#endif
