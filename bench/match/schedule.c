/* SPDX-License-Identifier: MIT */
#include "bench/match/schedule.h"
#include "engine/base/rng.h"

#include <stdlib.h>

Status schedule_init(Schedule *schedule, MatchForm form, int engines, const BallotList *ballots,
                     bool shuffled, uint64_t seed, Error *error) {
    if (engines < 2)
        return error_set(error, STATUS_RANGE, "a match needs at least two engines, not %d",
                         engines);
    if (ballots->count < 1)
        return error_set(error, STATUS_RANGE, "a match needs at least one ballot");
    int *order = malloc((size_t)ballots->count * sizeof *order);
    if (!order)
        return error_set(error, STATUS_NO_MEMORY, "no memory for %d ballots", ballots->count);
    *schedule = (Schedule){
        .form = form,
        .engines = engines,
        .pairings = form == MATCH_GAUNTLET ? engines - 1 : engines * (engines - 1) / 2,
        .ballots = ballots,
        .shuffled = shuffled,
        .seed = seed,
        .order = order,
        .cycle = -1,
    };
    return STATUS_OK;
}

void schedule_done(Schedule *schedule) {
    free(schedule->order);
    *schedule = (Schedule){0};
}

int schedule_count_all(const Schedule *schedule) {
    return schedule->ballots->count * schedule->pairings;
}

void schedule_get_pairing(const Schedule *schedule, int pairing, int *ret_first, int *ret_second) {
    int first = 0;
    if (schedule->form == MATCH_ROUND_ROBIN)
        for (int others = schedule->engines - 1; pairing >= others; others--) {
            pairing -= others;
            first++;
        }
    *ret_first = first;
    *ret_second = first + 1 + pairing;
}

/* The cycles of one seed are drawn from different streams. */
static void make_order(Schedule *schedule, int64_t cycle) {
    Rng rng;
    uint64_t state = schedule->seed;
    rng_init(&rng, rng_splitmix64(&state) + (uint64_t)cycle);
    for (int i = 0; i < schedule->ballots->count; i++) {
        int j = schedule->shuffled ? (int)rng_below(&rng, (uint64_t)i + 1) : i;
        schedule->order[i] = schedule->order[j];
        schedule->order[j] = i;
    }
    schedule->cycle = cycle;
}

bool schedule_is_exempt(uint64_t seed, int pair, int percent) {
    uint64_t state = seed ^ (uint64_t)pair;
    return rng_splitmix64(&state) % 100 < (uint64_t)percent;
}

PairPlan schedule_plan(Schedule *schedule, int pair) {
    PairPlan plan;
    int round = pair / schedule->pairings;
    int64_t cycle = round / schedule->ballots->count;
    if (cycle != schedule->cycle)
        make_order(schedule, cycle);
    schedule_get_pairing(schedule, pair % schedule->pairings, &plan.first, &plan.second);
    plan.ballot_index = schedule->order[round % schedule->ballots->count];
    plan.ballot = &schedule->ballots->ballots[plan.ballot_index];
    return plan;
}
