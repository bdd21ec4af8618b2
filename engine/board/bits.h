/* SPDX-License-Identifier: MIT
 *
 * Small operations on Bitboards. All are pure; an empty board is never passed to bits_first and
 * bits_last. Given a Bitboard64 they cost no more than on 64 bits, since the compiler sees that the
 * upper half is empty; where it could not, there is a function of its own for it. */
#ifndef HUFF_ENGINE_BOARD_BITS_H
#define HUFF_ENGINE_BOARD_BITS_H

#include "engine/board/geometry.h"

BOARD_INLINE int bits_count(Bitboard bits) {
    return __builtin_popcountll((uint64_t)bits) + __builtin_popcountll((uint64_t)(bits >> 64));
}

/* Lowest and highest cell that is set. */
BOARD_INLINE int bits_first(Bitboard bits) {
    uint64_t low = (uint64_t)bits, high = (uint64_t)(bits >> 64);
    return !high || low ? __builtin_ctzll(low) : 64 + __builtin_ctzll(high);
}
BOARD_INLINE int bits_last(Bitboard bits) {
    uint64_t high = (uint64_t)(bits >> 64);
    return high ? 127 - __builtin_clzll(high) : 63 - __builtin_clzll((uint64_t)bits);
}

BOARD_INLINE Bitboard bits_of_cell(int cell) {
    return (Bitboard)1 << cell;
}
BOARD_INLINE Bitboard64 bits_of_cell64(int cell) {
    return (Bitboard64)1 << cell;
}

/* The bits without the lowest one. */
BOARD_INLINE Bitboard bits_rest(Bitboard bits) {
    return bits & (bits - 1);
}

/* All bits moved by `step` cells; a negative step moves towards cell 0. */
BOARD_INLINE Bitboard bits_shift(Bitboard bits, int step) {
    return step >= 0 ? bits << step : bits >> -step;
}
BOARD_INLINE Bitboard64 bits_shift64(Bitboard64 bits, int step) {
    return step >= 0 ? bits << step : bits >> -step;
}

/* The cells on the board turned by 180 degrees. */
static inline Bitboard bits_turn_round(const Geometry *geometry, Bitboard bits) {
    Bitboard turned = 0;
    for (; bits; bits = bits_rest(bits)) {
        int square = geometry->square_of_cell[bits_first(bits)];
        turned |= geometry_square_bit(geometry, geometry->square_count + 1 - square);
    }
    return turned;
}

#endif
