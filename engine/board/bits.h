/* SPDX-License-Identifier: MIT
 *
 * Small operations on Bitboards. All are pure; an empty board is never passed to bits_first and
 * bits_last. */
#ifndef HUFF_ENGINE_BOARD_BITS_H
#define HUFF_ENGINE_BOARD_BITS_H

#include "engine/board/geometry.h"

BOARD_INLINE int bits_count(Bitboard bits) {
    return __builtin_popcountll(bits);
}

/* Lowest and highest cell that is set. */
BOARD_INLINE int bits_first(Bitboard bits) {
    return __builtin_ctzll(bits);
}
BOARD_INLINE int bits_last(Bitboard bits) {
    return 63 - __builtin_clzll(bits);
}

BOARD_INLINE Bitboard bits_of_cell(int cell) {
    return (Bitboard)1 << cell;
}

/* The bits without the lowest one. */
BOARD_INLINE Bitboard bits_rest(Bitboard bits) {
    return bits & (bits - 1);
}

/* All bits moved by `step` cells; a negative step moves towards cell 0. */
BOARD_INLINE Bitboard bits_shift(Bitboard bits, int step) {
    return step >= 0 ? bits << step : bits >> -step;
}

#endif
