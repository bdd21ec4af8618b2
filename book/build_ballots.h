/* SPDX-License-Identifier: MIT
 *
 * Makes ballots: takes the first moves of a game, leaves out what loses material, and keeps the
 * positions whose score, by a search of so many nodes, lies within a band: level ones, or ones that
 * are hard to hold but not lost. The same plan gives the same ballots with any number of threads.
 */
#ifndef HUFF_BOOK_BUILD_BALLOTS_H
#define HUFF_BOOK_BUILD_BALLOTS_H

#include "book/ballot_lines.h"
#include "engine/eval/weights.h"

#include <stdint.h>

enum {
    BALLOT_BAND_MAX = 100000,        /* centimen */
    BALLOT_CANDIDATES_MAX = 1000000, /* positions searched */
};

typedef struct {
    int plies_low, plies_high;  /* plies from the start, 1..BALLOT_PLIES_MAX */
    int most;                   /* positions searched, 1..BALLOT_CANDIDATES_MAX */
    uint64_t seed;              /* of the lot by which so many are taken when there are more */
    int band_low, band_high;    /* |score| in centimen, 0 <= low <= high <= BALLOT_BAND_MAX */
    uint64_t nodes;             /* of each search, at least 1 */
    int threads;                /* 1..BOOK_THREADS_MAX */
    const EvalWeights *weights; /* that searches evaluate with; NULL: none */
} BallotPlan;

/* 4 plies, 10000 positions, seed 1, 0 to 30 centimen, 20000 nodes, 1 thread. */
BallotPlan ballot_plan_default(void);

typedef struct {
    bool drawn;      /* not all lines were followed: they are too many */
    uint64_t merged; /* moves that led to a position met before, as it was or with colours turned */
    int positions;   /* at the ends of lines, each once, those in which the game is over left out */
    int losing;      /* of them: one side loses material by the next move and captures */
    int left_out;    /* by lot */
    int searched;    /* all others */
    int kept;        /* of those searched */
} BallotMaking;

/* Called after each search, by one thread at a time. */
typedef void BallotProgress(void *context, int searched, int total);

/* Makes the ballots; `on_progress` may be NULL. STATUS_RANGE: a plan out of its ranges, or no
 * position within the band; what a search returns; STATUS_NO_MEMORY. The list is to be released
 * either way. */
Status ballot_plan_run(const BallotPlan *plan, const Rules *rules, BallotProgress *on_progress,
                       void *context, BallotList *ret_list, BallotMaking *ret_making, Error *error);

#endif
