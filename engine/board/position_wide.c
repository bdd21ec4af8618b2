/* SPDX-License-Identifier: MIT */
#define BOARD_WIDE_CELLS
#include "engine/board/position_change_internal.h"

uint64_t position_change_wide(Board *board, Color mover, Move move) {
    return position_change(board, mover, move);
}
