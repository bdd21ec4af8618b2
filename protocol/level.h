/* SPDX-License-Identifier: MIT
 *
 * Playing levels: an engine that is to lose to people now and then, and the way people lose. Two
 * things make a level weaker than the engine. It looks at few positions, so it overlooks what lies
 * deep, like somebody who does not count that far. And it errs: of the moves that its short look
 * finds plausible it may take one that is worse, by an amount drawn anew for each move; small
 * errors are common and large ones rare. What nobody would do it does not do either: no error is
 * larger than the level allows, and a win that it has seen it plays. */
#ifndef HUFF_PROTOCOL_LEVEL_H
#define HUFF_PROTOCOL_LEVEL_H

#include "engine/base/rng.h"
#include "engine/search/search.h"

enum {
    LEVEL_MAX = 10,  /* the highest; 0 is the full strength of the engine */
    LEVEL_LINES = 6, /* moves that are weighed against each other, 3-10; custom */
};

/* One row of the table of levels. */
typedef struct {
    uint64_t nodes; /* of the look at a move */
    int error;      /* centimen, mean of the errors drawn (their distribution is exponential) */
    int error_max;  /* centimen, no error is larger */
    int rating;     /* on the engine's own scale, see README.md of the project */
} Level;

/* The row of a level, 1..LEVEL_MAX. Constant. */
const Level *level_get(int level);

/* Confines `limits` to what the level looks at; others that were there stay. */
void level_limit(int level, SearchLimits *limits);

/* Draws the error that the next move may have, centimen, 0..error_max. */
int level_draw_error(int level, Rng *rng);

/* The index of the move to play of `count` >= 1 with their scores, best first: the worst that is no
 * more than `error` worse than the best. Proven wins are not given away. */
int level_choose(const int *scores, int count, int error);

#endif
