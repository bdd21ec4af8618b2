/* SPDX-License-Identifier: MIT */
#include "protocol/dxp_net.h"
#include "tests/unit/bout.h"
#include "tests/unit/suite.h"

#include <string.h>
#include <unistd.h>

static const double short_patience = 0.1; /* where it is to run out */

/* The four ways in which two programs can meet: who connects, and who asks for the games. */
static const struct {
    const char *settings, *role;
} ways[] = {
    {"", "listen"},
    {"listen=true", "connect"},
    {"asks=true", "asks-listen"},
    {"asks=true listen=true", "asks-connect"},
};

enum {
    WAY_COUNT = sizeof ways / sizeof *ways
};

static void open_fake(Bout *bout, int way, const char *behaviour) {
    char settings[300];
    snprintf(settings, sizeof settings,
             "protocol=dxp minutes=1 address=127.0.0.1:PORT %s FAKE %s %s 127.0.0.1:PORT",
             ways[way].settings, ways[way].role, behaviour);
    bout_open(bout, settings);
}

/* ---- What is right ---- */

static void play_games(int way, const char *behaviour) {
    Bout bout;
    open_fake(&bout, way, behaviour);
    for (int game = 0; game < 3; game++) {
        if (!player_asks(bout.player))
            bout.color = game % 2 ? COLOR_BLACK : COLOR_WHITE;
        bout_play_first(&bout);
        ck_assert_int_eq(bout.color, game % 2 ? COLOR_BLACK : COLOR_WHITE);
        for (int i = 0; i < 8; i++) {
            ck_assert_msg(bout_think(&bout) == FAULT_NONE, "%s", bout.answer.text);
            ck_assert_int_eq(bout.answer.kind, ANSWER_MOVE);
        }
        if (game == 1)
            bout_move(&bout, NULL); /* which the engine does not see any more */
        bout_end(&bout, OUTCOME_DRAW);
    }
    ck_assert_str_eq(player_get_name(bout.player), "Fake");
    bout_close(&bout);
}

START_TEST(games_are_played_whoever_connects_and_asks) {
    for (int way = 0; way < WAY_COUNT; way++) {
        play_games(way, "ok");
        play_games(way, "talk");
    }
}
END_TEST

START_TEST(the_end_is_told_in_the_engines_sight) {
    static const struct {
        Outcome outcome;
        const char *line;
    } cases[] = {{OUTCOME_WHITE_WINS, "> E10"},
                 {OUTCOME_BLACK_WINS, "> E30"},
                 {OUTCOME_DRAW, "> E20"},
                 {OUTCOME_NONE, "> E00"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Bout bout;
        open_fake(&bout, 0, "ok");
        bout_play_first(&bout);
        bout_end(&bout, cases[i].outcome);
        ck_assert(bout_logged(&bout, cases[i].line));
        ck_assert(bout_logged(&bout, "< E00"));
        bout_close(&bout);
    }
}
END_TEST

START_TEST(time_and_moves_are_named_in_the_request) {
    static const struct {
        const char *minutes;
        MatchLimits limits;
        const char *fields;
    } cases[] = {
        {"", {.clock_time = 60, .clock_moves = 75}, "001075A"},
        {"", {.clock_time = 61}, "002000A"},
        {"", {.clock_time = 60, .clock_moves = 75, .clock_increment = 1}, "003075A"},
        {"", {.move_time = 1}, "000000A"},
        {"minutes=20", {.clock_time = 60, .clock_moves = 75}, "020075A"},
        {"minutes=0.5", {.move_time = 1}, "0.5000A"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Bout bout;
        char settings[300], line[100];
        snprintf(settings, sizeof settings,
                 "protocol=dxp %s address=127.0.0.1:PORT FAKE listen ok 127.0.0.1:PORT",
                 cases[i].minutes);
        bout_open(&bout, settings);
        bout.limits = cases[i].limits;
        ck_assert_int_eq(bout_start(&bout), FAULT_NONE);
        ck_assert_int_eq(bout_begin(&bout), FAULT_NONE);
        snprintf(line, sizeof line, "> R01%-32sW%s", "huff match", cases[i].fields);
        ck_assert_msg(bout_logged(&bout, line), "%s", line);
        bout_end(&bout, OUTCOME_NONE);
        bout_close(&bout);
    }
}
END_TEST

START_TEST(other_limits_than_time_are_refused) {
    Bout bout;
    bout_open(&bout, "protocol=dxp address=127.0.0.1:PORT FAKE listen ok 127.0.0.1:PORT");
    bout.limits = (MatchLimits){.nodes = 1000};
    ck_assert_int_eq(bout_start(&bout), FAULT_NONE);
    ck_assert_int_eq(bout_begin(&bout), FAULT_START);
    bout_close(&bout);
}
END_TEST

/* ---- The engine ends the game ---- */

START_TEST(the_engine_may_end_the_game) {
    static const struct {
        const char *behaviour;
        AnswerKind kind;
    } cases[] = {{"resigns", ANSWER_RESIGNS},
                 {"draws", ANSWER_CLAIMS_DRAW},
                 {"wins", ANSWER_CLAIMS_WIN},
                 {"ends", ANSWER_ENDS_UNKNOWN},
                 {"leaves", ANSWER_RESIGNS}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int way = 0; way < WAY_COUNT; way++) {
            Bout bout;
            open_fake(&bout, way, cases[i].behaviour);
            for (int game = 0; game < 2; game++) {
                bout_play_first(&bout);
                ck_assert_int_eq(bout_think(&bout), FAULT_NONE);
                ck_assert_int_eq(bout.answer.kind, cases[i].kind);
                bout_end(&bout, OUTCOME_BLACK_WINS);
            }
            bout_close(&bout);
        }
}
END_TEST

static bool is_stopped(Bout *bout) {
    Error error;
    PlayerTurn turn = bout_turn(bout);
    Status status = player_think(bout->player, &turn, &bout->answer, &error);
    return status == STATUS_STATE && strstr(error.text, "was not started");
}

/* Some programs do not answer; one that plays no more is started anew. */
START_TEST(the_answer_to_an_end_may_be_missing_or_final) {
    static const char *const behaviours[] = {"no-ack", "last"};
    for (size_t i = 0; i < sizeof behaviours / sizeof *behaviours; i++) {
        Bout bout;
        open_fake(&bout, 0, behaviours[i]);
        for (int game = 0; game < 2; game++) {
            bout_play_first(&bout);
            bout_end(&bout, OUTCOME_DRAW);
            ck_assert_int_eq(is_stopped(&bout), i == 1);
        }
        bout_close(&bout);
    }
}
END_TEST

/* It would answer in the next game. */
START_TEST(an_engine_that_thinks_on_after_the_end_is_stopped) {
    Bout bout;
    open_fake(&bout, 0, "no-ack");
    ck_assert_int_eq(bout_start(&bout), FAULT_NONE);
    ck_assert_int_eq(bout_begin(&bout), FAULT_NONE);
    bout_end(&bout, OUTCOME_DRAW);
    ck_assert(is_stopped(&bout));
    bout_close(&bout);
}
END_TEST

/* ---- What is wrong ---- */

START_TEST(engines_that_do_not_start_are_told_apart) {
    static const struct {
        const char *behaviour, *text;
        bool runs_out;
    } cases[] = {{"no-start", "ended with exit status 3", false}, {"unread", "", true}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int way = 0; way < WAY_COUNT; way++) {
            Bout bout;
            open_fake(&bout, way, cases[i].behaviour);
            if (cases[i].runs_out)
                bout.patience = short_patience;
            ck_assert_int_eq(bout_start(&bout), FAULT_START);
            ck_assert_msg(strstr(bout.answer.text, cases[i].text), "%s", bout.answer.text);
            bout_close(&bout);
        }
}
END_TEST

START_TEST(games_that_do_not_begin_are_told_apart) {
    static const struct {
        int way;
        const char *behaviour;
        PlayerFault fault;
        bool runs_out;
    } cases[] = {{0, "silent", FAULT_HANG, true},
                 {0, "refuses", FAULT_START, false},
                 {2, "version", FAULT_START, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Bout bout;
        open_fake(&bout, cases[i].way, cases[i].behaviour);
        ck_assert_int_eq(bout_start(&bout), FAULT_NONE);
        if (cases[i].runs_out)
            bout.patience = short_patience;
        ck_assert_int_eq(bout_begin(&bout), cases[i].fault);
        bout_close(&bout);
    }
}
END_TEST

START_TEST(both_cannot_ask) {
    Bout bout;
    bout_open(&bout, "protocol=dxp minutes=1 address=127.0.0.1:PORT "
                     "FAKE asks-listen ok 127.0.0.1:PORT");
    ck_assert_int_eq(bout_start(&bout), FAULT_NONE);
    ck_assert_int_eq(bout_begin(&bout), FAULT_START);
    ck_assert_ptr_nonnull(strstr(bout.answer.text, "asks=true"));
    bout_close(&bout);
}
END_TEST

START_TEST(faults_while_thinking_are_told_apart) {
    static const struct {
        const char *behaviour;
        PlayerFault fault;
        bool runs_out;
    } cases[] = {{"exit", FAULT_CRASH, false},        {"close", FAULT_CRASH, false},
                 {"hang", FAULT_HANG, true},          {"flood", FAULT_HANG, true},
                 {"illegal", FAULT_ILLEGAL, false},   {"garbled", FAULT_GARBLED, false},
                 {"asks-again", FAULT_GARBLED, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int way = 0; way < WAY_COUNT; way++) {
            Bout bout;
            open_fake(&bout, way, cases[i].behaviour);
            bout_play_first(&bout);
            if (cases[i].runs_out)
                bout.patience = short_patience;
            PlayerFault fault = bout_think(&bout);
            ck_assert_msg(fault == cases[i].fault, "%s: %d %s", cases[i].behaviour, fault,
                          bout.answer.text);
            bout_end(&bout, OUTCOME_BLACK_WINS);
            bout_close(&bout);
        }
}
END_TEST

/* It may also come so late that it is taken for the next answer. */
START_TEST(a_move_out_of_turn_is_a_fault) {
    Bout bout;
    open_fake(&bout, 0, "eager");
    bout_play_first(&bout);
    ck_assert_int_eq(bout_think(&bout), FAULT_NONE);
    PlayerFault fault = bout_think(&bout);
    ck_assert(fault == FAULT_GARBLED || fault == FAULT_ILLEGAL);
    bout_close(&bout);
}
END_TEST

START_TEST(another_engine_is_not_taken_for_ours) {
    Bout bout;
    int other;
    open_fake(&bout, 0, "ok");
    ck_assert_int_eq(dxp_listen(bout.spec.address, &other, NULL), STATUS_OK);
    ck_assert_int_eq(bout_start(&bout), FAULT_START);
    ck_assert_ptr_nonnull(strstr(bout.answer.text, "already"));
    close(other);
    bout_play_first(&bout);
    bout_close(&bout);
}
END_TEST

START_TEST(an_engine_started_by_somebody_else_is_waited_for) {
    Bout bout;
    bout_open(&bout, "protocol=dxp listen=true address=127.0.0.1:PORT");
    bout.patience = short_patience;
    ck_assert_int_eq(bout_start(&bout), FAULT_START);
    ck_assert_ptr_nonnull(strstr(bout.answer.text, "nobody connected"));
    bout_close(&bout);
    bout_open(&bout, "protocol=dxp address=127.0.0.1:PORT");
    bout.patience = short_patience;
    ck_assert_int_eq(bout_start(&bout), FAULT_START);
    bout_close(&bout);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("player_dxp");
    TCase *right = tcase_create("right");
    tcase_set_timeout(right, 120);
    tcase_add_test(right, games_are_played_whoever_connects_and_asks);
    tcase_add_test(right, the_end_is_told_in_the_engines_sight);
    tcase_add_test(right, time_and_moves_are_named_in_the_request);
    tcase_add_test(right, other_limits_than_time_are_refused);
    tcase_add_test(right, the_engine_may_end_the_game);
    tcase_add_test(right, the_answer_to_an_end_may_be_missing_or_final);
    tcase_add_test(right, an_engine_that_thinks_on_after_the_end_is_stopped);
    suite_add_tcase(suite, right);
    TCase *wrong = tcase_create("wrong");
    tcase_set_timeout(wrong, 120);
    tcase_add_test(wrong, engines_that_do_not_start_are_told_apart);
    tcase_add_test(wrong, games_that_do_not_begin_are_told_apart);
    tcase_add_test(wrong, both_cannot_ask);
    tcase_add_test(wrong, faults_while_thinking_are_told_apart);
    tcase_add_test(wrong, a_move_out_of_turn_is_a_fault);
    tcase_add_test(wrong, another_engine_is_not_taken_for_ours);
    tcase_add_test(wrong, an_engine_started_by_somebody_else_is_waited_for);
    suite_add_tcase(suite, wrong);
    return suite_run(suite);
}
