/* SPDX-License-Identifier: MIT */
#include "bench/match/match_limits.h"
#include "tests/unit/suite.h"

static MatchLimits read_limits(const char *text) {
    MatchLimits limits = {.nodes = 7};
    Error error;
    ck_assert_msg(match_limits_read_clock(text, &limits, &error) == STATUS_OK, "%s: %s", text,
                  error.text);
    ck_assert_uint_eq(limits.nodes, 7);
    return limits;
}

START_TEST(every_form_of_a_clock_is_read) {
    MatchLimits limits = read_limits("60");
    ck_assert(limits.clock_time == 60 && limits.clock_moves == 0 && limits.clock_increment == 0);
    limits = read_limits("75/60");
    ck_assert(limits.clock_time == 60 && limits.clock_moves == 75 && limits.clock_increment == 0);
    limits = read_limits("60+0.5");
    ck_assert(limits.clock_time == 60 && limits.clock_moves == 0 && limits.clock_increment == 0.5);
    limits = read_limits("75/.5+2");
    ck_assert(limits.clock_time == 0.5 && limits.clock_moves == 75 && limits.clock_increment == 2);
}
END_TEST

START_TEST(wrong_clocks_are_refused_and_change_nothing) {
    static const char *const wrong[] = {
        "",    "x",   "60+", "+1",  "/60",     "0/60",  "1.5/6", "60/",      "0",   "-5",
        "nan", "inf", "1e3", "6 0", "60+0.5x", "2e7/1", "1..5",  "10000/60", "0.0", "9999999"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        MatchLimits limits = {.clock_time = 3};
        Error error;
        ck_assert_msg(match_limits_read_clock(wrong[i], &limits, &error) < 0, "\"%s\"", wrong[i]);
        ck_assert(limits.clock_time == 3);
        ck_assert_msg(*wrong[i] == '\0' || strstr(error.text, wrong[i]), "%s", error.text);
    }
}
END_TEST

START_TEST(limits_are_written_as_they_are_given) {
    char text[MATCH_LIMITS_SIZE];
    MatchLimits limits = {.nodes = 2000};
    ck_assert_str_eq(match_limits_write(&limits, text), "nodes=2000");
    limits = read_limits("75/60+0.5");
    limits.nodes = 0;
    limits.depth = 12;
    ck_assert_str_eq(match_limits_write(&limits, text), "depth=12 clock=75/60+0.5");
    limits = (MatchLimits){.move_time = 0.1};
    ck_assert_str_eq(match_limits_write(&limits, text), "time=0.1");
    limits = (MatchLimits){0};
    ck_assert_str_eq(match_limits_write(&limits, text), "");
}
END_TEST

START_TEST(only_times_make_a_timed_game) {
    ck_assert(!match_limits_are_timed(&(MatchLimits){.depth = 5, .nodes = 10}));
    ck_assert(match_limits_are_timed(&(MatchLimits){.depth = 5, .move_time = 0.1}));
    ck_assert(match_limits_are_timed(&(MatchLimits){.clock_time = 1}));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("match_limits");
    TCase *limits = tcase_create("limits");
    tcase_add_test(limits, every_form_of_a_clock_is_read);
    tcase_add_test(limits, wrong_clocks_are_refused_and_change_nothing);
    tcase_add_test(limits, limits_are_written_as_they_are_given);
    tcase_add_test(limits, only_times_make_a_timed_game);
    suite_add_tcase(suite, limits);
    return suite_run(suite);
}
