/* SPDX-License-Identifier: MIT
 *
 * Making ballots: first moves as a tree, what is merged and left out, and that the same ones come
 * out with any number of threads. */
#include "book/build_ballots.h"
#include "engine/notation/fen.h"
#include "tests/unit/suite.h"

#include <string.h>

static const Rules *rules(void) {
    return rules_get(VARIANT_INTERNATIONAL);
}

static Position read_position(const Rules *of, const char *fen) {
    Position position;
    Error error = {""};
    ck_assert_msg(fen_read(of, fen, strlen(fen), &position, NULL, &error) >= 0, "%s", error.text);
    return position;
}

static int count_plies(const BallotLines *lines, int plies) {
    int count = 0;
    for (int i = 0; i < lines->count; i++)
        count += lines->lines[i].plies == plies;
    return count;
}

START_TEST(all_lines_are_there_once) {
    BallotLines lines;
    char name[BALLOT_NAME_SIZE];
    ck_assert_int_eq(ballot_lines_make_all(&lines, rules(), 3, 1000, NULL), 1);
    ck_assert_int_eq(count_plies(&lines, 1), 9);
    ck_assert_int_eq(count_plies(&lines, 2), 81);
    ck_assert_int_eq(count_plies(&lines, 3), 447); /* of 658 */
    ck_assert_uint_eq(lines.merged, 658 - 447);
    ck_assert_str_eq(ballot_lines_write_name(&lines, 0, name), "start");
    ck_assert_int_eq((int)strlen(ballot_lines_write_name(&lines, 1, name)), 5);
    ballot_lines_done(&lines);
    ck_assert_int_eq(ballot_lines_make_all(&lines, rules(), 3, 536, NULL), 0);
    ballot_lines_done(&lines);
    ck_assert_int_eq(ballot_lines_make_all(&lines, rules(), 3, 538, NULL), 1);
    ck_assert_int_eq(lines.count, 538);
    ballot_lines_done(&lines);
}
END_TEST

START_TEST(lots_can_be_repeated) {
    BallotLines a = {0}, b = {0};
    Status status;
    char name[BALLOT_NAME_SIZE];
    for (uint64_t seed = 0; seed < 200; seed++) {
        int first = ballot_lines_draw(&a, rules(), 20, seed, &status, NULL);
        int second = ballot_lines_draw(&b, rules(), 20, seed, &status, NULL);
        ck_assert_int_eq(first, second);
        if (first < 0)
            continue;
        ck_assert_int_eq(a.lines[first].plies, 20);
        ballot_lines_write_name(&a, first, name); /* too long: its number */
        ck_assert_int_eq(atoi(name), first);
    }
    ck_assert_int_eq(a.count, b.count);
    ck_assert_int_gt(a.count, 2000);
    ballot_lines_done(&a);
    ballot_lines_done(&b);
}
END_TEST

START_TEST(material_is_settled) {
    static const struct {
        const char *fen;
        int quiet_moves, value;
    } cases[] = {
        {"W:W31,32:B1,2", 0, 0},        {"W:W31,32:B1", 3, 1},
        {"B:W31,32:B1", 0, -1},         {"W:WK31:B1", 0, 2},
        {"W:W28,33:B23", 0, 2},         {"W:W28,30:B23,13,8", 0, -2},
        {"W:W28,30,35:B23,13,8", 0, 1}, {"W:W33,39:B19,5", 0, 0},
        {"B:W28:B19,13,8", 0, 2},       {"B:W28,32:B19,20", 0, 0},
        {"W:W28:B23,13,8", 0, -2},      {"W:W28:B18,1", 1, -2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Position position = read_position(rules(), cases[i].fen);
        int value = ballot_settle_material(&position, cases[i].quiet_moves);
        ck_assert_msg(value == cases[i].value, "%s: %d", cases[i].fen, value);
    }
}
END_TEST

static BallotList make(const BallotPlan *plan, const Rules *of, BallotMaking *making) {
    BallotList list;
    Error error = {""};
    ck_assert_msg(ballot_plan_run(plan, of, NULL, NULL, &list, making, &error) >= 0, "%s",
                  error.text);
    ck_assert_int_eq(list.count, making->kept);
    return list;
}

static void check_same(const BallotList *a, const BallotList *b) {
    ck_assert_int_eq(a->count, b->count);
    for (int i = 0; i < a->count; i++) {
        ck_assert_str_eq(a->ballots[i].name, b->ballots[i].name);
        ck_assert(position_equals(&a->ballots[i].start, &b->ballots[i].start));
    }
}

START_TEST(threads_make_no_difference) {
    BallotPlan plan = ballot_plan_default();
    BallotMaking making, again;
    plan.plies_low = plan.plies_high = 3;
    plan.nodes = 200;
    BallotList one = make(&plan, rules(), &making);
    plan.threads = 3;
    BallotList three = make(&plan, rules(), &again);
    check_same(&one, &three);
    ck_assert_int_eq(making.positions, 447);
    ck_assert_int_eq(making.searched + making.losing, 447);
    ck_assert_int_gt(making.losing, 0);
    ck_assert_int_lt(making.kept, making.searched);
    ck_assert(!making.drawn);
    ballots_done(&one);
    ballots_done(&three);
}
END_TEST

START_TEST(bands_part_the_positions) {
    BallotPlan plan = ballot_plan_default();
    BallotMaking making;
    int all = 0;
    plan.plies_low = plan.plies_high = 2;
    plan.nodes = 200;
    for (int low = 0; low < 30; low += 10) {
        plan.band_low = low;
        plan.band_high = low < 20 ? low + 9 : BALLOT_BAND_MAX;
        BallotList list = make(&plan, rules(), &making);
        all += list.count;
        ballots_done(&list);
    }
    ck_assert_int_eq(making.searched, 79);
    ck_assert_int_eq(all, 79);
}
END_TEST

START_TEST(too_many_are_drawn_by_lot) {
    BallotPlan plan = ballot_plan_default();
    BallotMaking making;
    plan.band_high = BALLOT_BAND_MAX;
    plan.nodes = 1;
    plan.most = 50;
    BallotList list = make(&plan, rules(), &making); /* all lines known, some of them taken */
    ck_assert_int_eq(list.count, 50);
    ck_assert_int_gt(making.left_out, 500);
    ck_assert(!making.drawn);
    BallotList same = make(&plan, rules(), &making);
    check_same(&list, &same);
    plan.seed = 2;
    BallotList other = make(&plan, rules(), &making);
    int shared = 0;
    for (int i = 0; i < list.count; i++)
        for (int j = 0; j < other.count; j++)
            shared += position_equals(&list.ballots[i].start, &other.ballots[j].start);
    ck_assert_int_lt(shared, 50);
    ballots_done(&list);
    ballots_done(&same);
    ballots_done(&other);
}
END_TEST

static int count_positions(int plies_low, int plies_high) {
    BallotPlan plan = ballot_plan_default();
    BallotMaking making;
    plan.plies_low = plies_low;
    plan.plies_high = plies_high;
    plan.band_high = BALLOT_BAND_MAX;
    plan.nodes = 1;
    plan.most = 1;
    BallotList list = make(&plan, rules_get(VARIANT_ENGLISH), &making);
    ballots_done(&list);
    return making.positions;
}

/* After an exchange a side can be a tempo behind: then the other has the same position a ply later,
 * seen from its side. */
START_TEST(turned_positions_are_one) {
    ck_assert_int_eq(count_positions(5, 5), 2733);
    ck_assert_int_eq(count_positions(6, 6), 9105);
    ck_assert_int_eq(count_positions(5, 6), 2733 + 9105 - 16);
}
END_TEST

START_TEST(impossible_plans_are_refused) {
    const BallotPlan good = ballot_plan_default();
    BallotPlan plans[8] = {good, good, good, good, good, good, good, good};
    plans[0].plies_low = 5;
    plans[1].plies_low = 0;
    plans[2].plies_high = BALLOT_PLIES_MAX + 1;
    plans[3].band_low = 31;
    plans[4].band_high = BALLOT_BAND_MAX + 1;
    plans[5].most = 0;
    plans[6].threads = 0;
    plans[7] = (BallotPlan){1, 1, 10, 1, 90000, 100000, 1, 1, NULL}; /* nothing in the band */
    for (int i = 0; i < 8; i++) {
        BallotList list;
        BallotMaking making;
        Error error = {""};
        ck_assert_int_eq(ballot_plan_run(&plans[i], rules(), NULL, NULL, &list, &making, &error),
                         STATUS_RANGE);
        ck_assert_int_gt((int)strlen(error.text), 20);
        ballots_done(&list);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("ballots_make");
    TCase *all = tcase_create("all");
    tcase_set_timeout(all, 60);
    tcase_add_test(all, all_lines_are_there_once);
    tcase_add_test(all, lots_can_be_repeated);
    tcase_add_test(all, material_is_settled);
    tcase_add_test(all, threads_make_no_difference);
    tcase_add_test(all, bands_part_the_positions);
    tcase_add_test(all, too_many_are_drawn_by_lot);
    tcase_add_test(all, turned_positions_are_one);
    tcase_add_test(all, impossible_plans_are_refused);
    suite_add_tcase(suite, all);
    return suite_run(suite);
}
