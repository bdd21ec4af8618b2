/* SPDX-License-Identifier: MIT
 *
 * The score of a match between two engines and what it says about their strength. Everything is
 * seen from the first engine. A pair is one ballot played twice with colours swapped; its two games
 * share the ballot's bias, so that errors come from the spread of pairs (five classes, "the
 * pentanomial"), and from the spread of single games (win, draw, loss) only as long as there is no
 * finished pair.
 *
 * Nothing here is ever NaN. What has no finite estimate is -INFINITY or INFINITY, which JSON prints
 * as null. Pure functions of plain counts: any thread, constant memory, no order.
 *
 * With n pairs (games when there is no pair), m their mean share of the points (0 to 1), s their
 * standard deviation (divisor n) and t = (m - 1/2) / s:
 *
 *   Elo             400 log10(m / (1 - m)), ends at m +- z s / sqrt(n), z = 1.96 (95 %)
 *   normalised Elo  (800 / ln 10) t / sqrt(g), g games in a unit (2 in a pair, else 1): the edge
 *                   divided by the standard deviation of one game, sqrt(2) s when games are paired
 *                   (M. Van den Bergh, "Normalized Elo", cantate.be/Fishtest). It keeps its meaning
 *                   where draws are many and Elo shrinks.
 *   its ends        t +- z sqrt(f / n), f = 1 - c t + (d - 1) t^2 / 4, c the skewness and d the
 *                   kurtosis: the delta method, as for the Sharpe ratio (A. Lo 2002, E. Mertens
 *                   2002); f is 1 near equality, where others leave it out. f is kept above 1/4:
 *                   some lopsided samples would give no width at all.
 *   LOS             probability that the first engine is the better one, Phi(t sqrt(n))
 *
 * If all n units fell into one class, s is 0 and says nothing. Then each end assumes that a unit
 * falls at the worst place with the probability q that is just not excluded by n units without,
 * (1 - q)^n = 0.025 (Clopper and Pearson 1934), and LOS is 1 - 2^-(n+1) if that class is a gain
 * (the flat prior), 1/2 if it is level. */
#ifndef HUFF_BENCH_MATCH_MATCH_SCORE_H
#define HUFF_BENCH_MATCH_MATCH_SCORE_H

#include "engine/board/record.h"

enum {
    MATCH_LOST,
    MATCH_DRAWN,
    MATCH_WON,
    MATCH_RESULT_COUNT,
    MATCH_PAIR_COUNT = 5
};

/* All zero is a match without games. Counts are exact below 2^53. */
typedef struct {
    /* Finished games: [colour of the first engine][MATCH_LOST, ...]. */
    uint64_t games[COLOR_COUNT][MATCH_RESULT_COUNT];
    /* Finished pairs by the first engine's half points out of both games: 0, 1/2, 1, 1 1/2, 2
     * points. */
    uint64_t pairs[MATCH_PAIR_COUNT];
    uint64_t drawn_pairs; /* those of pairs[2] that are two draws; the others are win and loss */
} MatchScore;

/* An estimate with its 95 % interval, low <= value <= high. */
typedef struct {
    double value, low, high;
} MatchInterval;

/* Counts one game; OUTCOME_NONE is no game. */
void match_score_add_game(MatchScore *score, Color first, Outcome outcome);

/* Counts one pair by its two games, which match_score_add_game counts besides. Nothing is counted
 * when one of them is OUTCOME_NONE. */
void match_score_add_pair(MatchScore *score, Outcome first_is_white, Outcome first_is_black);

/* Adds the counts of another part of the same match. */
void match_score_merge(MatchScore *score, const MatchScore *part);

/* Games with the result MATCH_LOST, MATCH_DRAWN or MATCH_WON, both colours together. */
uint64_t match_score_count_results(const MatchScore *score, int result);
uint64_t match_score_count_games(const MatchScore *score);
uint64_t match_score_count_pairs(const MatchScore *score);

/* The share of the points, a draw being half a point; 0.5 without games. */
double match_score_get_rate(const MatchScore *score);
/* The share of games that are draws; 0 without games. */
double match_score_get_draw_rate(const MatchScore *score);
/* The share of pairs that did not end 1-1: the pairs that tell the engines apart; 0 without. */
double match_score_get_yield(const MatchScore *score);
/* The share of pairs that are not two draws: the yield and the pairs in which both games went to
 * the same colour. Far above the yield, it tells of ballots that one colour wins. 0 without. */
double match_score_get_decided_rate(const MatchScore *score);

/* Elo difference. Without games 0 in an endless interval. */
MatchInterval match_score_get_elo(const MatchScore *score);
/* Normalised Elo. Without games 0 in an endless interval. */
MatchInterval match_score_get_nelo(const MatchScore *score);
/* The likelihood of superiority, 0 to 1; 0.5 without games. */
double match_score_get_los(const MatchScore *score);

#endif
