/* SPDX-License-Identifier: MIT
 *
 * The crosstable of a match between several engines (round robin, gauntlet or anything else) and
 * the Elo ratings that explain it best.
 *
 * The model is Bradley and Terry's (1952): of n games between two engines, ratings D Elo apart, the
 * better one is expected to take n / (1 + 10^(-D/400)) points. Draws count as half a win and half a
 * loss, and every pair of engines that met is given one virtual draw, without which an engine that
 * won all its games would have no finite rating. The likelihood has one maximum, found by Newton's
 * method.
 *
 * Errors come from the inverse of the information matrix times the dispersion, (sum of (points -
 * expected points)^2 over games) / (sum of its expectation if there were no draws), because draws
 * spread points less than wins and losses do (quasi-likelihood, P. McCullagh and J. Nelder,
 * "Generalized Linear Models", 1989, chapter 9). The bias that the two games of a ballot share is
 * not seen here: the intervals are a little wide where ballots are uneven and played in pairs. */
#ifndef HUFF_BENCH_MATCH_MATCH_RATING_H
#define HUFF_BENCH_MATCH_MATCH_RATING_H

#include "bench/match/match_score.h"

enum {
    MATCH_TABLE_MAX_ENGINES = 256,
    MATCH_RATING_MEAN = -1 /* as the reference: ratings around their mean */
};

/* One thread at a time may use a table. Memory depends on the number of engines only. */
typedef struct {
    int engines;
    /* [(engine * engines + opponent) * MATCH_RESULT_COUNT + result], both directions. */
    uint64_t *results;
} MatchTable;

/* One line of the final table. */
typedef struct {
    int engine;                           /* from 0 */
    uint64_t results[MATCH_RESULT_COUNT]; /* MATCH_LOST, ... against all opponents */
    double points;
    MatchInterval elo; /* against the reference */
} MatchRating;

/* An empty table for 1 to MATCH_TABLE_MAX_ENGINES engines. STATUS_RANGE, STATUS_NO_MEMORY. */
Status match_table_init(MatchTable *table, int engines, Error *error);
void match_table_done(MatchTable *table);

/* Counts a game between two engines; OUTCOME_NONE is no game. STATUS_RANGE when one of them is not
 * in the table or both are the same. */
Status match_table_add_game(MatchTable *table, int white, int black, Outcome outcome, Error *error);

/* Games of `engine` against `opponent` with the result MATCH_LOST, MATCH_DRAWN or MATCH_WON of the
 * first. */
uint64_t match_table_get_results(const MatchTable *table, int engine, int opponent, int result);

/* Fills `ret_ratings` (one for every engine) in the order of points, then of rating (to
 * 0.001), then of number. Elo is against the engine `reference` (whose own is 0 without error), or
 * with MATCH_RATING_MEAN against the mean of all engines. Engines that no chain of games links to
 * the reference have 0 in an endless interval; with the mean, each linked group has a mean of its
 * own, and an engine without games 0 in an endless interval. STATUS_RANGE (no such reference),
 * STATUS_NO_MEMORY. */
Status match_table_rate(const MatchTable *table, int reference, MatchRating *ret_ratings,
                        Error *error);

#endif
