/* SPDX-License-Identifier: MIT
 *
 * What training learns from: a quiet position of a game, what the search said of it, and how the
 * game ended. */
#ifndef HUFF_ENGINE_LEARN_SAMPLE_H
#define HUFF_ENGINE_LEARN_SAMPLE_H

#include "engine/board/record.h"

/* Seen by the side to move, as if it were White: when Black was to move the board is turned round
 * and the colours are swapped. `score` and `result` are that side's. */
typedef struct {
    Board board;
    int16_t score; /* of the search, centimen, within SCORE_EVAL_MAX */
    int8_t result; /* of the game: 1 won, 0 drawn, -1 lost */
    uint16_t ply;  /* plies played before it, those of the opening included */
    uint32_t game; /* number of the game within its set */
} Sample;

/* Whether a position may be learnt from: neither side could capture if it were to move. */
bool sample_is_quiet(const Position *position);

/* The sample of a position, its result still open (0). `score` is the side to move's. */
Sample sample_make(const Position *position, int score, int ply, uint32_t game);

/* What the end of a game is for the side `color`: 1, 0 or -1; 0 for a game without end. */
int sample_result_of(Outcome outcome, Color color);

#endif
