/* SPDX-License-Identifier: MIT
 *
 * A move is where a piece starts, where it ends and what it takes; routes that agree in all three
 * are one move (FMJD 4.8 plays the same position by any of them). */
#ifndef HUFF_ENGINE_BOARD_MOVE_H
#define HUFF_ENGINE_BOARD_MOVE_H

#include "engine/board/bits.h"

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct {
    Bitboard64 captured_low; /* cells of the pieces taken; empty for a quiet move */
    uint32_t captured_high;  /* those from NARROW_CELL_COUNT on */
    uint8_t from, to;        /* cells; equal only in a capture that comes back to its start */
    bool king;               /* the piece that moves is a king before the move */
    bool promotes;           /* a man that is crowned by this move */
} Move;

static_assert(sizeof(Move) == 16, "move lists and tables count on 16 bytes");

/* The cells of the pieces taken; empty for a quiet move. */
BOARD_INLINE Bitboard move_captured(Move move) {
    return move.captured_low | (Bitboard)move.captured_high << NARROW_CELL_COUNT;
}
BOARD_INLINE void move_set_captured(Move *move, Bitboard captured) {
    move->captured_low = (Bitboard64)captured;
    move->captured_high = (uint32_t)(captured >> NARROW_CELL_COUNT);
}
/* The number of pieces taken. */
BOARD_INLINE int move_count_captured(Move move) {
    return __builtin_popcountll(move.captured_low) + __builtin_popcount(move.captured_high);
}
static inline bool move_is_capture(Move move) {
    return move.captured_low | move.captured_high;
}

/* No move. Never returned by the generator. */
static inline Move move_none(void) {
    return (Move){0};
}
static inline bool move_is_none(Move move) {
    return move.from == move.to && !move_is_capture(move);
}

static inline bool move_equals(Move a, Move b) {
    return a.from == b.from && a.to == b.to && a.captured_low == b.captured_low &&
           a.captured_high == b.captured_high;
}

/* Start and end of a move as square numbers, 1..N. */
static inline int move_from_square(const Geometry *geometry, Move move) {
    return geometry->square_of_cell[move.from];
}
static inline int move_to_square(const Geometry *geometry, Move move) {
    return geometry->square_of_cell[move.to];
}

/* Most moves a list can hold. Quiet moves, and captures of one piece by a short jump, are at most 4
 * for each empty square (one from each direction), so fewer than 200. Longer captures have no such
 * simple bound: the most that long hill-climbing over placements found is 407, from two unrelated
 * starts (10x10; tests/unit/test_route.c keeps one). A list that is full takes no more. */
enum {
    MOVE_LIST_CAPACITY = 512
};

typedef struct {
    int count;
    Move moves[MOVE_LIST_CAPACITY];
} MoveList;

/* The move of the list that equals `move`, NULL when there is none. */
static inline const Move *move_list_find(const MoveList *list, Move move) {
    for (int i = 0; i < list->count; i++)
        if (move_equals(list->moves[i], move))
            return &list->moves[i];
    return NULL;
}

#endif
