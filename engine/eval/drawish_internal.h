/* SPDX-License-Identifier: MIT
 *
 * A flying king is hard to catch: what a lead of material is worth less against one. */
#ifndef HUFF_ENGINE_EVAL_DRAWISH_INTERNAL_H
#define HUFF_ENGINE_EVAL_DRAWISH_INTERNAL_H

#include "engine/board/position.h"

#include <stdlib.h>

enum {
    DRAWISH_PIECES = 3, /* of the stronger side, against a flying king: mostly drawn */
    DRAWISH_FEW = 8,    /* divides the score there */
    DRAWISH_EVEN = 2,   /* and where the sides have as many flying kings and nearly as many men */
};

/* Whether a lone flying king holds out against two and mostly against three. Of the positions with
 * two kings on the move against one, 38 % are won in Russian draughts, by a king that can be taken
 * at once, but nearly all in killer and Thai draughts, where a king lands right behind what it
 * takes (99.8 and 99.7 %, by our tables), and most in Frisian draughts, where kings take along more
 * lines than they move on. Nor can it be said where kings go along rows and columns, or where
 * pieces are a burden. */
static inline bool drawish_kings(const Rules *rules) {
    return rules->kings_fly && !rules->kings_stop_at_king && !rules->kings_land_next &&
           rules->kings_capture == rules->kings_move && !rules->all_squares && !rules->no_move_wins;
}

/* What divides the score of `strong`, the side that is ahead. */
static inline int drawish_divisor(const Rules *rules, const Board *board, Color strong) {
    Color weak = color_other(strong);
    if (!drawish_kings(rules) || !board->kings[weak])
        return 1;
    if (bits_count(board_pieces(board, strong)) <= DRAWISH_PIECES)
        return DRAWISH_FEW;
    int kings = bits_count(board->kings[strong]) - bits_count(board->kings[weak]);
    int men = bits_count(board->men[strong]) - bits_count(board->men[weak]);
    return kings == 0 && abs(men) <= 1 ? DRAWISH_EVEN : 1;
}

#endif
