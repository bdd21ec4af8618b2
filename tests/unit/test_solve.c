/* SPDX-License-Identifier: MIT
 *
 * Solutions: found, proved, and told from other moves that do as well. */
#include "engine/board/movegen.h"
#include "engine/notation/fen.h"
#include "engine/notation/move_text.h"
#include "protocol/solve.h"
#include "tests/unit/suite.h"

#include <string.h>

static Position position_of(const char *variant, const char *fen) {
    Position position;
    Error error;
    ck_assert_msg(fen_read(rules_find(variant), fen, strlen(fen), &position, NULL, &error) ==
                      STATUS_OK,
                  "%s", error.text);
    return position;
}

static Session *session_of(const char *variant) {
    Settings settings = settings_default();
    Session *session;
    ck_assert_int_eq(settings_set(&settings, "variant", variant, NULL), STATUS_OK);
    ck_assert_int_eq(settings_set(&settings, "hash", "4", NULL), STATUS_OK);
    ck_assert_int_eq(session_new(&settings, &session, NULL), STATUS_OK);
    return session;
}

static SolveConfig config_of(const Position *position, bool draw) {
    return (SolveConfig){
        .draw = draw,
        .side = (Color)position->turn,
        .nodes = 100000,
        .others = 5000,
        .depth = SEARCH_DEPTH_MAX,
        .all_steps = true,
    };
}

/* Whatever is reported is legal, and everything legal is reported. */
static void check_report(const Position *start, const SolveReport *report) {
    Position position = *start, next;
    int step = 0;
    for (int ply = 0; ply < report->length; ply++) {
        if (step < report->step_count && report->steps[step].ply == ply) {
            const SolveStep *this = &report->steps[step++];
            MoveList list;
            ck_assert(position_equals(&this->position, &position));
            ck_assert(move_equals(this->best.move, report->line[ply]));
            ck_assert_int_eq(this->other_count, movegen_generate(&position, &list) - 1);
            for (int i = 0; i < this->other_count; i++) {
                ck_assert_int_ge(this->others[i].length, 1);
                ck_assert(move_equals(this->others[i].line[0], this->others[i].move));
                ck_assert(!move_is_none(movegen_find(&position, this->others[i].move)));
            }
        }
        ck_assert(!move_is_none(movegen_find(&position, report->line[ply])));
        position_make(&position, report->line[ply], &next);
        position = next;
    }
    ck_assert(report->length == 0 || step == report->step_count);
}

static SolveReport solve(Session *session, const char *variant, const char *fen, bool draw) {
    Position position = position_of(variant, fen);
    SolveConfig config = config_of(&position, draw);
    SolveReport report;
    Error error;
    ck_assert_msg(solve_position(session, &position, &config, &report, &error) == STATUS_OK, "%s",
                  error.text);
    check_report(&position, &report);
    return report;
}

START_TEST(compositions_are_solved) {
    static const struct {
        const char *fen, *first;
    } cases[] = {
        {"W:W11,19,22,28,31,41:B6,9,17,26,30,38,40", "19-14"},
        {"W:W6,11,12,17,30,38,41:B1,3,9,20,29,36,40", "12-8"},
    };
    Session *session = session_of("international");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        SolveReport report = solve(session, "international", cases[i].fen, false);
        char text[MOVE_TEXT_SIZE];
        ck_assert_int_eq(report.class, SOLVE_PROVED);
        ck_assert_int_eq(report.end, SOLVE_END_TABLES);
        ck_assert_str_eq(move_text_write(&report.steps[0].position, report.line[0], text),
                         cases[i].first);
        ck_assert(!solve_is_cooked(&report, true));
        ck_assert(!solve_has_dual(&report, false));
        solve_report_done(&report);
    }
    session_free(session);
}
END_TEST

/* Two ways to win at once; and a position in which nobody wins. */
START_TEST(other_solutions_are_told) {
    Session *session = session_of("international");
    SolveReport report = solve(session, "international", "W:W27,28:B22", false);
    ck_assert_int_eq(report.class, SOLVE_PROVED);
    ck_assert_int_eq(report.end, SOLVE_END_GAME);
    ck_assert_int_eq(report.steps[0].other_count, report.steps[0].proved_count);
    ck_assert(solve_is_cooked(&report, false) == (report.steps[0].other_count > 0));
    solve_report_done(&report);

    report = solve(session, "international", "W:WK47,K48,K49,K50:BK5", false);
    ck_assert_int_eq(report.class, SOLVE_PROVED);
    ck_assert(solve_is_cooked(&report, false));
    solve_report_done(&report);

    report = solve(session, "international", "W:WK47,K48:BK5", false);
    ck_assert_int_eq(report.class, SOLVE_DRAWS);
    ck_assert(!solve_is_cooked(&report, true));
    ck_assert_int_eq(report.length, 0);
    solve_report_done(&report);

    report = solve(session, "international", "W:WK47,K48:BK5", true);
    ck_assert_int_eq(report.class, SOLVE_PROVED);
    ck_assert(solve_is_cooked(&report, false));
    solve_report_done(&report);

    report = solve(session, "international", "start", false);
    ck_assert_int_eq(report.class, SOLVE_OPEN);
    ck_assert_int_eq(report.step_count, 1);
    solve_report_done(&report);
    session_free(session);
}
END_TEST

/* A draw that is only believed has no end; it is shown for a while. */
START_TEST(draws_are_claimed) {
    Session *session = session_of("english");
    SolveReport report = solve(session, "english", "W:W14,21,29,32:B1,6,18,20", true);
    ck_assert_int_eq(report.class, SOLVE_CLAIMED);
    ck_assert_int_ge(report.length, 1);
    ck_assert_int_le(report.length, SOLVE_CLAIM_PLIES);
    solve_report_done(&report);
    session_free(session);
}
END_TEST

/* The side that does not move first may be the one that solves. */
START_TEST(the_other_side_solves) {
    Session *session = session_of("international");
    Position position = position_of("international", "B:WK47,K48,K49,K50:BK5");
    SolveConfig config = config_of(&position, false);
    config.side = COLOR_WHITE;
    config.nodes = 1000000;
    SolveReport report;
    ck_assert_int_eq(solve_position(session, &position, &config, &report, NULL), STATUS_OK);
    check_report(&position, &report);
    ck_assert_int_eq(report.class, SOLVE_PROVED);
    ck_assert_int_gt(report.score, 0);
    ck_assert(report.step_count == 0 || report.steps[0].ply == 1);
    solve_report_done(&report);
    /* Who has no move at all. */
    position = position_of("international", "W:W36:B31,27");
    config.side = COLOR_BLACK;
    ck_assert_int_eq(solve_position(session, &position, &config, &report, NULL), STATUS_OK);
    ck_assert_int_eq(report.class, SOLVE_PROVED);
    ck_assert_int_eq(report.length, 0);
    solve_report_done(&report);
    session_free(session);
}
END_TEST

START_TEST(solving_is_repeatable_and_can_be_stopped) {
    Session *session = session_of("international");
    const char *fen = "W:W7,26,28,33,44,46,50:B8,14,17,24,34,37,39";
    SolveReport a = solve(session, "international", fen, false);
    SolveReport b = solve(session, "international", fen, false);
    ck_assert_uint_eq(a.nodes, b.nodes);
    ck_assert_int_eq(a.length, b.length);
    for (int i = 0; i < a.length; i++)
        ck_assert(move_equals(a.line[i], b.line[i]));
    ck_assert(!a.stopped);
    solve_report_done(&a);
    solve_report_done(&b);
    Position position = position_of("international", fen);
    SolveConfig config = config_of(&position, false);
    atomic_bool stop = true;
    config.stop = &stop;
    ck_assert_int_eq(solve_position(session, &position, &config, &a, NULL), STATUS_OK);
    ck_assert(a.stopped);
    ck_assert_int_eq(a.length, 0);
    solve_report_done(&a);
    session_free(session);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("solve");
    TCase *tcase = tcase_create("solve");
    tcase_set_timeout(tcase, 120);
    tcase_add_test(tcase, compositions_are_solved);
    tcase_add_test(tcase, other_solutions_are_told);
    tcase_add_test(tcase, draws_are_claimed);
    tcase_add_test(tcase, the_other_side_solves);
    tcase_add_test(tcase, solving_is_repeatable_and_can_be_stopped);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
