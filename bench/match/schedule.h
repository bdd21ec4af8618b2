/* SPDX-License-Identifier: MIT
 *
 * Which pair of games comes when. Pair n is a ballot played by two engines with both colours; its
 * games are 2n (the first engine has White) and 2n + 1. Rounds follow each other: in each, every
 * pairing plays one ballot, the same for all pairings. When the ballots are used up they are
 * shuffled anew. Everything follows from the settings and the seed. */
#ifndef HUFF_BENCH_MATCH_SCHEDULE_H
#define HUFF_BENCH_MATCH_SCHEDULE_H

#include "book/ballots.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum {
    MATCH_ROUND_ROBIN, /* every engine against every other; with two engines a plain match */
    MATCH_GAUNTLET,    /* the first engine against every other */
} MatchForm;

typedef struct {
    int first, second; /* engines, first < second */
    const Ballot *ballot;
    int ballot_index; /* in the list as it was given */
} PairPlan;

/* Private: use the functions. */
typedef struct {
    MatchForm form;
    int engines;
    int pairings;
    const BallotList *ballots;
    bool shuffled;
    uint64_t seed;
    int *order;    /* of the ballots in `cycle` */
    int64_t cycle; /* -1: none yet */
} Schedule;

/* At least two engines and one ballot; `ballots` must outlive the schedule. STATUS_RANGE,
 * STATUS_NO_MEMORY. */
Status schedule_init(Schedule *schedule, MatchForm form, int engines, const BallotList *ballots,
                     bool shuffled, uint64_t seed, Error *error);
void schedule_done(Schedule *schedule);

/* Pairs that use every ballot once in every pairing. */
int schedule_count_all(const Schedule *schedule);

/* The engines of a pairing, 0 .. schedule->pairings - 1. */
void schedule_get_pairing(const Schedule *schedule, int pairing, int *ret_first, int *ret_second);

/* Whether a pair belongs to the share that is kept out of adjudication, by lot. Pure. */
bool schedule_is_exempt(uint64_t seed, int pair, int percent);

/* Pair `pair`, from 0 without an end. One thread at a time. */
PairPlan schedule_plan(Schedule *schedule, int pair);

#endif
