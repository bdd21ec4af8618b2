/* SPDX-License-Identifier: MIT */
#include "bench/match/schedule.h"
#include "tests/unit/suite.h"

enum {
    BALLOTS = 7
};

static Ballot ballots[BALLOTS];
static const BallotList list = {ballots, BALLOTS, BALLOTS};

static Schedule make(MatchForm form, int engines, bool shuffled, uint64_t seed) {
    Schedule schedule;
    ck_assert_int_eq(schedule_init(&schedule, form, engines, &list, shuffled, seed, NULL), 0);
    return schedule;
}

START_TEST(a_round_robin_has_every_pairing_once_a_round) {
    Schedule schedule = make(MATCH_ROUND_ROBIN, 4, false, 1);
    ck_assert_int_eq(schedule.pairings, 6);
    ck_assert_int_eq(schedule_count_all(&schedule), 6 * BALLOTS);
    bool met[4][4] = {{false}};
    for (int pair = 0; pair < 6; pair++) {
        PairPlan plan = schedule_plan(&schedule, pair);
        ck_assert_int_lt(plan.first, plan.second);
        ck_assert_int_lt(plan.second, 4);
        ck_assert(!met[plan.first][plan.second]);
        met[plan.first][plan.second] = true;
        ck_assert_int_eq(plan.ballot_index, 0);
    }
    ck_assert_int_eq(schedule_plan(&schedule, 6).ballot_index, 1);
    schedule_done(&schedule);
}
END_TEST

START_TEST(a_gauntlet_has_the_first_engine_in_every_pairing) {
    Schedule schedule = make(MATCH_GAUNTLET, 4, false, 1);
    ck_assert_int_eq(schedule.pairings, 3);
    for (int pair = 0; pair < 3; pair++) {
        PairPlan plan = schedule_plan(&schedule, pair);
        ck_assert_int_eq(plan.first, 0);
        ck_assert_int_eq(plan.second, pair + 1);
    }
    schedule_done(&schedule);
}
END_TEST

START_TEST(every_ballot_comes_once_a_cycle_and_the_order_changes) {
    Schedule schedule = make(MATCH_ROUND_ROBIN, 2, true, 5);
    int first[BALLOTS], differing = 0;
    for (int cycle = 0; cycle < 3; cycle++) {
        unsigned seen = 0;
        for (int i = 0; i < BALLOTS; i++) {
            PairPlan plan = schedule_plan(&schedule, cycle * BALLOTS + i);
            ck_assert_ptr_eq(plan.ballot, &ballots[plan.ballot_index]);
            seen |= 1u << plan.ballot_index;
            if (cycle == 0)
                first[i] = plan.ballot_index;
            differing += plan.ballot_index != first[i];
        }
        ck_assert_uint_eq(seen, (1u << BALLOTS) - 1);
    }
    ck_assert_int_gt(differing, 0);
    schedule_done(&schedule);
}
END_TEST

/* A match that goes on from its ledger asks for pairs out of order. */
START_TEST(a_pair_does_not_depend_on_what_was_asked_before) {
    Schedule forward = make(MATCH_ROUND_ROBIN, 3, true, 99);
    Schedule backward = make(MATCH_ROUND_ROBIN, 3, true, 99);
    Schedule other = make(MATCH_ROUND_ROBIN, 3, true, 98);
    int plans[100], differing = 0;
    for (int i = 0; i < 100; i++)
        plans[i] = schedule_plan(&forward, i).ballot_index;
    for (int i = 99; i >= 0; i--) {
        ck_assert_int_eq(schedule_plan(&backward, i).ballot_index, plans[i]);
        differing += schedule_plan(&other, i).ballot_index != plans[i];
    }
    ck_assert_int_gt(differing, 0);
    schedule_done(&forward);
    schedule_done(&backward);
    schedule_done(&other);
}
END_TEST

START_TEST(too_little_for_a_match_is_refused) {
    Schedule schedule;
    BallotList none = {0};
    ck_assert_int_eq(schedule_init(&schedule, MATCH_GAUNTLET, 1, &list, true, 1, NULL),
                     STATUS_RANGE);
    ck_assert_int_eq(schedule_init(&schedule, MATCH_GAUNTLET, 2, &none, true, 1, NULL),
                     STATUS_RANGE);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("schedule");
    TCase *schedule = tcase_create("schedule");
    tcase_add_test(schedule, a_round_robin_has_every_pairing_once_a_round);
    tcase_add_test(schedule, a_gauntlet_has_the_first_engine_in_every_pairing);
    tcase_add_test(schedule, every_ballot_comes_once_a_cycle_and_the_order_changes);
    tcase_add_test(schedule, a_pair_does_not_depend_on_what_was_asked_before);
    tcase_add_test(schedule, too_little_for_a_match_is_refused);
    suite_add_tcase(suite, schedule);
    return suite_run(suite);
}
