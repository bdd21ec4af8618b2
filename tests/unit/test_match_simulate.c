/* SPDX-License-Identifier: MIT
 *
 * Match statistics against truth: matches between engines whose difference is known are played by
 * dice, and intervals and tests must be right as often as they say. HUFF_TEST_MATCHES sets the
 * number of sequential tests a row (the rest goes with it); the seeds are fixed. */
#include "bench/match/match_rating.h"
#include "bench/match/match_sprt.h"
#include "engine/base/rng.h"
#include "tests/unit/suite.h"

#include <math.h>

#define NELO_PER_UNIT 347.43558552260146 /* 800 / ln 10 */

enum {
    QUICK_MATCHES = 300,
    CHECK_EVERY = 16 /* pairs: a test is looked at when a batch of games is over */
};

/* Probabilities of the first engine's results: [colour][MATCH_LOST, ...]. */
typedef struct {
    double chance[COLOR_COUNT][MATCH_RESULT_COUNT];
} Players;

static int get_matches(void) {
    const char *text = getenv("HUFF_TEST_MATCHES");
    return text ? atoi(text) : QUICK_MATCHES;
}

/* Two engines, `nelo` apart in games that are drawn with the probability `draws`. With an edge e
 * (points a game above 1/2) a game's variance is (1 - draws) / 4 - e^2. `bias` is the probability
 * that a game goes to white instead of black whatever the engines are. */
static Players make_players(double nelo, double draws, double bias) {
    double u = nelo / NELO_PER_UNIT;
    double edge = u * sqrt((1 - draws) / 4 / (1 + u * u)), even = (1 - draws) / 2;
    Players players;
    for (int color = 0; color < COLOR_COUNT; color++) {
        double shift = edge + (color == COLOR_WHITE ? bias : -bias) / 2;
        players.chance[color][MATCH_LOST] = even - shift;
        players.chance[color][MATCH_DRAWN] = draws;
        players.chance[color][MATCH_WON] = even + shift;
        ck_assert(even - fabs(shift) >= 0);
    }
    return players;
}

/* The difference that the statistics should find, from the pairs' distribution. */
static void get_truth(const Players *players, double *ret_elo, double *ret_nelo) {
    double mean = 0, square = 0;
    for (int i = 0; i < MATCH_RESULT_COUNT; i++)
        for (int j = 0; j < MATCH_RESULT_COUNT; j++) {
            double p = players->chance[COLOR_WHITE][i] * players->chance[COLOR_BLACK][j];
            mean += p * (i + j) / 4;
            square += p * (i + j) * (i + j) / 16;
        }
    *ret_elo = 400 * log10(mean / (1 - mean));
    *ret_nelo = NELO_PER_UNIT * (mean - 0.5) / sqrt(2 * (square - mean * mean));
}

static Outcome play(Rng *rng, const Players *players, Color first) {
    double dice = (double)(rng_next(rng) >> 11) * 0x1p-53;
    const double *chance = players->chance[first];
    if (dice < chance[MATCH_DRAWN])
        return OUTCOME_DRAW;
    bool won = dice < chance[MATCH_DRAWN] + chance[MATCH_WON];
    return won == (first == COLOR_WHITE) ? OUTCOME_WHITE_WINS : OUTCOME_BLACK_WINS;
}

static void play_pairs(Rng *rng, const Players *players, int pairs, MatchScore *score) {
    for (int i = 0; i < pairs; i++) {
        Outcome white = play(rng, players, COLOR_WHITE), black = play(rng, players, COLOR_BLACK);
        match_score_add_game(score, COLOR_WHITE, white);
        match_score_add_game(score, COLOR_BLACK, black);
        match_score_add_pair(score, white, black);
    }
}

/* The share of `matches` tests that take H1, and how many pairs a test needs on average. */
static double measure_acceptance(const MatchSprt *sprt, const Players *players, int matches,
                                 double *ret_pairs) {
    Rng rng;
    rng_init(&rng, 3);
    double accepted = 0, pairs = 0;
    for (int i = 0; i < matches; i++) {
        MatchScore score = {0};
        MatchVerdict verdict;
        do
            play_pairs(&rng, players, CHECK_EVERY, &score);
        while ((verdict = match_sprt_decide(sprt, &score)) == MATCH_SPRT_CONTINUE);
        accepted += verdict == MATCH_SPRT_H1;
        pairs += (double)match_score_count_pairs(&score);
    }
    *ret_pairs = pairs / matches;
    if (getenv("HUFF_TEST_MATCHES"))
        printf("[%g, %g]: H1 taken in %.2f %% of %d, after %.0f pairs\n", sprt->nelo0, sprt->nelo1,
               100 * accepted / matches, matches, *ret_pairs);
    return accepted / matches;
}

/* Whether a share of `matches` is no more than `most`, but for three standard deviations. */
static bool is_at_most(double share, double most, int matches) {
    return share <= most + 3 * sqrt(most * (1 - most) / matches);
}

START_TEST(test_sprt_errors) {
    static const MatchSprt sprt = {0, 10, 0.05, 0.05, MATCH_SPRT_MIN_PAIRS};
    static const MatchSprt lax = {0, 10, 0.2, 0.05, MATCH_SPRT_MIN_PAIRS};
    /* Expected LLR at the end over expected LLR of a pair, (Delta t)^2 / 2; no overshoot. */
    double t = sqrt(2) * 10 / NELO_PER_UNIT, length = 0.9 * 2.944439 / (t * t / 2), pairs;
    int matches = get_matches();
    Players even = make_players(0, 0.6, 0), better = make_players(10, 0.6, 0),
            between = make_players(5, 0.6, 0);
    double accepted = measure_acceptance(&sprt, &even, matches, &pairs);
    ck_assert_msg(is_at_most(accepted, 0.05, matches), "%g", accepted);
    ck_assert_msg(accepted > 0.015, "%g: far from what is allowed", accepted);
    ck_assert_msg(fabs(pairs / length - 1) < 4 / sqrt(matches), "%g pairs", pairs);
    accepted = measure_acceptance(&sprt, &better, matches, &pairs);
    ck_assert_msg(is_at_most(1 - accepted, 0.05, matches), "%g", accepted);
    ck_assert_msg(fabs(pairs / length - 1) < 4 / sqrt(matches), "%g pairs", pairs);
    /* Wrong inputs: a test that allows more errors, and a difference that is not enough. */
    accepted = measure_acceptance(&lax, &even, matches, &pairs);
    ck_assert_msg(!is_at_most(accepted, 0.05, matches), "%g", accepted);
    accepted = measure_acceptance(&sprt, &between, matches, &pairs);
    ck_assert_msg(!is_at_most(1 - accepted, 0.05, matches), "%g", accepted);
    ck_assert_msg(fabs(accepted - 0.5) < 1.5 / sqrt(matches), "%g", accepted);
}
END_TEST

/* Other shares of draws and uneven ballots change nothing; the bounds are in normalised Elo. */
START_TEST(test_sprt_draws) {
    static const MatchSprt sprt = {0, 40, 0.05, 0.05, MATCH_SPRT_MIN_PAIRS};
    static const struct {
        double draws, bias;
    } kinds[] = {{0, 0}, {0.2, 0.5}, {0.9, 0}, {0.5, 0.4}};
    int matches = 2 * get_matches();
    double pairs, elo, nelo;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        Players even = make_players(0, kinds[i].draws, kinds[i].bias);
        double accepted = measure_acceptance(&sprt, &even, matches, &pairs);
        ck_assert_msg(is_at_most(accepted, 0.05, matches), "row %zu: %g", i, accepted);
        Players better = make_players(30, kinds[i].draws, kinds[i].bias);
        get_truth(&better, &elo, &nelo);
        MatchSprt exact = sprt;
        exact.nelo1 = nelo;
        accepted = measure_acceptance(&exact, &better, matches, &pairs);
        ck_assert_msg(is_at_most(1 - accepted, 0.05, matches), "row %zu: %g", i, accepted);
    }
}
END_TEST

typedef struct {
    double nelo, draws, bias;
    int pairs;
    double elo, nelo_found, flat, unpaired; /* coverages, the last two of wrong intervals */
} Coverage;

static bool holds(MatchInterval interval, double truth) {
    return interval.low <= truth && truth <= interval.high;
}

/* How often the intervals hold the truth. `flat` is the interval of normalised Elo without the
 * factor f, `unpaired` that of Elo when pairs are taken apart. */
static void measure_coverage(Coverage *row, int matches) {
    Rng rng;
    rng_init(&rng, 4);
    Players players = make_players(row->nelo, row->draws, row->bias);
    double elo, nelo;
    get_truth(&players, &elo, &nelo);
    for (int i = 0; i < matches; i++) {
        MatchScore score = {0}, games;
        play_pairs(&rng, &players, row->pairs, &score);
        games = (MatchScore){.games = {{score.games[0][0], score.games[0][1], score.games[0][2]},
                                       {score.games[1][0], score.games[1][1], score.games[1][2]}}};
        MatchInterval found = match_score_get_nelo(&score);
        row->elo += holds(match_score_get_elo(&score), elo);
        row->nelo_found += holds(found, nelo);
        row->flat += fabs(found.value - nelo) < NELO_PER_UNIT * 1.96 / sqrt(2.0 * row->pairs);
        row->unpaired += holds(match_score_get_elo(&games), elo);
    }
    row->elo /= matches;
    row->nelo_found /= matches;
    row->flat /= matches;
    row->unpaired /= matches;
    if (getenv("HUFF_TEST_MATCHES"))
        printf("%g nElo, %g draws, bias %g, %d pairs: Elo %.2f %%, nElo %.2f %%, flat %.2f %%, "
               "unpaired %.2f %%\n",
               row->nelo, row->draws, row->bias, row->pairs, 100 * row->elo, 100 * row->nelo_found,
               100 * row->flat, 100 * row->unpaired);
}

static bool is_95_percent(double coverage) {
    return coverage >= 0.93 && coverage <= 0.97;
}

START_TEST(test_coverage) {
    Coverage rows[] = {{0, 0.6, 0, 500, 0, 0, 0, 0},    {15, 0.6, 0, 500, 0, 0, 0, 0},
                       {-40, 0.9, 0, 1000, 0, 0, 0, 0}, {300, 0.5, 0, 300, 0, 0, 0, 0},
                       {-400, 0, 0, 500, 0, 0, 0, 0},   {20, 0.2, 0.7, 300, 0, 0, 0, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        measure_coverage(&rows[i], 10 * get_matches());
        ck_assert_msg(is_95_percent(rows[i].elo), "row %zu: %g", i, rows[i].elo);
        ck_assert_msg(is_95_percent(rows[i].nelo_found), "row %zu: %g", i, rows[i].nelo_found);
    }
    /* Wrong intervals are noticed: the flat one when lopsided, the unpaired one when ballots are.
     */
    ck_assert_msg(!is_95_percent(rows[4].flat), "%g", rows[4].flat);
    ck_assert_msg(!is_95_percent(rows[5].unpaired), "%g", rows[5].unpaired);
}
END_TEST

/* A round robin of engines whose ratings are known. */
START_TEST(test_rating_coverage) {
    static const double truth[] = {-150, -40, 45, 145};
    enum {
        ENGINES = 4
    };
    int matches = 2 * get_matches(), covered = 0, covered_wrong = 0;
    Rng rng;
    rng_init(&rng, 5);
    for (int match = 0; match < matches; match++) {
        MatchTable table;
        MatchRating ratings[ENGINES];
        ck_assert_int_eq(match_table_init(&table, ENGINES, NULL), STATUS_OK);
        for (int i = 0; i < ENGINES; i++)
            for (int j = 0; j < i; j++) {
                double mean = 1 / (1 + pow(10, (truth[j] - truth[i]) / 400));
                double draws = 1.4 * fmin(mean, 1 - mean);
                Players players = {
                    {[COLOR_WHITE] = {1 - mean - draws / 2, draws, mean - draws / 2}}};
                for (int game = 0; game < 80; game++)
                    match_table_add_game(&table, i, j, play(&rng, &players, COLOR_WHITE), NULL);
            }
        ck_assert_int_eq(match_table_rate(&table, MATCH_RATING_MEAN, ratings, NULL), STATUS_OK);
        for (int i = 0; i < ENGINES; i++) {
            MatchInterval elo = ratings[i].elo;
            covered += holds(elo, truth[ratings[i].engine]);
            covered_wrong += holds(elo, truth[ratings[i].engine] + (elo.high - elo.low) / 4);
        }
        match_table_done(&table);
    }
    double share = covered / (double)(ENGINES * matches);
    if (getenv("HUFF_TEST_MATCHES"))
        printf("ratings: %.2f %%\n", 100 * share);
    ck_assert_msg(is_95_percent(share), "%g", share);
    ck_assert(!is_95_percent(covered_wrong / (double)(ENGINES * matches)));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("match_simulate");
    TCase *tcase = tcase_create("match_simulate");
    tcase_set_timeout(tcase, 3000);
    tcase_add_test(tcase, test_sprt_errors);
    tcase_add_test(tcase, test_sprt_draws);
    tcase_add_test(tcase, test_coverage);
    tcase_add_test(tcase, test_rating_coverage);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
