/* SPDX-License-Identifier: MIT
 *
 * Small operations on Bitboards. All are pure; an empty board is never passed to bits_first and
 * bits_last. */
#ifndef HUFF_ENGINE_BOARD_BITS_H
#define HUFF_ENGINE_BOARD_BITS_H

#include "engine/board/geometry.h"

static inline int bits_count(Bitboard bits) {
    return __builtin_popcountll(bits);
}

/* Lowest and highest cell that is set. */
static inline int bits_first(Bitboard bits) {
    return __builtin_ctzll(bits);
}
static inline int bits_last(Bitboard bits) {
    return 63 - __builtin_clzll(bits);
}

static inline Bitboard bits_of_cell(int cell) {
    return (Bitboard)1 << cell;
}

/* The bits without the lowest one. */
static inline Bitboard bits_rest(Bitboard bits) {
    return bits & (bits - 1);
}

/* All bits moved by `step` cells; a negative step moves towards cell 0. */
static inline Bitboard bits_shift(Bitboard bits, int step) {
    return step >= 0 ? bits << step : bits >> -step;
}

#endif
