/* SPDX-License-Identifier: MIT
 *
 * The console while the engine thinks, and games that the engine plays. */
#include "engine/board/movegen.h"
#include "engine/notation/move_text.h"
#include "engine/notation/pdn_write.h"
#include "tests/unit/console_talk.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

/* ---- Thinking ---- */

START_TEST(go_plays_and_lines_behind_it_wait) {
    Talk talk;
    talk_start(&talk, "international");
    talk_ask(&talk, "level depth 5", "level: depth 5");
    talk_send(&talk, "go\ngo\nrecord\n31-1\nfen\n");
    char moves[2][MOVE_TEXT_SIZE], record[MOVE_TEXT_SIZE * 3];
    ck_assert_int_eq(sscanf(talk_read(&talk), "White plays %159s (engine: ", moves[0]), 1);
    ck_assert_int_eq(sscanf(talk_read(&talk), "Black plays %159s (engine: ", moves[1]), 1);
    snprintf(record, sizeof record, "1. %s %s *", moves[0], moves[1]);
    talk_expect(&talk, record);
    talk_expect_start(&talk, "error: 31-1 is not legal here");
    talk_expect_start(&talk, "W:W");
    talk_quit(&talk);
}
END_TEST

START_TEST(a_hint_shows_and_does_not_play) {
    Talk talk;
    talk_start(&talk, "international");
    talk_ask(&talk, "fen W:W32,37:B23,12", "position set up, White to move");
    talk_ask(&talk, "level depth 3", "level: depth 3");
    talk_send(&talk, "hint\n");
    char move[MOVE_TEXT_SIZE], first[MOVE_TEXT_SIZE];
    const char *hint = talk_read(&talk);
    ck_assert_int_eq(sscanf(hint, "hint: %159[^,], ", move), 1);
    ck_assert_ptr_nonnull(strstr(hint, "depth 3, line "));
    ck_assert_int_eq(sscanf(strstr(hint, "line "), "line %159s", first), 1);
    ck_assert_str_eq(first, move);
    ck_assert_str_ne(move, "32-28");
    talk_ask(&talk, "record", "*");
    /* A forced win is told as such. */
    talk_ask(&talk, "fen W:W28,33:B22", "position set up, White to move");
    talk_send(&talk, "hint\n");
    talk_expect_start(&talk, "hint: 28x17, White wins in 1 move, depth ");
    talk_quit(&talk);
}
END_TEST

START_TEST(analysis_ends_by_limit_stop_or_the_next_line) {
    Talk talk;
    talk_start(&talk, "international");
    talk_send(&talk, "analyse depth 3\nrecord\n");
    talk_expect_start(&talk, "depth 1, ");
    talk_expect_start(&talk, "depth 2, ");
    talk_expect_start(&talk, "depth 3, ");
    talk_expect_start(&talk, "best: ");
    talk_expect(&talk, "*");
    talk_send(&talk, "analyse\n");
    talk_expect_start(&talk, "depth 1, ");
    talk_send(&talk, "stop\n");
    talk_find(&talk, "best: ");
    talk_send(&talk, "a\n");
    talk_expect_start(&talk, "depth 1, ");
    talk_send(&talk, "32-28\n");
    talk_find(&talk, "best: ");
    talk_expect(&talk, "White plays 32-28");
    talk_send(&talk, "level nodes 20000\ngo\nanalyse\nundo\n");
    talk_expect(&talk, "level: nodes 20000");
    talk_expect_start(&talk, "Black plays ");
    talk_find(&talk, "best: ");
    talk_expect(&talk, "took back 1 move, Black to move");
    talk_send(&talk, "a\n");
    talk_expect_start(&talk, "depth 1, ");
    talk_send(&talk, "stop now\nstop\n");
    talk_find(&talk, "error: stop takes no arguments");
    talk_find(&talk, "best: ");
    talk_quit(&talk);
}
END_TEST

START_TEST(the_clock_runs_for_the_engine) {
    Talk talk;
    talk_start(&talk, "english");
    talk_ask(&talk, "level clock 0.5 +1000 nodes 50", "level: nodes 50 clock 0.5 +1000");
    double left;
    talk_send(&talk, "go\n");
    talk_expect_start(&talk, "Black plays ");
    ck_assert_int_eq(sscanf(talk_read(&talk), "Black's clock: %lf s", &left), 1);
    ck_assert(left > 900 && left <= 1000.5);
    talk_send(&talk, "go\n");
    talk_expect_start(&talk, "White plays ");
    ck_assert_int_eq(sscanf(talk_read(&talk), "White's clock: %lf s", &left), 1);
    ck_assert(left > 900 && left <= 1000.5);
    talk_send(&talk, "go\n");
    talk_expect_start(&talk, "Black plays ");
    ck_assert_int_eq(sscanf(talk_read(&talk), "Black's clock: %lf s", &left), 1);
    ck_assert(left > 1900 && left <= 2000.5);
    talk_ask(&talk, "new", "new game: English draughts, 8x8");
    talk_send(&talk, "go\n");
    talk_expect_start(&talk, "Black plays ");
    ck_assert_int_eq(sscanf(talk_read(&talk), "Black's clock: %lf s", &left), 1);
    ck_assert(left > 900 && left <= 1000.5);
    talk_quit(&talk);
}
END_TEST

/* The ends of a conversation, each tried while idle and in every kind of thought. */
static const char *const thoughts[] = {"",       "analyse\n", "analyse time 1000\n",
                                       "hint\n", "go\n",      "side both\n"};
enum {
    ENDLESS_THOUGHTS = 2 /* the first of them, which end of input ends */
};

static void begin_thought(Talk *talk, const char *command) {
    static const ConsoleConfig config = {.limits = {.has_move_time = true, .move_time = 1000}};
    talk_start_with(talk, "international", &config, LINE_LONG_DROP);
    talk_send(talk, command);
    talk_send(talk, "32\n"); /* a line to see that the command was taken */
    if (!*command)
        talk_find(talk, "error: ");
}

static void drain(Talk *talk) {
    Line line;
    while (line_input_next(&talk->answers, PATIENCE_MS, &line, NULL) == LINE_TEXT)
        continue;
    talk_end(talk);
}

START_TEST(the_end_of_input_ends_everything) {
    for (size_t i = 0; i < sizeof thoughts / sizeof *thoughts; i++) {
        Talk talk;
        if (i < ENDLESS_THOUGHTS) {
            begin_thought(&talk, thoughts[i]);
            talk_hang_up(&talk);
            drain(&talk);
        }
        begin_thought(&talk, thoughts[i]);
        talk_send(&talk, "quit\n");
        drain(&talk);
    }
}
END_TEST

START_TEST(lines_that_waited_are_carried_out_before_quitting) {
    static const ConsoleConfig config = {.limits = {.has_move_time = true, .move_time = 1000}};
    Talk talk;
    talk_start_with(&talk, "international", &config, LINE_LONG_DROP);
    talk_send(&talk, "go\nresult\ngo\nmoves\nquit\n");
    talk_expect_start(&talk, "White plays ");
    talk_expect(&talk, "*, the game goes on");
    talk_expect(&talk, "error: no more thinking, the conversation ends");
    for (int move = 0; move < 9; move++)
        talk_read(&talk);
    talk_end(&talk);
}
END_TEST

START_TEST(a_script_gets_every_answer_before_the_end) {
    static const ConsoleConfig config = {.engine_plays = {[COLOR_BLACK] = true},
                                         .limits = {.has_depth = true, .depth = 9}};
    Talk talk;
    talk_start_with(&talk, "international", &config, LINE_LONG_DROP);
    talk_send(&talk, "32-28\nhint\ngo\nanalyse\n");
    talk_hang_up(&talk);
    talk_expect(&talk, "White plays 32-28");
    ck_assert_ptr_nonnull(strstr(talk_read(&talk), "depth 9, "));
    const char *hint = talk_read(&talk);
    ck_assert(!strncmp(hint, "hint: ", 6) && strstr(hint, ", depth 9"));
    ck_assert_ptr_nonnull(strstr(talk_read(&talk), "depth 9, "));
    ck_assert_ptr_nonnull(strstr(talk_read(&talk), "depth 9, "));
    talk_find(&talk, "best: ");
    talk_end(&talk);
    /* Moves follow each other, each with its answer. */
    talk_start_with(&talk, "international", &config, LINE_LONG_DROP);
    talk_send(&talk, "fen W:W50,49:B1,2\n50-45\n49-44\n");
    talk_hang_up(&talk);
    talk_expect(&talk, "position set up, White to move");
    for (int i = 0; i < 2; i++) {
        talk_expect_start(&talk, "White plays ");
        talk_expect_start(&talk, "Black plays ");
    }
    talk_end(&talk);
}
END_TEST

START_TEST(an_answer_that_nobody_reads_is_not_waited_for) {
    static const ConsoleConfig config = {.engine_plays = {[COLOR_WHITE] = true},
                                         .limits = {.has_move_time = true, .move_time = 1000}};
    Talk talk;
    talk_start_with(&talk, "international", &config, LINE_LONG_DROP);
    talk_hang_up(&talk);
    line_input_watch(&talk.console_input, talk.console_output.fd);
    close(talk.output_ends[0]);
    pthread_join(talk.thread, NULL);
    ck_assert_int_eq(talk.status, STATUS_OK);
    talk.output_ends[0] = -1;
    talk_free(&talk);
}
END_TEST

START_TEST(too_many_lines_that_wait_are_dropped) {
    static const ConsoleConfig config = {.limits = {.has_move_time = true, .move_time = 1000}};
    Talk talk;
    talk_start_with(&talk, "international", &config, LINE_LONG_DROP);
    talk_send(&talk, "go\n");
    enum {
        LENGTH = CONSOLE_LINE_MAX - 1,
        COUNT = 20
    };
    char *line = malloc(LENGTH + 2);
    ck_assert_ptr_nonnull(line);
    memset(line, 'x', LENGTH);
    strcpy(line + LENGTH, "\n");
    for (int i = 0; i < COUNT; i++)
        talk_send(&talk, line);
    free(line);
    talk_expect(&talk, "error: too many lines wait for the engine: this one is dropped");
    talk_send(&talk, "quit\n");
    talk_find(&talk, "White plays ");
    for (int i = 0; i < 16; i++)
        talk_expect_start(&talk, "error: no command is called \"xxx");
    talk_end(&talk);
}
END_TEST

START_TEST(an_output_that_closed_ends_the_conversation) {
    Talk talk;
    talk_start(&talk, "international");
    close(talk.output_ends[0]);
    talk_send(&talk, "board\n");
    pthread_join(talk.thread, NULL);
    ck_assert_int_eq(talk.status, STATUS_OK);
    talk.output_ends[0] = -1;
    talk_free(&talk);
}
END_TEST

START_TEST(an_input_that_cannot_be_read_is_told) {
    int ends[2], output_ends[2];
    Settings settings = settings_default();
    static const ConsoleConfig config = {0};
    Session *session;
    LineInput input;
    LineOutput output;
    Error error = {""};
    ck_assert_int_eq(pipe(ends), 0);
    ck_assert_int_eq(pipe(output_ends), 0);
    ck_assert_int_eq(settings_set(&settings, "hash", "1", NULL), STATUS_OK);
    ck_assert_int_eq(session_new(&settings, &session, NULL), STATUS_OK);
    ck_assert_int_eq(line_output_init(&output, output_ends[1], '\n', NULL), STATUS_OK);
    /* The end for writing; without a reader it wakes who waits for it. */
    close(ends[0]);
    ck_assert_int_eq(
        line_input_init(&input, ends[1], LINE_ENDS_LF, CONSOLE_LINE_MAX, LINE_LONG_DROP, NULL),
        STATUS_OK);
    ck_assert_int_eq(console_run(session, &input, &output, &config, &error), STATUS_IO);
    ck_assert(!strncmp(error.text, "cannot read: ", 13));
    ck_assert(!session_is_thinking(session));
    line_input_done(&input);
    line_output_done(&output);
    session_free(session);
    close(ends[1]);
    close(output_ends[0]);
    close(output_ends[1]);
}
END_TEST

/* ---- Play ---- */

/* The engine against itself to the end; what was announced is what the board says. */
static void check_whole_game(const char *variant, const char *start) {
    static const ConsoleConfig config = {.limits = {.has_nodes = true, .nodes = 300}};
    Talk talk;
    talk_start_with(&talk, variant, &config, LINE_LONG_DROP);
    talk_send(&talk, start);
    talk_expect_start(&talk, "position set up, ");
    talk_ask(&talk, "side both", "the engine plays: both");
    char announced[256], reason_text[160], expected[256];
    snprintf(announced, sizeof announced, "%s", talk_find(&talk, "Game over: "));
    talk_send(&talk, "quit\n");
    talk_join(&talk);
    const GameRecord *record = session_record(talk.session);
    Reason reason;
    Outcome outcome = record_outcome(record, &reason);
    ck_assert_int_ne(outcome, OUTCOME_NONE);
    record_describe_reason(record_current(record), reason, reason_text, sizeof reason_text);
    snprintf(expected, sizeof expected, "Game over: %s, %s.",
             pdn_result_text(session_settings(talk.session)->rules, outcome), reason_text);
    ck_assert_str_eq(announced, expected);
    /* The game ended at the first ply at which the law ends it. */
    GameRecord replay;
    ck_assert_int_eq(record_init(&replay, &record->entries[0].position, NULL), STATUS_OK);
    for (int i = 1; i < record->count; i++) {
        ck_assert_int_eq(record_outcome(&replay, NULL), OUTCOME_NONE);
        ck_assert(!move_is_none(movegen_find(record_current(&replay), record->entries[i].move)));
        ck_assert_int_eq(record_push(&replay, record->entries[i].move, NULL), STATUS_OK);
    }
    record_done(&replay);
    talk_free(&talk);
}

START_TEST(the_engine_plays_whole_games_by_itself) {
    check_whole_game("international", "fen start\n");
    check_whole_game("english", "fen start\n");
    check_whole_game("international", "fen W:WK46,K47,31:BK5\n");
    check_whole_game("english", "fen B:WK30:BK1,K2\n");
}
END_TEST

START_TEST(a_person_can_lose_on_time) {
    static const ConsoleConfig config = {
        .interactive = true, .plain = true, .limits = {.has_clock = true, .clock_time = 0}};
    Talk talk;
    talk_start_with(&talk, "international", &config, LINE_LONG_DROP);
    talk_send(&talk, "32-28\n");
    talk_find(&talk, "> White plays 32-28");
    talk_expect(&talk, "White's clock: 0.00 s");
    talk_find(&talk, "Game over: 0-2, White lost on time.");
    talk_send(&talk, "undo\n");
    talk_find(&talk, "> took back that White lost on time");
    talk_send(&talk, "level clock 1000 +5\nclock\n19-23\n");
    talk_find(&talk, "> level: clock 1000 +5");
    talk_expect(&talk, "> White's clock: 1000.00 s");
    talk_expect(&talk, "Black's clock: 1000.00 s");
    talk_find(&talk, "> Black plays 19-23");
    double left;
    ck_assert_int_eq(sscanf(talk_read(&talk), "Black's clock: %lf s", &left), 1);
    ck_assert(left > 900 && left <= 1005);
    talk_find(&talk, "White to move");
    talk_send(&talk, "level depth 2\nclock\n");
    talk_find(&talk, "> error: there is no clock");
    talk_hang_up(&talk);
    drain(&talk);
}
END_TEST

START_TEST(the_engine_answers_and_takes_back) {
    static const ConsoleConfig config = {.engine_plays = {[COLOR_BLACK] = true},
                                         .limits = {.has_nodes = true, .nodes = 500}};
    Talk talk;
    talk_start_with(&talk, "international", &config, LINE_LONG_DROP);
    for (int i = 0; i < 2; i++) {
        talk_ask(&talk, "32-28", "White plays 32-28");
        talk_expect_start(&talk, "Black plays ");
        talk_ask(&talk, "undo", "took back 2 moves, White to move");
    }
    talk_ask(&talk, "record", "*");
    talk_ask(&talk, "32-28", "White plays 32-28");
    talk_expect_start(&talk, "Black plays ");
    /* Taking back the answer alone leaves the turn to the engine. */
    talk_ask(&talk, "undo 1", "took back 1 move, Black to move");
    talk_expect_start(&talk, "Black plays ");
    talk_ask(&talk, "resign", "Game over: 0-2, White resigned.");
    talk_ask(&talk, "fen B:W32:B23,1", "position set up, Black to move");
    talk_expect_start(&talk, "Black plays ");
    talk_ask(&talk, "side none", "the engine plays: none");
    talk_quit(&talk);

    static const ConsoleConfig first = {.engine_plays = {[COLOR_WHITE] = true},
                                        .limits = {.has_nodes = true, .nodes = 500}};
    talk_start_with(&talk, "international", &first, LINE_LONG_DROP);
    talk_expect_start(&talk, "White plays ");
    talk_ask(&talk, "undo", "error: no move of yours to take back");
    talk_ask(&talk, "resign", "Game over: 2-0, Black resigned.");
    talk_quit(&talk);
}
END_TEST

START_TEST(a_move_while_the_engine_thinks_is_refused) {
    static const ConsoleConfig config = {.interactive = true,
                                         .plain = true,
                                         .engine_plays = {[COLOR_BLACK] = true},
                                         .limits = {.has_move_time = true, .move_time = 1000}};
    Talk talk;
    talk_start_with(&talk, "international", &config, LINE_LONG_DROP);
    talk_send(&talk, "32-28\n");
    talk_find(&talk, "> White plays 32-28");
    talk_find(&talk, "Black to move");
    talk_ask(&talk, "31-27",
             "error: the engine is thinking about its move: wait, or type stop to make it move "
             "now");
    talk_send(&talk, "undo\nstop\n");
    talk_find(&talk, "Black plays ");
    talk_find(&talk, "took back 2 moves, White to move");
    talk_find(&talk, "White to move");
    talk_send(&talk, "record\nquit\n");
    talk_expect(&talk, "> *");
    drain(&talk);
}
END_TEST
int main(void) {
    signal(SIGPIPE, SIG_IGN);
    Suite *suite = suite_create("console_engine");
    TCase *tests = talk_add_case(suite, "thinking");
    tcase_add_test(tests, go_plays_and_lines_behind_it_wait);
    tcase_add_test(tests, a_hint_shows_and_does_not_play);
    tcase_add_test(tests, analysis_ends_by_limit_stop_or_the_next_line);
    tcase_add_test(tests, the_clock_runs_for_the_engine);
    tcase_add_test(tests, the_end_of_input_ends_everything);
    tcase_add_test(tests, lines_that_waited_are_carried_out_before_quitting);
    tcase_add_test(tests, a_script_gets_every_answer_before_the_end);
    tcase_add_test(tests, an_answer_that_nobody_reads_is_not_waited_for);
    tcase_add_test(tests, too_many_lines_that_wait_are_dropped);
    tcase_add_test(tests, an_output_that_closed_ends_the_conversation);
    tcase_add_test(tests, an_input_that_cannot_be_read_is_told);
    tests = talk_add_case(suite, "play");
    tcase_add_test(tests, the_engine_plays_whole_games_by_itself);
    tcase_add_test(tests, a_person_can_lose_on_time);
    tcase_add_test(tests, the_engine_answers_and_takes_back);
    tcase_add_test(tests, a_move_while_the_engine_thinks_is_refused);
    return suite_run(suite);
}
