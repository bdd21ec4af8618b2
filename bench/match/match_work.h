/* SPDX-License-Identifier: MIT
 *
 * The work of a match as it is handed out: pairs to be played, games that come back. Threads of
 * this process take it (match.c), and the ranks of a farm (bench/farm). */
#ifndef HUFF_BENCH_MATCH_MATCH_WORK_H
#define HUFF_BENCH_MATCH_MATCH_WORK_H

#include "bench/match/match.h"

/* A pair that is to be played; `wanted` tells which of its games are missing. */
typedef struct {
    int number;
    PairPlan plan;
    bool wanted[2];
} MatchPair;

/* The next pair with a missing game; false when there is none or the match ends. Any thread. */
bool match_take_pair(Match *match, MatchPair *ret_pair);

/* Puts a finished game into the ledger and counts it. STATUS_IO, STATUS_NO_MEMORY, STATUS_STATE (a
 * game that is there already). Any thread. */
Status match_give_game(Match *match, const MatchGame *game, Error *error);

/* Ends the match because of an error of this program's own. Any thread. */
void match_fail(Match *match, Status status, const Error *error);

/* Says that another worker takes part, and that it has ended: with the last one the match is over.
 * Any thread. */
void match_join(Match *match);
void match_leave(Match *match);

/* Where a runner gets its pairs and takes its games. */
typedef struct {
    bool (*take)(void *context, MatchPair *ret_pair);
    Status (*give)(void *context, const MatchGame *game, Error *error);
    void *context;
} RunnerWork;

/* Plays pairs until there is none, or until `*stop`. `number` is {worker} of engine_spec.h. A
 * negative status is an error of this program's own. */
Status runner_run(const MatchConfig *config, int number, const RunnerWork *work,
                  const atomic_bool *stop, Error *error);

#endif
