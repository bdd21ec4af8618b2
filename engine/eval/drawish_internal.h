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

/* What divides the score of `strong`, the side that is ahead. */
static inline int drawish_divisor(const Rules *rules, const Board *board, Color strong) {
    Color weak = color_other(strong);
    if (!rules->kings_fly || !board->kings[weak])
        return 1;
    if (bits_count(board_pieces(board, strong)) <= DRAWISH_PIECES)
        return DRAWISH_FEW;
    int kings = bits_count(board->kings[strong]) - bits_count(board->kings[weak]);
    int men = bits_count(board->men[strong]) - bits_count(board->men[weak]);
    return kings == 0 && abs(men) <= 1 ? DRAWISH_EVEN : 1;
}

#endif
