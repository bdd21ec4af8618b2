/* SPDX-License-Identifier: MIT
 *
 * The game with the huff, as old law books have it: a capture may be left out, and the adversary
 * then takes the piece off that should have made it (the huff), has the capture made (compels), or
 * lets the move stand. A turn is a choice, when there is something to choose, and then a move;
 * `compel` is a whole turn, since the other side moves again.
 *
 * This is the layer of those law books above Position, which knows nothing of it: games of today
 * pay nothing. All functions are pure and may be called by any thread. */
#ifndef HUFF_ENGINE_BOARD_HUFF_H
#define HUFF_ENGINE_BOARD_HUFF_H

#include "engine/board/movegen.h"

/* What a law book says about it. */
typedef struct {
    bool compel;    /* the adversary may have a capture made that was left out */
    bool cut_short; /* a capture may end although the piece can take more; that piece may then be
                       huffed, but nothing compelled */
} HuffLaw;

typedef struct {
    Position position;  /* board, side to move and counts */
    const HuffLaw *law; /* never NULL; outlives the position */
    Bitboard huffable;  /* pieces of the side that moved last, where they stand now, of which the
                           side to move may take one off before it moves */
    bool may_compel;    /* it may instead have the last move taken back */
    bool compelled;     /* the side to move has to capture, all that the series can take */
    Position before;    /* with may_compel: the position before the last move; else zeroed */
    uint64_t key;       /* hash of all of the above but the counts and the law */
} HuffPosition;

/* A position in which nothing is to be chosen. STATUS_RANGE: the variant has flying kings, captures
 * that must be chosen among, or captures along rows, so that no law book of the huff is meant for
 * it. `*ret_position` is untouched on failure. */
Status huff_init(HuffPosition *ret_position, const HuffLaw *law, const Position *position,
                 Error *error);

/* The pieces of the side to move that can capture. */
Bitboard huff_find_capturers(const Position *position);

/* Fills `list` with the moves of the side to move once it has chosen: all captures, those cut short
 * where the law has them, and all quiet moves; after compel only captures that take all they can.
 * Moves that agree in from, to and captured pieces are one. Returns list->count. */
int huff_generate(const HuffPosition *position, MoveList *list);

/* The move of huff_generate equal to `move`, flags filled in, or move_none(). */
Move huff_find(const HuffPosition *position, Move move);

/* Whether the capture `move` could go on taking. */
bool huff_is_cut_short(const Position *position, Move move);

/* Whether the side to move has any turn: a move, or compel, or a move after a huff. Without one it
 * has lost. */
bool huff_has_turn(const HuffPosition *position);

/* The three choices. Each gives the position in which the chooser (after compel: the adversary) has
 * to move and nothing is left to choose. huff_take wants a cell of `huffable`, huff_compel
 * `may_compel`. The count of the law's quiet moves begins anew after a huff. `ret_next` must not be
 * `position`. */
void huff_stand(const HuffPosition *position, HuffPosition *ret_next);
void huff_take(const HuffPosition *position, int cell, HuffPosition *ret_next);
void huff_compel(const HuffPosition *position, HuffPosition *ret_next);

/* The position after a move of huff_generate; what was to choose before it is let stand. `ret_next`
 * must not be `position`. */
void huff_make(const HuffPosition *position, Move move, HuffPosition *ret_next);

/* The key computed from nothing; position->key always equals it. */
uint64_t huff_compute_key(const HuffPosition *position);

/* Everything but the counts is the same. */
bool huff_same(const HuffPosition *a, const HuffPosition *b);

/* Leaves of the tree of turns `depth` turns deep; a choice and the move after it count as one turn,
 * compel as one. */
uint64_t huff_perft(const HuffPosition *position, int depth);

#endif
