/* SPDX-License-Identifier: MIT
 *
 * From limits to deadlines. */
#include "engine/search/timing.h"
#include "tests/unit/suite.h"

#include <math.h>

#define SECOND 1000000000

static Timing plan(SearchLimits limits) {
    Position root;
    position_init_start(&root, rules_get(VARIANT_INTERNATIONAL));
    return timing_plan(&limits, &root);
}

START_TEST(test_no_time) {
    Timing timing = plan((SearchLimits){.has_depth = true, .depth = 5, .move_time = 1});
    ck_assert_int_eq(timing.target_ns, INT64_MAX);
    ck_assert_int_eq(timing.limit_ns, INT64_MAX);
}
END_TEST

START_TEST(test_move_time) {
    static const double times[] = {0.01, 0.25, 1, 100};
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
        Timing timing = plan((SearchLimits){.has_move_time = true, .move_time = times[i]});
        ck_assert_int_lt(timing.limit_ns, (int64_t)(times[i] * SECOND));
        ck_assert_int_gt(timing.limit_ns, (int64_t)(times[i] * SECOND * 0.85));
        ck_assert_int_eq(timing.target_ns, INT64_MAX);
    }
}
END_TEST

START_TEST(test_absurd) {
    static const double times[] = {0, -1, -1e308, 1e308};
    for (size_t i = 0; i <= sizeof times / sizeof *times + 1; i++) {
        double time = i < sizeof times / sizeof *times ? times[i] : i % 2 ? (double)NAN : INFINITY;
        Timing move = plan((SearchLimits){.has_move_time = true, .move_time = time});
        Timing clock = plan((SearchLimits){.has_clock = true, .clock_time = time});
        ck_assert_int_gt(move.limit_ns, 0);
        ck_assert_int_le(move.limit_ns, SECOND / 1000);
        ck_assert_int_gt(clock.limit_ns, 0);
        ck_assert_int_le(clock.limit_ns, SECOND / 1000);
    }
}
END_TEST

START_TEST(test_clock) {
    for (double clock = 0.01; clock < 10000; clock *= 3)
        for (int moves = 0; moves <= 40; moves += 4) {
            Timing timing = plan((SearchLimits){.has_clock = true,
                                                .clock_time = clock,
                                                .has_moves = moves > 0,
                                                .moves_to_control = moves});
            ck_assert_int_le(timing.target_ns, timing.limit_ns);
            ck_assert_int_lt(timing.limit_ns, (int64_t)(clock * SECOND / 2));
        }
    /* The last move before the control may take nearly all, never more. */
    Timing last = plan((SearchLimits){
        .has_clock = true, .clock_time = 10, .has_moves = true, .moves_to_control = 1});
    ck_assert_int_gt(last.limit_ns, (int64_t)9 * SECOND);
    ck_assert_int_lt(last.limit_ns, (int64_t)10 * SECOND);
    /* More time, an increment and fewer moves to go each lengthen the thought. */
    int64_t base = plan((SearchLimits){.has_clock = true, .clock_time = 60}).target_ns;
    ck_assert_int_gt(plan((SearchLimits){.has_clock = true, .clock_time = 90}).target_ns, base);
    ck_assert_int_gt(
        plan((SearchLimits){.has_clock = true, .clock_time = 60, .clock_increment = 1}).target_ns,
        base);
    ck_assert_int_gt(
        plan((SearchLimits){
                 .has_clock = true, .clock_time = 60, .has_moves = true, .moves_to_control = 10})
            .target_ns,
        base);
    /* The increment of a nearly empty clock is not on it yet. */
    ck_assert_int_lt(
        plan((SearchLimits){.has_clock = true, .clock_time = 0.1, .clock_increment = 60}).limit_ns,
        SECOND / 10);
}
END_TEST

START_TEST(test_both) {
    Timing timing = plan((SearchLimits){
        .has_clock = true, .clock_time = 1000, .has_move_time = true, .move_time = 0.1});
    ck_assert_int_lt(timing.limit_ns, SECOND / 10);
}
END_TEST

/* Shorter while the best move stays, longer while it changes or falls, and never past the limit. */
START_TEST(test_stability) {
    Timing timing = plan((SearchLimits){.has_clock = true, .clock_time = 60});
    for (int stable = 1; stable < 20; stable++)
        ck_assert_int_le(timing_target(&timing, stable, 0), timing_target(&timing, stable - 1, 0));
    ck_assert_int_lt(timing_target(&timing, 10, 0), timing.target_ns);
    ck_assert_int_gt(timing_target(&timing, 0, 0), timing.target_ns);
    ck_assert_int_gt(timing_target(&timing, 5, 50), timing_target(&timing, 5, 0));
    ck_assert_int_eq(timing_target(&timing, 5, -50), timing_target(&timing, 5, 0));
    ck_assert_int_le(timing_target(&timing, 0, 500), timing.limit_ns);
    Timing none = plan((SearchLimits){.has_depth = true, .depth = 5});
    ck_assert_int_eq(timing_target(&none, 0, 500), INT64_MAX);
}
END_TEST

/* A game by a simulated clock in which each move takes all it may and the way of the answer some
 * more: the flag never falls. */
START_TEST(test_whole_games) {
    static const struct {
        double time, increment, delay;
        int moves; /* to each control, 0: sudden death */
    } forms[] = {
        {60, 0, 0, 0},   {1, 0, 0, 0},       {0.5, 0.01, 0, 0}, {10, 0.1, 0, 0}, {0.1, 0.02, 0, 0},
        {10, 0, 0, 10},  {1, 0, 0, 40},      {5, 0.05, 0, 20},  {5, 0, 0.1, 0},  {0.2, 0, 0.05, 0},
        {300, 2, 0, 75}, {0.01, 0.01, 0, 0}, {3, 0, 0.2, 30},
    };
    static const double way = 0.001; /* seconds, half of what is kept back */
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        double left = forms[i].time;
        int to_go = forms[i].moves;
        for (int move = 0; move < 300; move++) {
            left += forms[i].increment;
            Timing timing = plan((SearchLimits){.has_clock = true,
                                                .clock_time = left,
                                                .clock_increment = forms[i].increment,
                                                .clock_delay = forms[i].delay,
                                                .has_moves = forms[i].moves > 0,
                                                .moves_to_control = to_go});
            double used = (double)timing.limit_ns / SECOND;
            used += used > 2 * way ? way : 0;
            used -= forms[i].delay < used ? forms[i].delay : used;
            /* Without anything added the last milliseconds of a sudden death cannot last for ever.
             */
            if (left < 0.005)
                break;
            ck_assert_msg(used < left, "form %zu, move %d: %g of %g s", i, move, used, left);
            left -= used;
            if (forms[i].moves > 0 && --to_go == 0) {
                to_go = forms[i].moves;
                left += forms[i].time;
            }
        }
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("timing");
    TCase *tcase = tcase_create("timing");
    tcase_add_test(tcase, test_no_time);
    tcase_add_test(tcase, test_move_time);
    tcase_add_test(tcase, test_absurd);
    tcase_add_test(tcase, test_clock);
    tcase_add_test(tcase, test_both);
    tcase_add_test(tcase, test_stability);
    tcase_add_test(tcase, test_whole_games);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
