/* SPDX-License-Identifier: MIT */
#include "engine/board/position_change_internal.h"

uint64_t position_change_narrow(Board *board, Color mover, Move move) {
    return position_change(board, mover, move);
}
