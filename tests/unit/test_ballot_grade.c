/* SPDX-License-Identifier: MIT
 *
 * What ledgers tell of ballots: pairs, results by colour, which ballots are idle, the order. */
#include "bench/match/ballot_grade.h"
#include "bench/match/ledger.h"
#include "engine/notation/fen.h"
#include "tests/unit/suite.h"

#include <string.h>
#include <unistd.h>

enum {
    LEAST = 2
};

static char path[SCRATCH_SIZE];

static void make_file(void) {
    scratch_make_file(path);
}

static void check_status(int status, const Error *error) {
    ck_assert_msg(status >= 0, "%s", error->text);
}

static const Rules *rules(void) {
    return rules_get(VARIANT_INTERNATIONAL);
}

static LedgerHead make_head(const char *variant) {
    LedgerHead head = {0};
    ck_assert_int_eq(ledger_head_add(&head, "variant", variant, NULL), 0);
    ck_assert_int_eq(ledger_head_add(&head, "engine", "self", NULL), 0);
    ck_assert_int_eq(ledger_head_add(&head, "engine", "name=other self", NULL), 0);
    return head;
}

/* Opens a ledger without games in an empty file. */
static Ledger *open_ledger(const char *variant) {
    Ledger *ledger;
    Error error = {""};
    LedgerHead head = make_head(variant);
    const Rules *of = rules_find(variant);
    unlink(path);
    check_status(ledger_open(path, &head, of, NULL, NULL, &ledger, &error), &error);
    ledger_head_done(&head);
    return ledger;
}

static void close_ledger(Ledger *ledger) {
    Error error = {""};
    check_status(ledger_close(ledger, &error), &error);
}

/* Adds pair `number` of a ballot: "wd" is a win of White in the first game, a draw in the other. */
static void add_pair(Ledger *ledger, int number, const char *ballot, const char *fen,
                     const char *results) {
    MatchGame game;
    Position start;
    Error error = {""};
    check_status(fen_read(rules(), fen, strlen(fen), &start, NULL, &error), &error);
    for (int i = 0; i < 2; i++) {
        check_status(match_game_init(&game, &start, &error), &error);
        game.number = 2 * number + i;
        game.white = i;
        game.black = 1 - i;
        snprintf(game.ballot, sizeof game.ballot, "%s", ballot);
        game.outcome = results[i] == 'w'   ? OUTCOME_WHITE_WINS
                       : results[i] == 'd' ? OUTCOME_DRAW
                                           : OUTCOME_BLACK_WINS;
        game.end = END_AGREED;
        if (results[i] != 'd') {
            game.end = END_RESIGNED;
            game.guilty = results[i] == 'w' ? COLOR_BLACK : COLOR_WHITE;
        }
        check_status(ledger_add(ledger, &game, &error), &error);
        match_game_done(&game);
    }
}

static void read_ledger(BallotGradeList *list) {
    Error error = {""};
    check_status(ballot_grades_read(list, path, &error), &error);
}

static const char drawn[] = "W:W31,32:B1,2", white[] = "W:W33,34:B1,2", mixed[] = "W:W35,36:B1,2",
                  single[] = "W:W37,38:B1,2";

static void write_games(void) {
    Ledger *ledger = open_ledger("international");
    add_pair(ledger, 0, "drawn", drawn, "dd");
    add_pair(ledger, 1, "white", white, "ww");
    add_pair(ledger, 2, "mixed", mixed, "wd");
    add_pair(ledger, 3, "single", single, "dd");
    add_pair(ledger, 4, "drawn", drawn, "dd");
    add_pair(ledger, 5, "white", white, "ww");
    add_pair(ledger, 6, "mixed", mixed, "wb");
    close_ledger(ledger);
}

static void check_grade(const BallotGrade *grade, const char *name, int pairs, double yield,
                        int won_white, int won_black, bool idle) {
    ck_assert_str_eq(grade->name, name);
    ck_assert_uint_eq(match_score_count_pairs(&grade->score), (unsigned)pairs);
    ck_assert_double_eq_tol(match_score_get_yield(&grade->score), yield, 1e-9);
    ck_assert_uint_eq(ballot_grade_count_won(grade, COLOR_WHITE), (unsigned)won_white);
    ck_assert_uint_eq(ballot_grade_count_won(grade, COLOR_BLACK), (unsigned)won_black);
    ck_assert_int_eq(ballot_grade_is_idle(grade, LEAST), idle);
}

START_TEST(pairs_are_counted_by_ballot) {
    BallotGradeList list = {0};
    write_games();
    read_ledger(&list);
    ballot_grades_sort(&list);
    ck_assert_int_eq(list.count, 4);
    /* "wd" is 1 1/2 points for the first engine, "wb" is 2: no pair is 1-1. */
    check_grade(&list.grades[0], "mixed", 2, 1, 2, 1, false);
    check_grade(&list.grades[1], "white", 2, 0, 4, 0, true);
    check_grade(&list.grades[2], "drawn", 2, 0, 0, 0, true);
    check_grade(&list.grades[3], "single", 1, 0, 0, 0, false);
    ck_assert(!ballot_grade_is_idle(&list.grades[1], 3));
    MatchScore all = ballot_grades_sum(&list, false, LEAST);
    MatchScore kept = ballot_grades_sum(&list, true, LEAST);
    ck_assert_uint_eq(match_score_count_pairs(&all), 7);
    ck_assert_uint_eq(match_score_count_pairs(&kept), 3);
    ck_assert_double_eq_tol(match_score_get_yield(&all), 2 / 7.0, 1e-9);
    ck_assert_double_eq_tol(match_score_get_yield(&kept), 2 / 3.0, 1e-9);
    ballot_grades_done(&list);
    unlink(path);
}
END_TEST

/* The same positions may be called otherwise in another ledger, and other ones the same. */
START_TEST(ledgers_are_added_up_by_position) {
    BallotGradeList list = {0};
    write_games();
    read_ledger(&list);
    Ledger *ledger = open_ledger("international");
    add_pair(ledger, 0, "white", drawn, "bd");
    close_ledger(ledger);
    read_ledger(&list);
    ck_assert_int_eq(list.count, 4);
    for (int i = 0; i < list.count; i++)
        if (!strcmp(list.grades[i].name, "drawn"))
            check_grade(&list.grades[i], "drawn", 3, 1 / 3.0, 0, 1, false);
    ballot_grades_done(&list);
    unlink(path);
}
END_TEST

START_TEST(what_does_not_fit_is_refused) {
    BallotGradeList list = {0};
    Error error = {""};
    Ledger *ledger = open_ledger("international");
    add_pair(ledger, 0, "x", drawn, "dd");
    add_pair(ledger, 1, "x", white, "dd");
    close_ledger(ledger);
    ck_assert_int_eq(ballot_grades_read(&list, path, &error), STATUS_STATE);
    ck_assert_msg(strstr(error.text, path) && strstr(error.text, "\"x\""), "%s", error.text);
    ballot_grades_done(&list);
    write_games();
    read_ledger(&list);
    close_ledger(open_ledger("english"));
    ck_assert_int_eq(ballot_grades_read(&list, path, &error), STATUS_STATE);
    ck_assert_msg(strstr(error.text, "english") && strstr(error.text, "international"), "%s",
                  error.text);
    unlink(path);
    ck_assert_int_eq(ballot_grades_read(&list, path, &error), STATUS_IO);
    ballot_grades_done(&list);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("ballot_grade");
    TCase *all = tcase_create("all");
    tcase_add_checked_fixture(all, make_file, NULL);
    tcase_add_test(all, pairs_are_counted_by_ballot);
    tcase_add_test(all, ledgers_are_added_up_by_position);
    tcase_add_test(all, what_does_not_fit_is_refused);
    suite_add_tcase(suite, all);
    return suite_run(suite);
}
