/* SPDX-License-Identifier: MIT
 *
 * Scores in centimen (100 = one man), for the side to move. Three nested bands: evaluations, wins
 * known from a table, wins proven in a number of plies. Hub prints score / 100, so the bands are
 * those that Hub programs expect: below 80, 80 to 90, 100 - plies / 100. */
#ifndef HUFF_ENGINE_EVAL_SCORE_H
#define HUFF_ENGINE_EVAL_SCORE_H

#include <stdbool.h>
#include <stdlib.h>

enum {
    SCORE_DRAW = 0,
    SCORE_EVAL_MAX = 7999,  /* no evaluation is larger */
    SCORE_TABLE_WIN = 9000, /* less 1 for each ply from the root */
    SCORE_WIN = 10000,      /* less 1 for each ply to the end of the game */
    SCORE_INFINITE = 10001,
    SCORE_PLY_MAX = 999, /* longest distance a score can hold */
};

/* Win in `plies` (odd), and loss in `plies` (even; 0 when the side to move has no move). */
static inline int score_win_in(int plies) {
    return SCORE_WIN - plies;
}
static inline int score_loss_in(int plies) {
    return -SCORE_WIN + plies;
}

/* A proven win or loss, as opposed to an evaluation or a table's word. */
static inline bool score_is_proven(int score) {
    return abs(score) >= SCORE_WIN - SCORE_PLY_MAX;
}

/* Plies to the end of the game of a proven score. */
static inline int score_distance(int score) {
    return SCORE_WIN - abs(score);
}

#endif
