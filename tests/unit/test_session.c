/* SPDX-License-Identifier: MIT
 *
 * Settings by name, and sessions: what changes what, what is refused while thinking, and two of
 * them in one process. */
#include "engine/board/movegen.h"
#include "protocol/session.h"
#include "protocol/thought.h"
#include "tests/unit/suite.h"

#include <string.h>
#include <unistd.h>

static Session *start_session(const char *variant) {
    Settings settings = settings_default();
    Session *session;
    ck_assert_int_eq(settings_set(&settings, "variant", variant, NULL), STATUS_OK);
    ck_assert_int_eq(settings_set(&settings, "hash", "1", NULL), STATUS_OK);
    ck_assert_int_eq(session_new(&settings, &session, NULL), STATUS_OK);
    return session;
}

static const SearchLimits short_search = {.has_nodes = true, .nodes = 2000};

START_TEST(settings_are_read_from_text) {
    Settings settings = settings_default();
    ck_assert_int_eq(settings_set(&settings, "threads", "7", NULL), STATUS_OK);
    ck_assert_int_eq(settings_set(&settings, "Ponder", "yes", NULL), STATUS_OK);
    ck_assert_int_eq(settings_set(&settings, "evaluation", "Material", NULL), STATUS_OK);
    ck_assert_int_eq(settings_set(&settings, "variant", "checkers", NULL), STATUS_OK);
    ck_assert_int_eq(settings_set(&settings, "tt-size", "24", NULL), STATUS_OK);
    ck_assert_int_eq(settings.threads, 7);
    ck_assert(settings.ponder);
    ck_assert_int_eq(settings.eval, EVAL_MATERIAL);
    ck_assert_int_eq(settings.rules->id, VARIANT_ENGLISH);
    ck_assert_int_eq(settings.hash_mib, 256); /* 2^24 entries of 16 bytes */
}
END_TEST

START_TEST(wrong_settings_change_nothing) {
    static const struct {
        const char *name, *value;
        Status status;
    } cases[] = {
        {"threads", "0", STATUS_RANGE},      {"threads", "257", STATUS_RANGE},
        {"threads", "2x", STATUS_SYNTAX},    {"threads", "", STATUS_SYNTAX},
        {"hash", "-1", STATUS_RANGE},        {"hash", "99999999999999999999", STATUS_RANGE},
        {"ponder", "perhaps", STATUS_RANGE}, {"evaluation", "none", STATUS_RANGE},
        {"evaluation", "ful", STATUS_RANGE}, {"variant", "chess", STATUS_RANGE},
        {"tt-size", "99", STATUS_RANGE},     {"books", "true", STATUS_UNKNOWN},
        {"book", "perhaps", STATUS_RANGE},   {"book-ply", "21", STATUS_RANGE},
        {"book-margin", "x", STATUS_SYNTAX}, {"book-file", "a\tb", STATUS_SYNTAX},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Settings settings = settings_default(), before = settings;
        Error error = {""};
        ck_assert_int_eq(settings_set(&settings, cases[i].name, cases[i].value, &error),
                         cases[i].status);
        ck_assert_msg(strstr(error.text, cases[i].name), "%s", error.text);
        ck_assert(!memcmp(&settings, &before, sizeof settings));
    }
}
END_TEST

START_TEST(every_option_prints_what_it_takes) {
    int count;
    const OptionSpec *options = option_table(&count);
    ck_assert_int_gt(count, 0);
    for (int i = 0; i < count; i++) {
        Settings settings = settings_default(), again = settings;
        char value[OPTION_VALUE_SIZE];
        options[i].print(&settings, value, sizeof value);
        ck_assert_int_eq(settings_set(&again, options[i].name, value, NULL), STATUS_OK);
        ck_assert(!memcmp(&settings, &again, sizeof settings));
        ck_assert_ptr_eq(option_find(options[i].name), &options[i]);
    }
    ck_assert_ptr_null(option_find("nothing"));
}
END_TEST

START_TEST(another_variant_sets_up_its_start) {
    Session *session = start_session("international");
    MoveList list;
    movegen_generate(session_position(session), &list);
    ck_assert_int_eq(session_play(session, list.moves[0], NULL), STATUS_OK);
    ck_assert_int_eq(session_set_option(session, "threads", "2", NULL), STATUS_OK);
    ck_assert_int_eq(record_plies(session_record(session)), 1);
    ck_assert_int_eq(session_set_option(session, "variant", "english", NULL), STATUS_OK);
    ck_assert_int_eq(record_plies(session_record(session)), 0);
    ck_assert_int_eq(movegen_generate(session_position(session), &list), 7);
    ck_assert_int_eq(session_undo(session, NULL), STATUS_STATE);
    session_free(session);
    session_free(NULL);
}
END_TEST

START_TEST(overhead_is_kept_back) {
    const SearchLimits limits = {
        .has_move_time = true, .move_time = 0.02, .has_clock = true, .clock_time = 10};
    SearchLimits reduced = session_take_overhead(&limits, 5);
    ck_assert_double_eq_tol(reduced.move_time, 0.018, 1e-9);
    ck_assert_double_eq_tol(reduced.clock_time, 9.995, 1e-9);
    ck_assert_double_eq_tol(session_take_overhead(&limits, 1).move_time, 0.019, 1e-9);
    ck_assert_double_eq_tol(session_take_overhead(&limits, 0).move_time, 0.02, 1e-9);
    ck_assert_double_eq_tol(session_take_overhead(&limits, 0).clock_time, 10, 1e-9);
}
END_TEST

START_TEST(nothing_changes_while_thinking) {
    Session *session = start_session("international");
    Position start = *session_position(session);
    MoveList list;
    movegen_generate(&start, &list);
    SearchLimits endless = {0};
    ck_assert_int_eq(session_think(session, &endless, SEARCH_ANALYSE, NULL, NULL), STATUS_OK);
    ck_assert(session_is_thinking(session));
    ck_assert_int_eq(session_think(session, &endless, SEARCH_THINK, NULL, NULL), STATUS_STATE);
    ck_assert_int_eq(session_set_option(session, "hash", "2", NULL), STATUS_STATE);
    ck_assert_int_eq(session_new_game(session, NULL), STATUS_STATE);
    ck_assert_int_eq(session_set_position(session, &start, NULL), STATUS_STATE);
    ck_assert_int_eq(session_play(session, list.moves[0], NULL), STATUS_STATE);
    ck_assert_int_eq(session_undo(session, NULL), STATUS_STATE);
    session_stop(session);
    session_wait(session);
    ck_assert(!session_is_thinking(session));
    ck_assert(position_equals(session_position(session), &start));
    ck_assert_int_eq(session_play(session, list.moves[0], NULL), STATUS_OK);
    session_free(session);
}
END_TEST

/* Two engines in one process, of different games, think at the same time and do not touch. */
START_TEST(two_sessions_in_one_process) {
    static const char *const variants[2] = {"international", "english"};
    Session *sessions[2];
    Thought thoughts[2];
    uint64_t nodes[2] = {0, 0};
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < 2; i++) {
            sessions[i] = start_session(variants[i]);
            ck_assert_int_eq(thought_init(&thoughts[i], sessions[i], NULL), STATUS_OK);
        }
        for (int i = 0; i < 2; i++)
            ck_assert_int_eq(
                thought_begin(&thoughts[i], &short_search, SEARCH_ANALYSE, NULL, NULL, NULL),
                STATUS_OK);
        for (int i = 0; i < 2; i++) {
            ck_assert(thought_is_open(&thoughts[i]));
            ck_assert_int_eq(
                thought_begin(&thoughts[i], &short_search, SEARCH_ANALYSE, NULL, NULL, NULL),
                STATUS_STATE);
            SearchResult result = thought_take(&thoughts[i]);
            ck_assert(!move_is_none(movegen_find(session_position(sessions[i]), result.best)));
            ck_assert_uint_eq(result.nodes, short_search.nodes);
            ck_assert(round == 0 || nodes[i] == result.nodes);
            nodes[i] = result.nodes;
            ck_assert(!thought_is_open(&thoughts[i]));
            thought_done(&thoughts[i]);
            session_free(sessions[i]);
        }
    }
}
END_TEST

START_TEST(a_thought_wakes_who_waits) {
    int ends[2];
    ck_assert_int_eq(pipe(ends), 0);
    Session *session = start_session("english");
    Thought thought;
    LineInput input;
    SearchLimits endless = {0};
    ck_assert_int_eq(thought_init(&thought, session, NULL), STATUS_OK);
    ck_assert_int_eq(line_input_init(&input, ends[0], LINE_ENDS_LF, 100, LINE_LONG_DROP, NULL),
                     STATUS_OK);
    ck_assert_int_eq(thought_wait(&thought, &input, 0), THOUGHT_TIMEOUT);
    ck_assert_int_eq(thought_begin(&thought, &short_search, SEARCH_ANALYSE, NULL, NULL, NULL),
                     STATUS_OK);
    ck_assert_int_eq(thought_wait(&thought, &input, -1), THOUGHT_OVER);
    thought_take(&thought);
    ck_assert_int_eq(thought_begin(&thought, &endless, SEARCH_ANALYSE, NULL, NULL, NULL),
                     STATUS_OK);
    ck_assert_int_eq(write(ends[1], "stop\n", 5), 5);
    ck_assert_int_eq(thought_wait(&thought, &input, -1), THOUGHT_LINE);
    thought_done(&thought); /* ends the search that goes on */
    line_input_done(&input);
    session_free(session);
    close(ends[0]);
    close(ends[1]);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("session");
    TCase *tests = tcase_create("session");
    tcase_set_timeout(tests, 60);
    suite_add_tcase(suite, tests);
    tcase_add_test(tests, settings_are_read_from_text);
    tcase_add_test(tests, wrong_settings_change_nothing);
    tcase_add_test(tests, every_option_prints_what_it_takes);
    tcase_add_test(tests, another_variant_sets_up_its_start);
    tcase_add_test(tests, overhead_is_kept_back);
    tcase_add_test(tests, nothing_changes_while_thinking);
    tcase_add_test(tests, two_sessions_in_one_process);
    tcase_add_test(tests, a_thought_wakes_who_waits);
    return suite_run(suite);
}
