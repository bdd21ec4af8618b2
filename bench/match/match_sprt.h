/* SPDX-License-Identifier: MIT
 *
 * The sequential test of a change: after every finished pair, is the first engine stronger by
 * nelo1, by no more than nelo0, or must the match go on? Bounds are in normalised Elo (see
 * match_score.h), because the number of games that a test needs then does not depend on the share
 * of draws.
 *
 * The log-likelihood ratio is that of the generalised test (GSPRT) on pairs: with n(i) pairs in
 * class i of five, the classes' probabilities p(i) are fitted by maximum likelihood under each of
 * the two hypotheses "mean = 1/2 + t s" with t = sqrt(2) nelo ln 10 / 800, and
 *   LLR = sum of n(i) ln(p1(i) / p0(i)).
 * Classes without pairs count 0.001 (as in fishtest, OpenBench and fastchess). Source: M. Van den
 * Bergh, "Normalized Elo (practical)", cantate.be/Fishtest, section 4.1.
 *
 * Section 4.2 there gives a closed form, n ln((1 + (u - u0)^2) / (1 + (u - u1)^2)), u the edge per
 * game: the same in long even tests, but up to 0.04 off in OpenBench's tests of 500 to 1400 pairs,
 * and without grip on lopsided ones: 104 pairs all won give 0.04 of the 2.94 that [0, 5] asks for,
 * and 2.09 by the fit. So the fit decides; the tests hold it against the closed form.
 *
 * Pure functions, any thread. */
#ifndef HUFF_BENCH_MATCH_MATCH_SPRT_H
#define HUFF_BENCH_MATCH_MATCH_SPRT_H

#include "bench/match/match_score.h"

enum {
    MATCH_SPRT_MIN_PAIRS = 200, /* usual least number of pairs before a decision */
    MATCH_SPRT_NELO_LIMIT = 500 /* bounds lie within +- this; the fit knows no more */
};

typedef struct {
    double nelo0, nelo1; /* normalised Elo, nelo0 < nelo1 */
    double alpha;       /* accepted probability to take H1 when nelo0 is true, above 0, below 0.5 */
    double beta;        /* the same to take H0 when nelo1 is true */
    uint64_t min_pairs; /* no decision before. Error rates hold without it too (simulated down
                           to bounds 40 apart); it is for the trust of the reader */
} MatchSprt;

typedef enum {
    MATCH_SPRT_CONTINUE,
    MATCH_SPRT_H0, /* the gain is not there */
    MATCH_SPRT_H1, /* the gain is there */
} MatchVerdict;

/* STATUS_RANGE, with what is wrong, when a field is not as said above. */
Status match_sprt_check(const MatchSprt *sprt, Error *error);

/* The test goes on as long as the LLR is between ln(beta / (1 - alpha)) and
 * ln((1 - beta) / alpha): +-2.94 for 0.05 and 0.05 (A. Wald 1945). */
void match_sprt_get_bounds(const MatchSprt *sprt, double *ret_lower, double *ret_upper);

/* The log-likelihood ratio of the finished pairs, always finite; 0 without pairs. Its cost does not
 * depend on the number of pairs: about 7,000 instructions. */
double match_sprt_get_llr(const MatchSprt *sprt, const MatchScore *score);

MatchVerdict match_sprt_decide(const MatchSprt *sprt, const MatchScore *score);

#endif
