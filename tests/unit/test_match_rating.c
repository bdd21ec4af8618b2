/* SPDX-License-Identifier: MIT
 *
 * Ratings from crosstables. */
#include "bench/match/match_rating.h"
#include "engine/base/rng.h"
#include "tests/unit/suite.h"

#include <math.h>

#define ELO_PER_LOGIT (400 / 2.302585092994046)

static MatchTable make_table(int engines) {
    MatchTable table;
    ck_assert_int_eq(match_table_init(&table, engines, NULL), STATUS_OK);
    return table;
}

/* Adds games, the engine playing white in all: colours do not matter to the table. */
static void add(MatchTable *table, int engine, int opponent, int won, int drawn, int lost) {
    static const Outcome outcomes[] = {OUTCOME_BLACK_WINS, OUTCOME_DRAW, OUTCOME_WHITE_WINS};
    int counts[] = {lost, drawn, won};
    for (int result = 0; result < MATCH_RESULT_COUNT; result++)
        for (int i = 0; i < counts[result]; i++)
            ck_assert_int_eq(match_table_add_game(table, engine, opponent, outcomes[result], NULL),
                             STATUS_OK);
}

/* The line of one engine. */
static MatchRating rate(const MatchTable *table, int reference, int engine) {
    MatchRating ratings[MATCH_TABLE_MAX_ENGINES];
    Error error = {""};
    ck_assert_msg(match_table_rate(table, reference, ratings, &error) == STATUS_OK, "%s",
                  error.text);
    for (int i = 0; i < table->engines; i++)
        if (ratings[i].engine == engine)
            return ratings[i];
    ck_abort_msg("engine %d is not in the table", engine);
}

START_TEST(test_two) {
    MatchTable table = make_table(2);
    add(&table, 0, 1, 59, 40, 0);
    add(&table, 1, 0, 0, 0, 0);
    ck_assert_uint_eq(match_table_get_results(&table, 0, 1, MATCH_WON), 59);
    ck_assert_uint_eq(match_table_get_results(&table, 1, 0, MATCH_LOST), 59);
    ck_assert_uint_eq(match_table_get_results(&table, 1, 0, MATCH_DRAWN), 40);
    /* With the virtual draw 79.5 of 100 points: Elo and, by the delta method, its error. The
     * spread: 59 wins and 40 draws around 0.795, and one virtual draw. */
    double p = 0.795, elo = 400 * log10(p / (1 - p));
    double spread = 59 * 0.205 * 0.205 + 40 * 0.295 * 0.295 + p * (1 - p);
    double reach = 1.959964 * sqrt(spread) / 100 / (p * (1 - p)) * ELO_PER_LOGIT;
    MatchRating first = rate(&table, 1, 0), second = rate(&table, 1, 1);
    ck_assert_double_eq_tol(first.elo.value, elo, 1e-6);
    ck_assert_double_eq_tol(first.elo.high - elo, reach, 1e-3);
    ck_assert_double_eq_tol(elo - first.elo.low, reach, 1e-3);
    ck_assert_double_eq(first.points, 79);
    ck_assert_uint_eq(first.results[MATCH_DRAWN], 40);
    ck_assert(second.elo.value == 0 && second.elo.low == 0 && second.elo.high == 0);
    /* Around the mean everything is halved. */
    first = rate(&table, MATCH_RATING_MEAN, 0);
    second = rate(&table, MATCH_RATING_MEAN, 1);
    ck_assert_double_eq_tol(first.elo.value, elo / 2, 1e-6);
    ck_assert_double_eq_tol(second.elo.value, -elo / 2, 1e-6);
    ck_assert_double_eq_tol(first.elo.high - first.elo.low, reach, 1e-3);
    match_table_done(&table);
}
END_TEST

/* Five tennis players 2014-2018, no draws: A. Agresti, "An Introduction to Categorical Data
 * Analysis", 3rd edition 2019, table 8.8 and the fit of section 8.6, whose ratings (logits against
 * Wawrinka) and standard errors these are. Each game is counted REPEATS times, so that the virtual
 * draws do not weigh. */
enum {
    PLAYERS = 5,
    REPEATS = 1000
};

static const int tennis[PLAYERS][PLAYERS] = {/* row beat column */
                                             {0, 9, 14, 9, 4},
                                             {6, 0, 5, 5, 7},
                                             {3, 0, 0, 2, 2},
                                             {2, 1, 4, 0, 4},
                                             {3, 2, 2, 3, 0}};
static const double tennis_logit[PLAYERS] = {1.17612, 1.13578, -0.56852, -0.06185, 0};
static const double tennis_error[PLAYERS] = {0.49952, 0.51095, 0.56833, 0.51487, 0};

static bool is_tennis_right(int extra) {
    MatchTable table = make_table(PLAYERS);
    bool right = true;
    for (int i = 0; i < PLAYERS; i++)
        for (int j = 0; j < PLAYERS; j++)
            add(&table, i, j, REPEATS * tennis[i][j], 0, 0);
    add(&table, 0, 1, REPEATS * extra, 0, 0);
    for (int i = 0; i < PLAYERS; i++) {
        MatchInterval elo = rate(&table, PLAYERS - 1, i).elo;
        double error = (elo.high - elo.low) / 2 / 1.959964 / ELO_PER_LOGIT * sqrt(REPEATS);
        /* The dispersion of games without draws is not quite 1. */
        right = right && fabs(elo.value / ELO_PER_LOGIT - tennis_logit[i]) < 0.001 &&
                fabs(error - tennis_error[i]) <= 0.02 * tennis_error[i];
    }
    match_table_done(&table);
    return right;
}

START_TEST(test_tennis) {
    ck_assert(is_tennis_right(0));
    ck_assert(!is_tennis_right(1)); /* one more win in fifteen games */
}
END_TEST

/* The condition for the maximum: every engine has the points that it is expected to have. */
static bool fits(const MatchTable *table, double shift) {
    double elo[8];
    bool good = true;
    for (int i = 0; i < table->engines; i++)
        elo[i] = rate(table, MATCH_RATING_MEAN, i).elo.value;
    elo[0] += shift;
    for (int i = 0; i < table->engines; i++) {
        double points = 0, expected = 0, all = 0;
        for (int j = 0; j < table->engines; j++) {
            double won = (double)match_table_get_results(table, i, j, MATCH_WON);
            double drawn = (double)match_table_get_results(table, i, j, MATCH_DRAWN);
            double lost = (double)match_table_get_results(table, i, j, MATCH_LOST);
            double games = won + drawn + lost > 0 ? won + drawn + lost + 1 : 0;
            points += games > 0 ? won + (drawn + 1) / 2 : 0;
            expected += games / (1 + pow(10, (elo[j] - elo[i]) / 400));
            all += games;
        }
        good = good && fabs(points - expected) <= 1e-6 * (1 + all);
    }
    return good;
}

START_TEST(test_any_table) {
    Rng rng;
    rng_init(&rng, 6);
    for (int round = 0; round < 300; round++) {
        MatchTable table = make_table(2 + (int)rng_below(&rng, 7));
        for (int i = 0; i < table.engines; i++)
            for (int j = 0; j < i; j++)
                if (rng_below(&rng, 3))
                    add(&table, i, j, (int)rng_below(&rng, 1u << rng_below(&rng, 10)),
                        (int)rng_below(&rng, 50), (int)rng_below(&rng, 2));
        ck_assert_msg(fits(&table, 0), "round %d", round);
        double sum = 0;
        MatchRating ratings[8];
        ck_assert_int_eq(match_table_rate(&table, MATCH_RATING_MEAN, ratings, NULL), STATUS_OK);
        for (int i = 0; i < table.engines; i++) {
            sum += ratings[i].elo.value;
            ck_assert(i == 0 || ratings[i - 1].points > ratings[i].points ||
                      (ratings[i - 1].points == ratings[i].points &&
                       ratings[i - 1].elo.value >= ratings[i].elo.value));
        }
        ck_assert_double_eq_tol(sum, 0, 1e-6);
        if (match_table_get_results(&table, 1, 0, MATCH_WON) > 10)
            ck_assert(!fits(&table, 1));
        match_table_done(&table);
    }
}
END_TEST

START_TEST(test_sparse) {
    MatchTable table = make_table(6);
    /* 0 won all against 1, which drew with 2; 3 and 4 know only each other, 5 nobody. */
    add(&table, 0, 1, 20000, 0, 0);
    add(&table, 1, 2, 0, 500, 0);
    add(&table, 3, 4, 1, 0, 0);
    MatchRating first = rate(&table, 2, 0);
    ck_assert_double_eq_tol(first.elo.value, 400 * log10(40001), 1e-3);
    ck_assert(isfinite(first.elo.low) && first.elo.low < first.elo.value);
    MatchRating level = rate(&table, 2, 1);
    ck_assert_double_eq_tol(level.elo.value, 0, 1e-6);
    ck_assert_double_gt(level.elo.high, 0);
    for (int engine = 3; engine < 6; engine++) {
        MatchInterval elo = rate(&table, 2, engine).elo;
        ck_assert(elo.value == 0 && elo.low == -INFINITY && elo.high == INFINITY);
    }
    MatchInterval third = rate(&table, MATCH_RATING_MEAN, 3).elo;
    ck_assert_double_eq_tol(third.value, 200 * log10(3), 1e-6);
    ck_assert(isfinite(third.low));
    ck_assert_double_eq(rate(&table, MATCH_RATING_MEAN, 5).elo.high, INFINITY);
    /* Order: points, and equal ones by rating. */
    MatchRating ratings[6];
    ck_assert_int_eq(match_table_rate(&table, 2, ratings, NULL), STATUS_OK);
    static const int order[] = {0, 1, 2, 3, 4, 5};
    for (int i = 0; i < 6; i++)
        ck_assert_int_eq(ratings[i].engine, order[i]);
    match_table_done(&table);
    table = make_table(3);
    add(&table, 2, 1, 1, 0, 0);
    ck_assert_int_eq(match_table_rate(&table, MATCH_RATING_MEAN, ratings, NULL), STATUS_OK);
    ck_assert_int_eq(ratings[0].engine, 2);
    ck_assert_int_eq(ratings[1].engine, 0); /* no games, no points, but no defeat */
    match_table_done(&table);
}
END_TEST

START_TEST(test_wrong) {
    MatchTable table;
    MatchRating ratings[2];
    Error error = {""};
    ck_assert_int_eq(match_table_init(&table, 0, &error), STATUS_RANGE);
    ck_assert_int_eq(match_table_init(&table, MATCH_TABLE_MAX_ENGINES + 1, &error), STATUS_RANGE);
    ck_assert_str_ne(error.text, "");
    table = make_table(2);
    static const int bad[][2] = {{0, 0}, {0, 2}, {-1, 0}, {2, 1}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        ck_assert_int_eq(match_table_add_game(&table, bad[i][0], bad[i][1], OUTCOME_DRAW, &error),
                         STATUS_RANGE);
    ck_assert_int_eq(match_table_add_game(&table, 0, 1, OUTCOME_NONE, &error), STATUS_OK);
    ck_assert_int_eq(match_table_rate(&table, 2, ratings, &error), STATUS_RANGE);
    ck_assert_int_eq(match_table_rate(&table, -2, ratings, &error), STATUS_RANGE);
    ck_assert_int_eq(match_table_rate(&table, 0, ratings, &error), STATUS_OK);
    ck_assert_double_eq(ratings[0].points, 0);
    ck_assert_double_eq(ratings[1].elo.high, INFINITY);
    match_table_done(&table);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("match_rating");
    TCase *tcase = tcase_create("match_rating");
    tcase_set_timeout(tcase, 120);
    tcase_add_test(tcase, test_two);
    tcase_add_test(tcase, test_tennis);
    tcase_add_test(tcase, test_any_table);
    tcase_add_test(tcase, test_sparse);
    tcase_add_test(tcase, test_wrong);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
