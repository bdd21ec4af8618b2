/* SPDX-License-Identifier: MIT
 *
 * Private to engine/board: what a move changes on the board, in Cells, so that it costs no more on
 * boards of 64 bits than it must. That instance is part of position.c, the other of
 * position_wide.c.
 */
#ifndef HUFF_ENGINE_BOARD_POSITION_CHANGE_INTERNAL_H
#define HUFF_ENGINE_BOARD_POSITION_CHANGE_INTERNAL_H

#include "engine/board/cells_internal.h"
#include "engine/board/zobrist_internal.h"

/* The instance for boards that need more than 64 bits. */
uint64_t position_change_wide(Board *board, Color mover, Move move);

BOARD_INLINE uint64_t cells_key(Cells cells, Color color, bool king) {
    uint64_t key = 0;
    for (; cells; cells = bits_rest(cells))
        key ^= zobrist_piece[color][king][bits_first(cells)];
    return key;
}

/* Makes a move of `mover` on the board and returns what it changes in the key but for the turn. */
BOARD_INLINE uint64_t position_change(Board *board, Color mover, Move move) {
    Color other = color_other(mover);
    Bitboard *start = move.king ? board->kings : board->men;
    Bitboard *end = move.king || move.promotes ? board->kings : board->men;
    start[mover] = (Cells)start[mover] & ~cells_of_cell(move.from);
    end[mover] = (Cells)end[mover] | cells_of_cell(move.to);
    uint64_t key = zobrist_piece[mover][move.king][move.from] ^
                   zobrist_piece[mover][move.king || move.promotes][move.to];
    Cells captured = cells_captured(&move);
    if (captured) {
        Cells men = (Cells)board->men[other], kings = (Cells)board->kings[other];
        key ^= cells_key(captured & men, other, false) ^ cells_key(captured & kings, other, true);
        board->men[other] = men & ~captured;
        board->kings[other] = kings & ~captured;
    }
    return key;
}

#endif
