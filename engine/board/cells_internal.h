/* SPDX-License-Identifier: MIT
 *
 * Private to engine/board: the type of the sets of cells with which the move generator computes. It
 * is compiled twice from the same text, once for the boards that fit in 64 bits, and once, in the
 * files that define BOARD_WIDE_CELLS, for those that do not. */
#ifndef HUFF_ENGINE_BOARD_CELLS_INTERNAL_H
#define HUFF_ENGINE_BOARD_CELLS_INTERNAL_H

#include "engine/board/position.h"

#ifdef BOARD_WIDE_CELLS
typedef Bitboard Cells;
#else
typedef Bitboard64 Cells;
#endif

/* A Board in Cells. */
typedef struct {
    Cells men[COLOR_COUNT];
    Cells kings[COLOR_COUNT];
} CellsBoard;

BOARD_INLINE CellsBoard cells_of_board(const Board *board) {
    return (CellsBoard){
        .men = {(Cells)board->men[COLOR_WHITE], (Cells)board->men[COLOR_BLACK]},
        .kings = {(Cells)board->kings[COLOR_WHITE], (Cells)board->kings[COLOR_BLACK]},
    };
}

BOARD_INLINE Cells cells_pieces(const CellsBoard *board, Color color) {
    return board->men[color] | board->kings[color];
}

BOARD_INLINE Cells cells_of_cell(int cell) {
    return (Cells)1 << cell;
}

/* All bits moved by `step` cells; a negative step moves towards cell 0. */
BOARD_INLINE Cells cells_shift(Cells cells, int step) {
    return step >= 0 ? cells << step : cells >> -step;
}

/* All cells beyond a cell, up to the edge. */
BOARD_INLINE Cells cells_ray(const Geometry *geometry, Direction direction, int cell) {
#ifdef BOARD_WIDE_CELLS
    return geometry_ray(geometry, direction, cell);
#else
    return geometry->rays[direction][cell];
#endif
}

/* The cells of the pieces a move takes. */
BOARD_INLINE Cells cells_captured(const Move *move) {
#ifdef BOARD_WIDE_CELLS
    return move_captured(*move);
#else
    return move->captured_low;
#endif
}

#endif
