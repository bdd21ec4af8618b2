/* SPDX-License-Identifier: MIT */
#include "bench/match/match_tally.h"
#include "engine/base/rng.h"
#include "engine/board/movegen.h"
#include "tests/unit/suite.h"

#include <string.h>

static MatchTally tally;
static MatchGame game;

static void begin(int engines) {
    Position start;
    position_init_start(&start, rules_get(VARIANT_INTERNATIONAL));
    ck_assert_int_eq(match_tally_init(&tally, engines, NULL), STATUS_OK);
    ck_assert_int_eq(match_game_init(&game, &start, NULL), STATUS_OK);
}

static void finish(void) {
    match_tally_done(&tally);
    match_game_done(&game);
}

/* Counts a game without moves. */
static void add(int number, int white, int black, const char *ballot, Outcome outcome,
                MatchEnd end) {
    game.number = number;
    game.white = white;
    game.black = black;
    game.outcome = outcome;
    game.end = end;
    game.guilty = outcome == OUTCOME_WHITE_WINS ? COLOR_BLACK : COLOR_WHITE;
    snprintf(game.ballot, sizeof game.ballot, "%s", ballot);
    ck_assert_int_eq(match_tally_add(&tally, &game, NULL), STATUS_OK);
}

static void expect_pairs(MatchScore score, const char *expected) {
    char text[200];
    snprintf(text, sizeof text, "%d %d %d %d %d (%d)", (int)score.pairs[0], (int)score.pairs[1],
             (int)score.pairs[2], (int)score.pairs[3], (int)score.pairs[4], (int)score.drawn_pairs);
    ck_assert_str_eq(text, expected);
}

static void expect_games(MatchScore score, const char *expected) {
    char text[200];
    const uint64_t *white = score.games[COLOR_WHITE], *black = score.games[COLOR_BLACK];
    snprintf(text, sizeof text, "+%d=%d-%d +%d=%d-%d", (int)white[MATCH_WON],
             (int)white[MATCH_DRAWN], (int)white[MATCH_LOST], (int)black[MATCH_WON],
             (int)black[MATCH_DRAWN], (int)black[MATCH_LOST]);
    ck_assert_str_eq(text, expected);
}

/* Three pairs whose games come mixed, the second game before the first one too. */
START_TEST(pairs_find_together) {
    begin(2);
    add(3, 1, 0, "b", OUTCOME_BLACK_WINS, END_NO_MOVE);
    add(0, 0, 1, "a", OUTCOME_WHITE_WINS, END_NO_MOVE);
    add(4, 0, 1, "c", OUTCOME_DRAW, END_REPETITION);
    ck_assert_int_eq(tally.half_count, 3);
    expect_pairs(match_tally_get_pairing(&tally, 0, 1), "0 0 0 0 0 (0)");
    add(2, 0, 1, "b", OUTCOME_DRAW, END_REPETITION);
    expect_pairs(match_tally_get_pairing(&tally, 0, 1), "0 0 0 1 0 (0)");
    add(1, 1, 0, "a", OUTCOME_WHITE_WINS, END_NO_MOVE);
    add(5, 1, 0, "c", OUTCOME_DRAW, END_REPETITION);
    ck_assert_int_eq(tally.half_count, 0);
    expect_pairs(match_tally_get_pairing(&tally, 0, 1), "0 0 2 1 0 (1)");
    expect_pairs(match_tally_get_pairing(&tally, 1, 0), "0 1 2 0 0 (1)");
    expect_games(match_tally_get_pairing(&tally, 0, 1), "+1=2-0 +1=1-1");
    expect_games(match_tally_get_pairing(&tally, 1, 0), "+1=1-1 +0=2-1");
    expect_games(match_tally_get_engine(&tally, 1), "+1=1-1 +0=2-1");
    expect_pairs(tally.total, "0 0 2 1 0 (1)");
    finish();
}
END_TEST

START_TEST(games_that_make_no_pair) {
    begin(3);
    add(0, 0, 1, "a", OUTCOME_WHITE_WINS, END_NO_MOVE);
    add(1, 0, 1, "a", OUTCOME_WHITE_WINS, END_NO_MOVE); /* the same colours */
    add(2, 0, 1, "a", OUTCOME_WHITE_WINS, END_NO_MOVE);
    add(3, 1, 0, "b", OUTCOME_WHITE_WINS, END_NO_MOVE); /* another ballot */
    add(4, 0, 1, "a", OUTCOME_WHITE_WINS, END_NO_MOVE);
    add(5, 2, 0, "a", OUTCOME_WHITE_WINS, END_NO_MOVE); /* another engine */
    add(6, 0, 1, "a", OUTCOME_NONE, END_NONE);
    add(7, 1, 0, "a", OUTCOME_WHITE_WINS, END_NO_MOVE); /* the other one was broken off */
    add(9, 1, 0, "a", OUTCOME_NONE, END_NONE);
    add(8, 0, 1, "a", OUTCOME_WHITE_WINS, END_NO_MOVE);
    ck_assert_int_eq(tally.half_count, 0);
    expect_pairs(tally.total, "0 0 0 0 0 (0)");
    expect_pairs(match_tally_get_pairing(&tally, 0, 1), "0 0 0 0 0 (0)");
    ck_assert_uint_eq(tally.games, 8);
    ck_assert_uint_eq(tally.broken, 2);
    ck_assert_uint_eq(match_score_count_games(&tally.total), 8);
    finish();
}
END_TEST

START_TEST(ends_and_faults_have_an_owner) {
    begin(3);
    add(0, 0, 1, "a", OUTCOME_BLACK_WINS, END_CRASH);
    add(1, 1, 0, "a", OUTCOME_WHITE_WINS, END_CRASH);
    add(2, 0, 2, "a", OUTCOME_WHITE_WINS, END_TIME);
    add(3, 2, 0, "a", OUTCOME_BLACK_WINS, END_WRONG_CLAIM);
    add(4, 1, 2, "a", OUTCOME_DRAW, END_TABLE);
    game.exempt = true;
    add(5, 2, 1, "a", OUTCOME_DRAW, END_SCORE);
    strcpy(game.text, "the tables said a win for White");
    add(6, 1, 2, "b", OUTCOME_DRAW, END_LENGTH);
    ck_assert_uint_eq(match_tally_count_lost(&tally, 0, END_CRASH), 2);
    ck_assert_uint_eq(tally.engines[1].ends[END_CRASH][MATCH_WON], 2);
    ck_assert_uint_eq(match_tally_count_lost(&tally, 1, END_CRASH), 0);
    ck_assert_uint_eq(match_tally_count_lost(&tally, 2, END_TIME), 1);
    ck_assert_uint_eq(match_tally_count_lost(&tally, -1, END_CRASH), 2);
    ck_assert_uint_eq(match_tally_count_faults(&tally, -1), 3);
    ck_assert_uint_eq(match_tally_count_faults(&tally, 2), 1);
    ck_assert_uint_eq(match_tally_count_lost(&tally, 2, END_WRONG_CLAIM), 1);
    ck_assert_uint_eq(match_tally_count_adjudicated(&tally), 3);
    ck_assert_uint_eq(tally.exempt, 2);
    ck_assert_uint_eq(tally.exempt_as_told, 1);
    ck_assert_uint_eq(tally.ends[END_CRASH], 2);
    finish();
}
END_TEST

/* Each engine's moves, by what is known of them. */
START_TEST(moves_belong_to_the_side_that_played) {
    static const MatchPly plies[] = {
        {.has_seconds = true, .seconds = 0.5, .has_nodes = true, .nodes = 100},
        {.has_depth = true, .depth = 9, .seconds = 7, .nodes = 7}, /* not known */
        {.has_seconds = true, .seconds = 2, .has_depth = true, .depth = 20},
    };
    begin(2);
    for (int i = 0; i < 3; i++) {
        MoveList list;
        movegen_generate(record_current(&game.record), &list);
        ck_assert_int_eq(match_game_push(&game, list.moves[0], &plies[i], NULL), STATUS_OK);
    }
    add(0, 1, 0, "a", OUTCOME_DRAW, END_AGREED);
    const EngineTally *white = &tally.engines[1], *black = &tally.engines[0];
    ck_assert_uint_eq(white->plies, 2);
    ck_assert_uint_eq(white->timed_plies, 2);
    ck_assert_uint_eq(white->counted_plies, 1);
    ck_assert_uint_eq(white->deep_plies, 1);
    ck_assert_uint_eq(white->nodes, 100);
    ck_assert_uint_eq(white->depths, 20);
    ck_assert(white->seconds == 2.5 && white->slowest == 2);
    ck_assert_uint_eq(black->plies, 1);
    ck_assert_uint_eq(black->timed_plies, 0);
    ck_assert_uint_eq(black->depths, 9);
    ck_assert_uint_eq(black->nodes, 0);
    ck_assert(black->seconds == 0 && black->slowest == 0);
    ck_assert_uint_eq(tally.plies, 3);
    ck_assert_int_eq(tally.longest, 3);
    add(1, 0, 1, "a", OUTCOME_NONE, END_NONE);
    ck_assert_uint_eq(tally.plies, 3);
    ck_assert_uint_eq(black->plies, 3);
    finish();
}
END_TEST

START_TEST(ballots_are_sorted_and_add_up) {
    begin(2);
    add(0, 0, 1, "10", OUTCOME_WHITE_WINS, END_NO_MOVE);
    add(1, 1, 0, "10", OUTCOME_WHITE_WINS, END_NO_MOVE);
    add(2, 0, 1, "9", OUTCOME_WHITE_WINS, END_NO_MOVE);
    add(3, 1, 0, "9", OUTCOME_DRAW, END_AGREED);
    add(4, 0, 1, "10", OUTCOME_BLACK_WINS, END_NO_MOVE);
    add(5, 1, 0, "10", OUTCOME_WHITE_WINS, END_NO_MOVE);
    ck_assert_int_eq(tally.ballot_count, 2);
    ck_assert_str_eq(tally.ballots[0].name, "9");
    ck_assert_str_eq(tally.ballots[1].name, "10");
    expect_pairs(tally.ballots[0].score, "0 0 0 1 0 (0)");
    expect_pairs(tally.ballots[1].score, "1 0 1 0 0 (0)");
    expect_games(tally.ballots[1].score, "+1=0-1 +0=0-2");
    ck_assert(match_score_get_yield(&tally.ballots[1].score) == 0.5);
    finish();
}
END_TEST

static void refuse(int number, int white, int black, Status status) {
    MatchTally before = tally;
    Error error = {""};
    game.number = number;
    game.white = white;
    game.black = black;
    ck_assert_int_eq(match_tally_add(&tally, &game, &error), status);
    ck_assert_str_ne(error.text, "");
    ck_assert_uint_eq(tally.games, before.games);
    ck_assert_int_eq(tally.half_count, before.half_count);
}

START_TEST(what_is_refused) {
    Error error = {""};
    ck_assert_int_eq(match_tally_init(&tally, 1, &error), STATUS_RANGE);
    ck_assert_int_eq(match_tally_init(&tally, MATCH_TABLE_MAX_ENGINES + 1, &error), STATUS_RANGE);
    ck_assert_str_ne(error.text, "");
    begin(2);
    add(0, 0, 1, "a", OUTCOME_DRAW, END_AGREED);
    refuse(1, 0, 2, STATUS_RANGE);
    refuse(1, -1, 1, STATUS_RANGE);
    refuse(1, 1, 1, STATUS_RANGE);
    refuse(0, 0, 1, STATUS_STATE);
    add(1, 1, 0, "a", OUTCOME_DRAW, END_AGREED);
    expect_pairs(tally.total, "0 0 1 0 0 (1)");
    finish();
}
END_TEST

/* 40,000 pairs of four engines in a window of 50 games at random, against a count that knows all
 * outcomes. The memory is that of the window and the ballots. */
START_TEST(many_games_in_disorder) {
    enum {
        PAIRS = 40000,
        WINDOW = 50,
        BALLOTS = 7
    };
    static Outcome outcomes[2 * PAIRS];
    static int order[2 * PAIRS];
    static const int seats[6][2] = {{0, 1}, {0, 2}, {1, 2}, {0, 3}, {1, 3}, {2, 3}};
    MatchScore expected[6] = {{{{0}}, {0}, 0}};
    Rng rng;
    rng_init(&rng, 5);
    for (int i = 0; i < 2 * PAIRS; i++) {
        outcomes[i] = OUTCOME_WHITE_WINS + (Outcome)rng_below(&rng, 3);
        order[i] = i;
    }
    for (int i = 0; i < 2 * PAIRS; i++) {
        int other = i + (int)rng_below(&rng, WINDOW), kept = order[i];
        other = other < 2 * PAIRS ? other : i;
        order[i] = order[other];
        order[other] = kept;
    }
    begin(4);
    for (int i = 0; i < 2 * PAIRS; i++) {
        int number = order[i], pair = number / 2;
        const int *seat = seats[pair % 6];
        char ballot[8];
        snprintf(ballot, sizeof ballot, "%d", pair % BALLOTS);
        add(number, seat[number % 2], seat[1 - number % 2], ballot, outcomes[number],
            outcomes[number] == OUTCOME_DRAW ? END_AGREED : END_NO_MOVE);
    }
    for (int pair = 0; pair < PAIRS; pair++) {
        MatchScore *score = &expected[pair % 6];
        match_score_add_game(score, COLOR_WHITE, outcomes[2 * pair]);
        match_score_add_game(score, COLOR_BLACK, outcomes[2 * pair + 1]);
        match_score_add_pair(score, outcomes[2 * pair], outcomes[2 * pair + 1]);
    }
    for (int i = 0; i < 6; i++) {
        MatchScore score = match_tally_get_pairing(&tally, seats[i][0], seats[i][1]);
        ck_assert_int_eq(memcmp(&score, &expected[i], sizeof score), 0);
    }
    ck_assert_uint_eq(match_score_count_pairs(&tally.total), PAIRS);
    ck_assert_int_eq(tally.half_count, 0);
    ck_assert_int_le(tally.half_capacity, 16 * WINDOW);
    ck_assert_int_eq(tally.ballot_count, BALLOTS);
    finish();
}
END_TEST

int main(void) {
    Suite *suite = suite_create("match_tally");
    TCase *tests = tcase_create("match_tally");
    tcase_add_test(tests, pairs_find_together);
    tcase_add_test(tests, games_that_make_no_pair);
    tcase_add_test(tests, ends_and_faults_have_an_owner);
    tcase_add_test(tests, moves_belong_to_the_side_that_played);
    tcase_add_test(tests, ballots_are_sorted_and_add_up);
    tcase_add_test(tests, what_is_refused);
    tcase_add_test(tests, many_games_in_disorder);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
