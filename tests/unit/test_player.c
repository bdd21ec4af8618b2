/* SPDX-License-Identifier: MIT */
#include "engine/board/movegen.h"
#include "tests/unit/bout.h"
#include "tests/unit/suite.h"

#include <math.h>
#include <string.h>

static const double short_patience = 0.1; /* where it is to run out */

static void open_fake(Bout *bout, const char *version, const char *behaviour) {
    char settings[200];
    snprintf(settings, sizeof settings, "protocol=hub%s FAKE hub%c %s", version,
             version[0] ? version[0] : '2', behaviour);
    bout_open(bout, settings);
}

/* ---- What is right ---- */

START_TEST(both_versions_are_found_out_and_played) {
    static const char *const settings[] = {"FAKE hub2 ok",     "protocol=hub2 FAKE hub2 ok",
                                           "FAKE hub1 ok",     "protocol=hub1 FAKE hub1 ok",
                                           "FAKE hub2 banner", "FAKE hub1 binary",
                                           "FAKE hub2 binary", "FAKE hub1 talk",
                                           "FAKE hub2 talk",   "FAKE hub2 no-ping"};
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        Bout bout;
        bool plain = strstr(settings[i], "FAKE hub1");
        bout_open(&bout, settings[i]);
        bout_play_first(&bout);
        ck_assert_str_eq(player_get_name(bout.player), plain ? "Fake 1" : "Fake 2");
        ck_assert(bout.answer.has_score && bout.answer.score == -12);
        ck_assert(bout.answer.has_depth && bout.answer.depth == 7);
        ck_assert(bout.answer.has_nodes && bout.answer.nodes == 3456);
        for (int ply = 0; ply < 10; ply++)
            ck_assert_int_eq(bout_think(&bout), FAULT_NONE);
        bout_end(&bout, OUTCOME_DRAW);
        ck_assert_int_eq(bout_start(&bout), FAULT_NONE);
        ck_assert_int_eq(bout_begin(&bout), FAULT_NONE);
        ck_assert_int_eq(bout_think(&bout), FAULT_NONE);
        bout_close(&bout);
    }
}
END_TEST

START_TEST(names_come_from_settings_engine_or_command) {
    Bout bout;
    bout_open(&bout, "name=mine FAKE hub2 ok");
    bout_play_first(&bout);
    ck_assert_str_eq(player_get_name(bout.player), "mine");
    bout_close(&bout);
    bout_open(&bout, "FAKE hub2 no-start");
    ck_assert_str_eq(player_get_name(bout.player), "fake_engine");
    bout_close(&bout);
}
END_TEST

/* Position behind the last man's move, king moves since, so that engines see repetitions. */
START_TEST(the_moves_since_the_last_that_cannot_be_undone_are_sent) {
    Bout bout;
    bout_open(&bout, "FAKE hub2 ok");
    Board board = {0};
    const Geometry *geometry = rules_geometry(bout.start.rules);
    board.kings[COLOR_WHITE] = UINT64_C(1) << geometry->cell_of_square[46];
    board.men[COLOR_WHITE] = UINT64_C(1) << geometry->cell_of_square[50];
    board.kings[COLOR_BLACK] = UINT64_C(1) << geometry->cell_of_square[4];
    ck_assert_int_eq(position_init_board(&bout.start, bout.start.rules, &board, COLOR_WHITE, NULL),
                     STATUS_OK);
    bout_start(&bout);
    bout_begin(&bout);
    static const char *const moves[] = {"46-41", "4-15", "50-45", "15-4", "41-46", "4-15"};
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++)
        bout_move(&bout, moves[i]);
    ck_assert_int_eq(bout_think(&bout), FAULT_NONE);
    ck_assert(bout_logged(&bout, "pos pos=BeeeeeeeeeeeeeeBeeeeeeeeeeeeeeeeeeeeeeeeeWeeeweeeee "
                                 "moves=\"15-4 41-46 4-15\""));
    bout_close(&bout);

    bout_open(&bout, "FAKE hub1 ok");
    position_init_board(&bout.start, bout.start.rules, &board, COLOR_WHITE, NULL);
    bout_start(&bout);
    bout_begin(&bout);
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++)
        bout_move(&bout, moves[i]);
    ck_assert_int_eq(bout_think(&bout), FAULT_NONE);
    ck_assert(bout_logged(&bout, "> pos beeeeeeeeeeeeeeBeeeeeeeeeeeeeeeeeeeeeeeeeWeeeweeeee"));
    ck_assert(bout_logged(&bout, "> move 15-4"));
    ck_assert(bout_logged(&bout, "> move 4-15"));
    ck_assert(!bout_logged(&bout, "> move 50-45"));
    bout_close(&bout);
}
END_TEST

START_TEST(limits_become_levels) {
    static const struct {
        const char *version;
        MatchLimits limits;
        int moves_to_control;
        double remaining;
        const char *line;
    } cases[] = {
        {"2", {.depth = 9}, 0, 0, "> level depth=9"},
        {"2", {.nodes = 12345678901}, 0, 0, "> level nodes=12345678901"},
        {"2", {.move_time = 0.05}, 0, 0, "> level move-time=0.050"},
        {"2", {.clock_time = 60}, 0, 12.3456, "> level time=12.346"},
        {"2",
         {.clock_time = 60, .clock_increment = 0.5, .clock_moves = 75},
         3,
         -1,
         "> level moves=3 time=0.001 inc=0.500"},
        {"2", {.depth = 5, .nodes = 7}, 0, 0, "> level depth=5 nodes=7"},
        {"2", {0}, 0, 0, "> level infinite"},
        {"1", {.depth = 9}, 0, 0, "> depth 9"},
        {"1", {.move_time = 0.05}, 0, 0, "> time 50"},
        {"1", {.clock_time = 60, .clock_increment = 0.5}, 0, 12.3456, "> level 0 12346 500"},
        {"1", {.clock_time = 60, .clock_moves = 75}, 3, -1, "> level 3 1 0"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Bout bout;
        Error error;
        open_fake(&bout, cases[i].version, "ok");
        bout.limits = cases[i].limits;
        bout_start(&bout);
        bout_begin(&bout);
        PlayerTurn turn = bout_turn(&bout);
        turn.remaining = cases[i].remaining;
        turn.moves_to_control = cases[i].moves_to_control;
        player_think(bout.player, &turn, &bout.answer, &error);
        ck_assert_msg(bout_logged(&bout, cases[i].line), "%s", cases[i].line);
        bout_close(&bout);
    }
}
END_TEST

START_TEST(hub_1_cannot_count_nodes) {
    Bout bout;
    bout_open(&bout, "FAKE hub1 ok");
    bout.limits = (MatchLimits){.nodes = 100};
    bout_start(&bout);
    ck_assert_int_eq(bout_begin(&bout), FAULT_START);
    bout_close(&bout);
}
END_TEST

START_TEST(options_are_sent_before_init) {
    Bout bout;
    bout_open(&bout, "set.level='a b' FAKE hub2 ok");
    ck_assert_int_eq(bout_start(&bout), FAULT_NONE);
    ck_assert(bout_logged(&bout, "> set-param name=level value=\"a b\""));
    bout_close(&bout);
    bout_open(&bout, "set.anything=5 FAKE hub1 ok");
    ck_assert_int_eq(bout_start(&bout), FAULT_NONE);
    ck_assert(bout_logged(&bout, "> set anything 5"));
    bout_close(&bout);
    bout_open(&bout, "set.anything='5 6' FAKE hub1 ok");
    ck_assert_int_eq(bout_start(&bout), FAULT_START);
    bout_close(&bout);
    bout_open(&bout, "set.levle=5 FAKE hub2 ok");
    ck_assert_int_eq(bout_start(&bout), FAULT_START);
    ck_assert_ptr_nonnull(strstr(bout.answer.text, "levle"));
    bout_close(&bout);
}
END_TEST

/* ---- What is wrong ---- */

START_TEST(engines_that_do_not_start_are_told_apart) {
    static const struct {
        const char *behaviour, *text;
        bool runs_out;
    } cases[] = {{"no-start", "ended with exit status 3", false},
                 {"no-wait", "no answer in time", true},
                 {"no-ready", "no answer in time", true},
                 {"unread", "no answer in time", true},
                 {"bad-init", "no data", false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Bout bout;
        open_fake(&bout, "", cases[i].behaviour);
        if (cases[i].runs_out)
            bout.patience = short_patience;
        ck_assert_int_eq(bout_start(&bout), FAULT_START);
        ck_assert_msg(strstr(bout.answer.text, cases[i].text), "%s", bout.answer.text);
        bout_close(&bout);
    }
    Bout bout;
    bout_open(&bout, "/nowhere/at/all hub");
    ck_assert_int_eq(bout_start(&bout), FAULT_START);
    ck_assert_ptr_nonnull(strstr(bout.answer.text, "/nowhere/at/all"));
    bout_close(&bout);
    bout_open(&bout, "dir=/nowhere FAKE hub2 ok");
    ck_assert_int_eq(bout_start(&bout), FAULT_START);
    bout_close(&bout);
}
END_TEST

static const struct {
    const char *behaviour;
    PlayerFault fault;
    const char *text;
    bool runs_out;
} thinking_faults[] = {
    {"crash", FAULT_CRASH, "signal 9", false},
    {"exit", FAULT_CRASH, "exit status 3", false},
    {"close", FAULT_CRASH, "closed its line", false},
    {"fork", FAULT_CRASH, "exit status 4", false},
    {"hang", FAULT_HANG, "in time", true},
    {"deaf", FAULT_HANG, "in time", true},
    {"endless", FAULT_HANG, "in time", true},
    {"long", FAULT_GARBLED, "above 65536 bytes", false},
    {"banana", FAULT_GARBLED, "banana", false},
    {"illegal", FAULT_ILLEGAL, "1-50", false},
    {"empty", FAULT_ILLEGAL, "without a move", false},
    {"error", FAULT_GARBLED, "bad level", false},
};

static void check_thinking_fault(const char *version, size_t i) {
    Bout bout;
    open_fake(&bout, version, thinking_faults[i].behaviour);
    ck_assert_int_eq(bout_start(&bout), FAULT_NONE);
    ck_assert_int_eq(bout_begin(&bout), FAULT_NONE);
    if (thinking_faults[i].runs_out)
        bout.flag = bout.patience = short_patience;
    PlayerFault fault = bout_think(&bout);
    ck_assert_msg(fault == thinking_faults[i].fault, "%s: %d, %s", thinking_faults[i].behaviour,
                  fault, bout.answer.text);
    ck_assert_msg(strstr(bout.answer.text, thinking_faults[i].text), "%s", bout.answer.text);
    bout_close(&bout);
}

START_TEST(faults_while_thinking_are_told_apart) {
    for (size_t i = 0; i < sizeof thinking_faults / sizeof *thinking_faults; i++) {
        check_thinking_fault("1", i);
        check_thinking_fault("2", i);
    }
}
END_TEST

START_TEST(a_flood_of_lines_ends) {
    Bout bout;
    open_fake(&bout, "2", "flood");
    bout_start(&bout);
    bout_begin(&bout);
    ck_assert_int_eq(bout_think(&bout), FAULT_GARBLED);
    ck_assert_ptr_nonnull(strstr(bout.answer.text, "1000000 lines"));
    size_t length;
    player_get_log(bout.player, &length);
    ck_assert_uint_le(length, 65536);
    bout_close(&bout);
}
END_TEST

START_TEST(an_answer_that_cannot_be_read_is_garbled) {
    Bout bout;
    open_fake(&bout, "2", "quote");
    bout_start(&bout);
    bout_begin(&bout);
    ck_assert_int_eq(bout_think(&bout), FAULT_GARBLED);
    bout_close(&bout);
}
END_TEST

START_TEST(two_answers_to_one_question_are_a_fault) {
    for (int version = 1; version <= 2; version++) {
        Bout bout;
        open_fake(&bout, version == 1 ? "1" : "2", "twice");
        bout_play_first(&bout);
        ck_assert_int_eq(bout_think(&bout), FAULT_GARBLED);
        ck_assert_ptr_nonnull(strstr(bout.answer.text, "without being asked"));
        bout_close(&bout);
    }
}
END_TEST

/* It speaks only after `stop`: a move that comes too late, but no fault. */
START_TEST(a_late_answer_is_an_answer) {
    for (int version = 1; version <= 2; version++) {
        Bout bout;
        open_fake(&bout, version == 1 ? "1" : "2", "late");
        bout.flag = short_patience;
        bout_play_first(&bout);
        ck_assert(bout.answer.seconds >= short_patience);
        ck_assert(bout_logged(&bout, "> stop"));
        bout_close(&bout);
    }
}
END_TEST

START_TEST(an_engine_that_failed_can_be_started_again) {
    Bout bout;
    open_fake(&bout, "2", "exit");
    for (int i = 0; i < 2; i++) {
        ck_assert_int_eq(bout_start(&bout), FAULT_NONE);
        ck_assert_int_eq(bout_begin(&bout), FAULT_NONE);
        ck_assert_int_eq(bout_think(&bout), FAULT_CRASH);
        bout_end(&bout, OUTCOME_BLACK_WINS);
    }
    Error error;
    PlayerTurn turn = bout_turn(&bout);
    ck_assert_int_eq(player_think(bout.player, &turn, &bout.answer, &error), STATUS_STATE);
    bout_close(&bout);
}
END_TEST

START_TEST(an_engine_that_does_not_quit_is_killed) {
    Bout bout;
    bout_open(&bout, "FAKE hub2 stays");
    bout_play_first(&bout);
    bout_close(&bout);
    bout_open(&bout, "FAKE hub2 stays");
    bout_play_first(&bout);
    player_kill(bout.player);
    player_kill(bout.player);
    bout_close(&bout);
    player_free(NULL);
}
END_TEST

/* ---- Pondering ---- */

static void ponder(Bout *bout) {
    PlayerTurn turn = bout_turn(bout);
    player_ponder(bout->player, &turn);
}

START_TEST(pondering_hits_and_misses) {
    for (int version = 1; version <= 2; version++) {
        Bout bout;
        const char *question = version == 1 ? "> ponder" : "> go ponder";
        bout_open(&bout,
                  version == 1 ? "ponder=true FAKE hub1 ponders" : "ponder=true FAKE hub2 ponders");
        bout_play_first(&bout);
        ck_assert(!bout_logged(&bout, question));
        ponder(&bout);
        ck_assert(bout_logged(&bout, question));
        ck_assert_int_eq(bout_think(&bout), FAULT_NONE); /* the move that it expected */
        ck_assert(bout_logged(&bout, "> ponder-hit"));
        ck_assert(!bout_logged(&bout, "> stop"));
        MoveList list; /* on to a position where something else can be played */
        do
            ck_assert_int_eq(bout_think(&bout), FAULT_NONE);
        while (movegen_generate(record_current(&bout.record), &list) < 2);
        ponder(&bout);
        ck_assert_int_eq(record_push(&bout.record, list.moves[1], NULL), STATUS_OK);
        ck_assert_int_eq(bout_think(&bout), FAULT_NONE);
        ck_assert(bout_logged(&bout, "> stop"));
        ponder(&bout);
        bout_end(&bout, OUTCOME_DRAW);
        ck_assert_int_eq(bout_begin(&bout), FAULT_NONE);
        ck_assert_int_eq(bout_think(&bout), FAULT_NONE);
        bout_close(&bout);
    }
}
END_TEST

START_TEST(faults_while_pondering_are_told_with_the_next_answer) {
    static const struct {
        const char *settings;
        PlayerFault fault;
    } cases[] = {{"ponder=true FAKE hub1 ponder-exit", FAULT_CRASH},
                 {"ponder=true FAKE hub2 ponder-exit", FAULT_CRASH},
                 {"ponder=true FAKE hub1 ponder-twice", FAULT_GARBLED},
                 {"ponder=true FAKE hub2 ponder-twice", FAULT_GARBLED},
                 {"ponder=true FAKE hub1 ponder-hang", FAULT_HANG},
                 {"ponder=true FAKE hub2 ponder-hang", FAULT_HANG}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (int reply = 0; reply < 2; reply++) { /* the move it expects, and another */
            Bout bout;
            bout_open(&bout, cases[i].settings);
            bout_play_first(&bout);
            ponder(&bout);
            MoveList list;
            ck_assert_int_gt(movegen_generate(record_current(&bout.record), &list), 1);
            ck_assert_int_eq(record_push(&bout.record, list.moves[reply], NULL), STATUS_OK);
            if (cases[i].fault == FAULT_HANG)
                bout.patience = short_patience;
            ck_assert_int_eq(bout_think(&bout), cases[i].fault);
            bout_end(&bout, OUTCOME_BLACK_WINS);
            bout_close(&bout);
        }
    }
}
END_TEST

START_TEST(only_who_may_ponder_does) {
    Bout bout;
    bout_open(&bout, "FAKE hub2 ponders");
    bout_play_first(&bout);
    ponder(&bout);
    ck_assert(!bout_logged(&bout, "> go ponder"));
    bout_close(&bout);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("player");
    TCase *right = tcase_create("right");
    tcase_set_timeout(right, 120);
    tcase_add_test(right, both_versions_are_found_out_and_played);
    tcase_add_test(right, names_come_from_settings_engine_or_command);
    tcase_add_test(right, the_moves_since_the_last_that_cannot_be_undone_are_sent);
    tcase_add_test(right, limits_become_levels);
    tcase_add_test(right, hub_1_cannot_count_nodes);
    tcase_add_test(right, options_are_sent_before_init);
    tcase_add_test(right, pondering_hits_and_misses);
    tcase_add_test(right, faults_while_pondering_are_told_with_the_next_answer);
    tcase_add_test(right, only_who_may_ponder_does);
    suite_add_tcase(suite, right);
    TCase *wrong = tcase_create("wrong");
    tcase_set_timeout(wrong, 120);
    tcase_add_test(wrong, engines_that_do_not_start_are_told_apart);
    tcase_add_test(wrong, faults_while_thinking_are_told_apart);
    tcase_add_test(wrong, a_flood_of_lines_ends);
    tcase_add_test(wrong, an_answer_that_cannot_be_read_is_garbled);
    tcase_add_test(wrong, two_answers_to_one_question_are_a_fault);
    tcase_add_test(wrong, a_late_answer_is_an_answer);
    tcase_add_test(wrong, an_engine_that_failed_can_be_started_again);
    tcase_add_test(wrong, an_engine_that_does_not_quit_is_killed);
    suite_add_tcase(suite, wrong);
    return suite_run(suite);
}
