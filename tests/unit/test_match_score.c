/* SPDX-License-Identifier: MIT
 *
 * Statistics of matches between two engines: counts by hand, published figures, and what must hold
 * for any counts. Played-out tests are in test_match_simulate.c. */
#include "bench/match/match_sprt.h"
#include "engine/base/rng.h"
#include "tests/unit/suite.h"

#include <math.h>
#include <string.h>

#define NELO_PER_UNIT 347.43558552260146 /* 800 / ln 10 */

static MatchScore make_pairs(uint64_t ll, uint64_t ld, uint64_t level, uint64_t wd, uint64_t ww) {
    return (MatchScore){.pairs = {ll, ld, level, wd, ww}};
}

static MatchScore make_games(uint64_t won, uint64_t drawn, uint64_t lost) {
    return (MatchScore){.games = {[COLOR_BLACK] = {lost, drawn, won}}};
}

static double get_llr(const MatchScore *score, double nelo0, double nelo1) {
    MatchSprt sprt = {.nelo0 = nelo0, .nelo1 = nelo1, .alpha = 0.05, .beta = 0.05};
    return match_sprt_get_llr(&sprt, score);
}

static bool is_near(double a, double b, double tolerance) {
    return a == b || fabs(a - b) <= tolerance;
}

static void assert_interval(MatchInterval got, double value, double low, double high,
                            double tolerance) {
    ck_assert_msg(is_near(got.value, value, tolerance) && is_near(got.low, low, tolerance) &&
                      is_near(got.high, high, tolerance),
                  "%g [%g, %g] instead of %g [%g, %g]", got.value, got.low, got.high, value, low,
                  high);
}

START_TEST(test_count) {
    MatchScore score = {0}, part = {0}, swapped = {0};
    match_score_add_game(&score, COLOR_WHITE, OUTCOME_WHITE_WINS);
    match_score_add_game(&score, COLOR_BLACK, OUTCOME_WHITE_WINS);
    match_score_add_game(&score, COLOR_BLACK, OUTCOME_BLACK_WINS);
    match_score_add_game(&score, COLOR_WHITE, OUTCOME_DRAW);
    match_score_add_game(&score, COLOR_WHITE, OUTCOME_NONE);
    ck_assert_uint_eq(score.games[COLOR_WHITE][MATCH_WON], 1);
    ck_assert_uint_eq(score.games[COLOR_WHITE][MATCH_DRAWN], 1);
    ck_assert_uint_eq(score.games[COLOR_BLACK][MATCH_LOST], 1);
    ck_assert_uint_eq(score.games[COLOR_BLACK][MATCH_WON], 1);
    ck_assert_uint_eq(match_score_count_games(&score), 4);
    ck_assert_uint_eq(match_score_count_results(&score, MATCH_WON), 2);
    ck_assert_double_eq(match_score_get_rate(&score), 2.5 / 4);
    ck_assert_double_eq(match_score_get_draw_rate(&score), 0.25);
    ck_assert_uint_eq(match_score_count_pairs(&score), 0);

    match_score_add_game(&part, COLOR_BLACK, OUTCOME_DRAW);
    match_score_add_pair(&part, OUTCOME_DRAW, OUTCOME_DRAW);
    match_score_add_pair(&score, OUTCOME_WHITE_WINS, OUTCOME_WHITE_WINS);
    match_score_add_pair(&score, OUTCOME_WHITE_WINS, OUTCOME_BLACK_WINS);
    match_score_add_pair(&score, OUTCOME_BLACK_WINS, OUTCOME_DRAW);
    match_score_add_pair(&score, OUTCOME_BLACK_WINS, OUTCOME_NONE);
    swapped = part;
    match_score_merge(&swapped, &score);
    match_score_merge(&score, &part);
    ck_assert_int_eq(memcmp(&score, &swapped, sizeof score), 0);
    ck_assert_uint_eq(match_score_count_games(&score), 5);
    static const uint64_t pairs[] = {0, 1, 2, 0, 1};
    ck_assert_int_eq(memcmp(score.pairs, pairs, sizeof pairs), 0);
    ck_assert_uint_eq(score.drawn_pairs, 1);
    ck_assert_double_eq(match_score_get_yield(&score), 0.5);
    ck_assert_double_eq(match_score_get_decided_rate(&score), 0.75);
    /* The colour of the first engine is not lost on the counts. */
    match_score_add_pair(&swapped, OUTCOME_BLACK_WINS, OUTCOME_WHITE_WINS);
    ck_assert_uint_eq(swapped.pairs[0], 1);
}
END_TEST

/* Worked out by hand. */
START_TEST(test_by_hand) {
    /* 60 wins, 40 losses: mean 0.6, s sqrt(0.24), t 0.204124; Elo 400 log10(1.5). c = (1 - 2p) / s
     * = -0.408248, d = 1 + c^2: f = 1 + 0.083333 + 0.0017361. */
    MatchScore games = make_games(60, 0, 40);
    MatchInterval nelo = match_score_get_nelo(&games);
    double t = 0.1 / sqrt(0.24), reach = 1.959964 * sqrt(1.0850694 / 100);
    assert_interval(nelo, NELO_PER_UNIT * t, NELO_PER_UNIT * (t - reach),
                    NELO_PER_UNIT * (t + reach), 1e-4);
    assert_interval(match_score_get_elo(&games), 70.4365, 2.7669, 143.909, 1e-3);
    ck_assert_double_eq_tol(match_score_get_los(&games), 0.979387, 1e-6); /* Phi(2.04124) */
    MatchScore pairs = make_pairs(0, 10, 0, 30, 0);
    /* mean 0.625, s sqrt(3)/8, t 1/sqrt(3); a pair is two games. */
    ck_assert_double_eq_tol(match_score_get_nelo(&pairs).value, NELO_PER_UNIT / sqrt(6), 1e-9);
    ck_assert_double_eq_tol(match_score_get_elo(&pairs).value, 400 * log10(5 / 3.0), 1e-9);
    /* Pairs come before games once there is one. */
    pairs.games[COLOR_WHITE][MATCH_LOST] = 1000;
    ck_assert_double_gt(match_score_get_elo(&pairs).value, 0);
}
END_TEST

/* Elo, normalised Elo and their half widths from the unit tests of fastchess
 * (github.com/Disservin/fastchess, app/tests/elo_test.cpp) and, Elo only, from OpenBench's tests
 * 2502 and 3021 (chess.aronpetkovski.com; in pull requests 213 and 229 of Yoshie2000/PlentyChess)
 * and 270 (paulsonkoly.pythonanywhere.com; pull request 119 of paulsonkoly/chess-3). They round to
 * 0.01. Their normalised width leaves out the factor f; `factor` is sqrt(f), computed apart. */
typedef struct {
    MatchScore score;
    double elo, elo_width, nelo, nelo_width, factor, los; /* NAN: not published */
} Published;

static const Published published[] = {
    {{.games = {{89, 123, 76}}}, NAN, NAN, -20.76, 40.13, 1.002567, 0.1553},
    {{.games = {{96, 111, 136}}}, 40.70, 30.43, 49.77, 36.77, 1.016755, 0.9960},
    {{.games = {{356, 0, 34}}}, NAN, NAN, -508.44, 34.48, 3.141523, NAN},
    {{.pairs = {34, 54, 63, 64, 75}}, 55.58, 27.65, 57.94, 28.28, 1.033863, 1.0},
    {{.pairs = {332, 433, 498, 333, 334}}, -8.64, 10.33, -9.17, 10.96, 1.001901, 0.0505},
    {{.pairs = {7895, 8757, 5685, 568, 9999}}, -21.04, 2.95, -19.01, 2.65, 1.012010, NAN},
    {{.pairs = {44, 241, 590, 413, 71}}, 28.96, NAN, NAN, NAN, 1, NAN},
    {{.pairs = {24, 609, 1406, 767, 42}}, 11.84, NAN, NAN, NAN, 1, NAN},
    {{.pairs = {30, 73, 195, 136, 84}}, 57.88, NAN, NAN, NAN, 1, NAN},
};

static bool is_as_published(const Published *p) {
    MatchInterval elo = match_score_get_elo(&p->score), nelo = match_score_get_nelo(&p->score);
    double tolerance = 0.00501;
    return (isnan(p->elo) || is_near(elo.value, p->elo, tolerance)) &&
           (isnan(p->elo_width) || is_near((elo.high - elo.low) / 2, p->elo_width, tolerance)) &&
           (isnan(p->nelo) || is_near(nelo.value, p->nelo, tolerance)) &&
           (isnan(p->nelo_width) ||
            is_near((nelo.high - nelo.low) / 2 / p->factor, p->nelo_width, tolerance)) &&
           (isnan(p->los) || is_near(match_score_get_los(&p->score), p->los, tolerance / 100));
}

START_TEST(test_published) {
    for (size_t i = 0; i < sizeof published / sizeof *published; i++) {
        ck_assert_msg(is_as_published(&published[i]), "row %zu", i);
        /* A thousandth of the games shifted by half a point is noticed, unless it is none. */
        Published wrong = published[i];
        uint64_t *from = wrong.score.pairs[4] ? &wrong.score.pairs[4] : &wrong.score.games[0][2];
        uint64_t shifted = *from / 300 + 1;
        from[0] -= shifted;
        from[-1] += shifted;
        ck_assert_msg(!is_as_published(&wrong), "row %zu, wrong", i);
    }
}
END_TEST

/* Nothing played, all of one kind: estimates as the header says, never NaN. */
START_TEST(test_degenerate) {
    MatchScore none = {0}, won = make_games(10, 0, 0), lost = make_pairs(100, 0, 0, 0, 0),
               drawn = make_pairs(0, 0, 100, 0, 0), once = make_games(0, 0, 1),
               ahead = make_pairs(0, 0, 0, 8, 0);
    assert_interval(match_score_get_elo(&none), 0, -INFINITY, INFINITY, 0);
    assert_interval(match_score_get_nelo(&none), 0, -INFINITY, INFINITY, 0);
    ck_assert_double_eq(match_score_get_los(&none), 0.5);
    ck_assert_double_eq(match_score_get_rate(&none), 0.5);
    ck_assert_double_eq(match_score_get_draw_rate(&none), 0);
    ck_assert_double_eq(match_score_get_yield(&none), 0);
    ck_assert_double_eq(match_score_get_decided_rate(&none), 0);
    ck_assert_double_eq(get_llr(&none, 0, 10), 0);

    /* The exact bound for 10 of 10 is 0.025^(1/10) = 0.69150 (Clopper and Pearson). */
    assert_interval(match_score_get_elo(&won), INFINITY, 400 * log10(0.691503 / 0.308497), INFINITY,
                    1e-3);
    assert_interval(match_score_get_nelo(&won), INFINITY,
                    NELO_PER_UNIT * 0.191503 / sqrt(0.691503 * 0.308497), INFINITY, 1e-3);
    ck_assert_double_eq(match_score_get_los(&won), 1 - 1 / 2048.0);
    ck_assert_double_eq(get_llr(&won, 0, 10), 0); /* no pairs */
    ck_assert_double_eq(match_score_get_elo(&lost).value, -INFINITY);
    ck_assert_double_eq(match_score_get_elo(&lost).low, -INFINITY);
    ck_assert_double_lt(match_score_get_elo(&lost).high, -500);
    ck_assert_double_eq(match_score_get_nelo(&lost).low, -INFINITY);
    ck_assert_double_lt(match_score_get_los(&lost), 1e-30);
    /* 3.6 % of all pairs may still be anything. */
    double unseen = 1 - pow(0.025, 0.01), mean = 0.5 + unseen / 2;
    assert_interval(match_score_get_elo(&drawn), 0, -400 * log10(mean / (1 - mean)),
                    400 * log10(mean / (1 - mean)), 1e-9);
    double t = sqrt(unseen / (1 - unseen)) * NELO_PER_UNIT / sqrt(2);
    assert_interval(match_score_get_nelo(&drawn), 0, -t, t, 1e-9);
    ck_assert_double_eq(match_score_get_los(&drawn), 0.5);
    ck_assert_double_eq(match_score_get_los(&once), 0.25);
    ck_assert_double_gt(match_score_get_elo(&once).high, 600);
    ck_assert_double_eq(match_score_get_nelo(&ahead).value, INFINITY);
    ck_assert(isfinite(match_score_get_nelo(&ahead).low));
}
END_TEST

START_TEST(test_any_counts) {
    Rng rng;
    rng_init(&rng, 1);
    for (int round = 0; round < 20000; round++) {
        MatchScore score = {0}, mirror = {0};
        for (int i = 0; i < MATCH_PAIR_COUNT; i++) {
            score.pairs[i] = rng_below(&rng, 2) * rng_below(&rng, 1u << rng_below(&rng, 20));
            mirror.pairs[MATCH_PAIR_COUNT - 1 - i] = score.pairs[i];
        }
        MatchInterval elo = match_score_get_elo(&score), nelo = match_score_get_nelo(&score);
        ck_assert(elo.low <= elo.value && elo.value <= elo.high);
        ck_assert(nelo.low <= nelo.value && nelo.value <= nelo.high);
        ck_assert(match_score_count_pairs(&score) == 0 || elo.low < elo.high);
        ck_assert(match_score_count_pairs(&score) == 0 || nelo.low < nelo.high);
        double los = match_score_get_los(&score);
        ck_assert(los >= 0 && los <= 1);
        /* Seen from the other side all is reversed. */
        ck_assert(is_near(los + match_score_get_los(&mirror), 1, 1e-12));
        MatchInterval other = match_score_get_nelo(&mirror);
        ck_assert(is_near(nelo.high, -other.low, 1e-7 * (1 + fabs(other.low))));
        other = match_score_get_elo(&mirror);
        ck_assert(is_near(elo.high, -other.low, 1e-7 * (1 + fabs(other.low))));
    }
}
END_TEST

/* The closed form that is given in match_sprt.h. */
static double get_closed_llr(const MatchScore *score, double nelo0, double nelo1) {
    double n = (double)match_score_count_pairs(score);
    double u = match_score_get_nelo(score).value - nelo0, v = u + nelo0 - nelo1;
    u /= NELO_PER_UNIT;
    v /= NELO_PER_UNIT;
    return n * log((1 + u * u) / (1 + v * v));
}

/* Log-likelihood ratios as published, to 0.01: fastchess, app/tests/sprt_test.cpp (two first), and
 * OpenBench's tests 2502, 3021, 470, 798, 799, 3178 and 270 (the first six in pull requests 213,
 * 229, 99, 141 and 233 of Yoshie2000/PlentyChess, the last in 119 of paulsonkoly/chess-3). The
 * last row is OpenBench's built-in sample (OpenBench/stats.py); its figure is our own. */
static const struct {
    MatchScore score;
    double nelo0, nelo1, llr;
    bool is_closed_form_near;
} tests[] = {
    {{.pairs = {365, 16618, 36229, 16974, 390}}, 0, 2, 2.25, true},
    {{.pairs = {127, 4883, 10712, 5150, 104}}, -1.75, 0.25, 3.01, true},
    {{.pairs = {44, 241, 590, 413, 71}}, 0, 3, 2.91, false},
    {{.pairs = {24, 609, 1406, 767, 42}}, 0, 3, 2.91, true},
    {{.pairs = {24, 516, 1411, 606, 41}}, 0, 5, 2.93, true},
    {{.pairs = {134, 1864, 3775, 2022, 144}}, 0, 5, 2.92, true},
    {{.pairs = {13, 506, 1223, 632, 12}}, 0.5, 5.5, 2.91, true},
    {{.pairs = {59, 1365, 2872, 1515, 89}}, 0, 3, 2.91, true},
    {{.pairs = {30, 73, 195, 136, 84}}, 0, 5, 2.95, false},
    {{.pairs = {39, 8843, 26675, 9240, 44}}, 0.5, 2.5, 2.942, true},
};

START_TEST(test_llr_published) {
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) {
        double llr = get_llr(&tests[i].score, tests[i].nelo0, tests[i].nelo1);
        double closed = get_closed_llr(&tests[i].score, tests[i].nelo0, tests[i].nelo1);
        ck_assert_msg(is_near(llr, tests[i].llr, 0.00501), "row %zu: %g", i, llr);
        ck_assert_msg(is_near(closed, llr, 0.01) == tests[i].is_closed_form_near, "row %zu: %g", i,
                      closed);
        /* Bounds a tenth of an Elo off are noticed. */
        double wrong = get_llr(&tests[i].score, tests[i].nelo0, tests[i].nelo1 + 0.1);
        ck_assert_msg(!is_near(wrong, tests[i].llr, 0.00501), "row %zu, wrong: %g", i, wrong);
    }
}
END_TEST

/* As a function of nelo1 the likelihood rises to its only maximum at the observed difference. */
static bool peaks_at(const MatchScore *score, double peak) {
    double last = 0;
    for (double nelo = -500; nelo < 500; nelo += 10) {
        double step = get_llr(score, nelo, nelo + 10);
        double tolerance = 1e-9 * (double)match_score_count_pairs(score) + 1e-6;
        if (!isfinite(step) || (nelo + 10 < peak && step < -tolerance) ||
            (nelo > peak && step > tolerance))
            return false;
        last += step;
    }
    /* The steps add up to the whole. */
    return is_near(last, get_llr(score, -500, 500), 1e-6 * (1 + fabs(last)));
}

START_TEST(test_llr_shape) {
    Rng rng;
    rng_init(&rng, 2);
    for (int round = 0; round < 120; round++) {
        MatchScore score = {0}, mirror = {0};
        for (int i = 0; i < MATCH_PAIR_COUNT; i++) {
            score.pairs[i] = 1 + rng_below(&rng, 1u << rng_below(&rng, 1 + round % 24));
            mirror.pairs[MATCH_PAIR_COUNT - 1 - i] = score.pairs[i];
        }
        double observed = match_score_get_nelo(&score).value;
        ck_assert_msg(peaks_at(&score, observed), "%d: %g", round, observed);
        if (fabs(observed) < 400)
            ck_assert(!peaks_at(&score, observed + 40));
        ck_assert(is_near(get_llr(&score, -7, 30), -get_llr(&mirror, -30, 7), 1e-7));
    }
    /* Empty classes and lopsided results. */
    for (int i = 0; i < MATCH_PAIR_COUNT; i++)
        for (int j = 0; j < MATCH_PAIR_COUNT; j++) {
            MatchScore score = {0};
            score.pairs[i] = 1000000;
            score.pairs[j] += 3;
            for (double nelo = -500; nelo < 500; nelo += 50)
                ck_assert(isfinite(get_llr(&score, nelo, nelo + 50)));
        }
}
END_TEST

START_TEST(test_llr_lopsided) {
    /* 2000 pairs won, none else: where the probability p of a won pair is at most what a mean of
     * 1/2 + t s allows with lost pairs as the rest, p = (1 + t / sqrt(1 + t^2)) / 2. */
    MatchScore won = make_pairs(0, 0, 0, 0, 2000), drawn = make_pairs(0, 0, 2000, 0, 0);
    double t = sqrt(2) * 10 / NELO_PER_UNIT;
    ck_assert_double_eq_tol(get_llr(&won, 0, 10), 2000 * log(1 + t / sqrt(1 + t * t)), 0.02);
    /* A match of draws only speaks for no difference, slowly. */
    ck_assert_double_lt(get_llr(&drawn, 0, 10), -1);
    ck_assert_double_gt(get_llr(&drawn, -10, 0), 1);
    ck_assert_double_eq_tol(get_llr(&drawn, -10, 10), 0, 1e-9);
}
END_TEST

START_TEST(test_decide) {
    MatchSprt sprt = {.nelo0 = 0, .nelo1 = 10, .alpha = 0.05, .beta = 0.05, .min_pairs = 200};
    double lower, upper;
    match_sprt_get_bounds(&sprt, &lower, &upper);
    ck_assert_double_eq_tol(lower, -2.944439, 1e-6);
    ck_assert_double_eq_tol(upper, 2.944439, 1e-6);
    MatchSprt uneven = {.nelo0 = 0, .nelo1 = 10, .alpha = 0.05, .beta = 0.1};
    match_sprt_get_bounds(&uneven, &lower, &upper); /* OpenBench shows (-2.25, 2.89) */
    ck_assert_double_eq_tol(lower, -2.2513, 1e-4);
    ck_assert_double_eq_tol(upper, 2.8904, 1e-4);
    MatchScore none = {0}, won = make_pairs(0, 0, 0, 0, 199), lost = make_pairs(200, 0, 0, 0, 0),
               even = make_pairs(1, 20, 158, 20, 1);
    ck_assert_int_eq(match_sprt_decide(&sprt, &none), MATCH_SPRT_CONTINUE);
    ck_assert_int_eq(match_sprt_decide(&sprt, &won), MATCH_SPRT_CONTINUE);
    won.pairs[4]++;
    ck_assert_int_eq(match_sprt_decide(&sprt, &won), MATCH_SPRT_H1);
    ck_assert_int_eq(match_sprt_decide(&sprt, &lost), MATCH_SPRT_H0);
    ck_assert_int_eq(match_sprt_decide(&sprt, &even), MATCH_SPRT_CONTINUE);
}
END_TEST

START_TEST(test_sprt_check) {
    static const MatchSprt good[] = {{0, 10, 0.05, 0.05, 0}, {-500, 500, 0.49, 0.001, 200}};
    static const MatchSprt bad[] = {
        {10, 10, 0.05, 0.05, 0}, {10, 0, 0.05, 0.05, 0},   {-501, 0, 0.05, 0.05, 0},
        {0, 501, 0.05, 0.05, 0}, {NAN, 10, 0.05, 0.05, 0}, {0, NAN, 0.05, 0.05, 0},
        {0, 10, 0, 0.05, 0},     {0, 10, 0.5, 0.05, 0},    {0, 10, 0.05, -1, 0},
        {0, 10, 0.05, NAN, 0},   {0, 10, INFINITY, 0.1, 0}};
    Error error;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        ck_assert_int_eq(match_sprt_check(&good[i], &error), STATUS_OK);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        error.text[0] = '\0';
        ck_assert_msg(match_sprt_check(&bad[i], &error) == STATUS_RANGE, "row %zu", i);
        ck_assert_str_ne(error.text, "");
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("match_score");
    TCase *tcase = tcase_create("match_score");
    tcase_set_timeout(tcase, 120);
    tcase_add_test(tcase, test_count);
    tcase_add_test(tcase, test_by_hand);
    tcase_add_test(tcase, test_published);
    tcase_add_test(tcase, test_degenerate);
    tcase_add_test(tcase, test_any_counts);
    tcase_add_test(tcase, test_llr_published);
    tcase_add_test(tcase, test_llr_shape);
    tcase_add_test(tcase, test_llr_lopsided);
    tcase_add_test(tcase, test_decide);
    tcase_add_test(tcase, test_sprt_check);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
