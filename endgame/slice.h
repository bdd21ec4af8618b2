/* SPDX-License-Identifier: MIT
 *
 * Material: how many men and kings each side has. A *slice* is the set of all positions of one
 * material with one side to move; the side to move comes first in it and is turned to play up the
 * board as White. Two slices that differ only in who is to move share a *pair*: what the one side
 * plays leads into the other's slice, so they are solved and stored together. */
#ifndef HUFF_ENDGAME_SLICE_H
#define HUFF_ENDGAME_SLICE_H

#include "engine/base/status.h"
#include "engine/board/position.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    SLICE_PIECES_MAX = 10, /* on the board, both sides together */
    SLICE_NAME_SIZE = 24,  /* "10m10k v 10m10k" and the end of the string */
    SLICE_LIST_MAX = 400,  /* pairs of one number of pieces; 286 for ten pieces */
};

/* One side's material. */
typedef struct {
    uint8_t men, kings;
} Force;

typedef struct {
    Force own, other; /* own: of the side to move */
} Slice;

static inline int force_count(Force force) {
    return force.men + force.kings;
}
static inline bool force_equals(Force a, Force b) {
    return a.men == b.men && a.kings == b.kings;
}

static inline int slice_count(Slice slice) {
    return force_count(slice.own) + force_count(slice.other);
}
static inline bool slice_equals(Slice a, Slice b) {
    return force_equals(a.own, b.own) && force_equals(a.other, b.other);
}
/* The same material with the other side to move. */
static inline Slice slice_swap(Slice slice) {
    return (Slice){slice.other, slice.own};
}
/* Whether both sides have the same, so that the slice is its own other half. */
static inline bool slice_is_even(Slice slice) {
    return force_equals(slice.own, slice.other);
}

/* The slice of the pair that stands for it: the stronger side is to move (more pieces, then more
 * kings). */
Slice slice_of_pair(Slice slice);

/* The slice a board belongs to when `turn` is to move. Forces beyond 255 pieces cannot occur. */
Slice slice_of_board(const Board *board, Color turn);

/* "1m2k v 2k", men before kings, kinds that are not there left out. Fills and returns `name`. */
const char *slice_write(Slice slice, char name[SLICE_NAME_SIZE]);

/* "1m2k-2k", as file names have it. */
const char *slice_write_file_name(Slice slice, char name[SLICE_NAME_SIZE]);

/* Reads either form. STATUS_SYNTAX. */
Status slice_read(const char *text, Slice *ret_slice, Error *error);

/* All pairs of exactly `pieces` pieces with at least one on each side, each by slice_of_pair, in an
 * order in which promotions lead to earlier ones. Returns their number, at most SLICE_LIST_MAX. */
int slice_list_pairs(int pieces, Slice pairs[SLICE_LIST_MAX]);

/* Whether tables can be made for a variant: its board is the same seen from both sides and fits in
 * 64 bits, all that its law keeps of the past are counts that a table may leave out, men only go
 * forward, and nothing but to have no move ends a game. STATUS_STATE says what stands against it.
 */
Status slice_check_rules(const Rules *rules, Error *error);

/* The board turned half round with the colours swapped. */
void slice_turn_board(const Rules *rules, const Board *board, Board *ret_turned);

#endif
