/* SPDX-License-Identifier: MIT
 *
 * What the notes of a game make of its moves. */
#include "engine/notation/fen.h"
#include "engine/notation/move_text.h"
#include "protocol/annotate/judge.h"
#include "tests/unit/suite.h"

#include <string.h>

/* A game from `fen`, moves with blanks between. */
static void play(GameRecord *record, VariantId variant, const char *fen, const char *moves) {
    Position start;
    ck_assert_int_eq(fen_read(rules_get(variant), fen, strlen(fen), &start, NULL, NULL), 0);
    ck_assert_int_eq(record_init(record, &start, NULL), 0);
    while (*moves) {
        Move move;
        size_t length = strcspn(moves, " ");
        ck_assert_int_eq(move_text_read(record_current(record), moves, length, &move, NULL), 0);
        ck_assert_int_eq(record_push(record, move, NULL), 0);
        moves += length + (moves[length] == ' ');
    }
}

static Shot find_shot(VariantId variant, const char *fen, const char *moves) {
    GameRecord record;
    Move line[32];
    play(&record, variant, fen, moves);
    for (int i = 0; i < record_plies(&record); i++)
        line[i] = record.entries[i + 1].move;
    Shot shot = shot_find(&record.entries[0].position, line, record_plies(&record));
    record_done(&record);
    return shot;
}

START_TEST(shots_win_by_giving) {
    static const char fen[] = "W:W22,30,38,39,41:B8,11,19,21,34";
    Shot shot = find_shot(VARIANT_INTERNATIONAL, fen, "30-24 34x32 24x2 11-16");
    ck_assert_int_eq(shot.gain, 2); /* four taken or crowned for three */
    ck_assert_int_eq(shot.length, 3);
    /* Cut off before it pays, or with a quiet move in between. */
    ck_assert_int_eq(find_shot(VARIANT_INTERNATIONAL, fen, "30-24 34x32").gain, 0);
    ck_assert_int_eq(find_shot(VARIANT_INTERNATIONAL, "W:W45:B5", "45-40 5-10").gain, 0);
}
END_TEST

START_TEST(not_everything_that_takes_is_a_shot) {
    /* A man that was left to be taken, and an exchange of one for one. */
    ck_assert_int_eq(find_shot(VARIANT_INTERNATIONAL, "W:W28,45:B22,5", "28x17 5-10").gain, 0);
    ck_assert_int_eq(
        find_shot(VARIANT_INTERNATIONAL, "W:W32,37,41,45:B23,5", "32-28 23x32 37x28 5-10").gain, 0);
    /* Who wins by losing all does not want men. */
    ck_assert_int_eq(
        find_shot(VARIANT_LOSING, "W:W22,30,38,39,41:B8,11,19,21,34", "30-24 34x32 24x2 11-16")
            .gain,
        0);
}
END_TEST

/* The game 32-28 17-22 28x17 with these scores, side to move's view, and a search that would have
 * played 31-27 first. */
typedef struct {
    GameRecord record;
    GameNotes notes;
} Fixture;

static void set_up(Fixture *fixture, const int scores[4]) {
    *fixture = (Fixture){0};
    play(&fixture->record, VARIANT_INTERNATIONAL, "W:W31-50:B1-20", "32-28 17-22 28x17");
    ck_assert_int_eq(notes_resize(&fixture->notes, 4, NULL), 0);
    for (int i = 0; i < 4; i++)
        fixture->notes.positions[i].score = scores[i];
    const Position *start = &fixture->record.entries[0].position;
    NotesPosition *first = &fixture->notes.positions[0];
    ck_assert_int_eq(move_text_read(start, "31-27", 5, &first->line[0], NULL), 0);
    first->line_length = 1;
}

static void tear_down(Fixture *fixture) {
    record_done(&fixture->record);
    notes_done(&fixture->notes);
}

static Judgement judge(const Fixture *fixture, int ply) {
    Judgement judgement;
    judge_move(eval_curve_default(), &fixture->record, &fixture->notes, ply, &judgement);
    return judgement;
}

START_TEST(marks_follow_the_chances_lost) {
    static const struct {
        int before, after; /* for the side that moves */
        Mark mark;
    } cases[] = {
        {0, 0, MARK_NONE},         {0, 30, MARK_NONE},      {0, -20, MARK_NONE},
        {0, -70, MARK_MISTAKE},    {0, -300, MARK_BLUNDER}, {900, 700, MARK_NONE},
        {9980, 600, MARK_NONE},    {9980, 0, MARK_BLUNDER}, {0, -9990, MARK_BLUNDER},
        {-9990, -9980, MARK_NONE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Fixture fixture;
        set_up(&fixture, (int[4]){cases[i].before, -cases[i].after, 0, 0});
        Judgement judgement = judge(&fixture, 1);
        ck_assert_msg(judgement.mark == cases[i].mark, "%d to %d: %d, lost %g", cases[i].before,
                      cases[i].after, judgement.mark, judgement.lost);
        ck_assert(judgement.lost >= 0 && judgement.lost <= 1);
        tear_down(&fixture);
    }
}
END_TEST

/* As the README has it: `?` from a tenth of a point, `??` from a quarter. */
START_TEST(marks_begin_at_their_shares) {
    int counts[3] = {0};
    for (int after = 0; after > -400; after--) {
        Fixture fixture;
        set_up(&fixture, (int[4]){0, -after, 0, 0});
        Judgement judgement = judge(&fixture, 1);
        Mark due = judgement.lost >= 0.25  ? MARK_BLUNDER
                   : judgement.lost >= 0.1 ? MARK_MISTAKE
                                           : MARK_NONE;
        ck_assert_msg(judgement.mark == due, "lost %g: %d", judgement.lost, judgement.mark);
        counts[due]++;
        tear_down(&fixture);
    }
    ck_assert(counts[MARK_NONE] > 0 && counts[MARK_MISTAKE] > 0 && counts[MARK_BLUNDER] > 0);
}
END_TEST

START_TEST(the_best_and_the_forced_move_lose_nothing) {
    Fixture fixture;
    set_up(&fixture, (int[4]){0, 300, 300, 500});
    fixture.notes.positions[0].line[0] = fixture.record.entries[1].move;
    Judgement judgement = judge(&fixture, 1);
    ck_assert(judgement.best && !judgement.forced);
    ck_assert_double_eq(judgement.lost, 0);
    judgement = judge(&fixture, 3); /* the only capture */
    ck_assert(judgement.forced);
    ck_assert_double_eq(judgement.lost, 0);
    tear_down(&fixture);
}
END_TEST

START_TEST(tables_are_believed_before_scores) {
    Fixture fixture;
    set_up(&fixture, (int[4]){0, 0, 0, 0});
    fixture.notes.positions[0].truth = ORACLE_WIN;
    fixture.notes.positions[1].truth = ORACLE_DRAW;
    fixture.notes.positions[0].line[0] = fixture.record.entries[1].move; /* even so */
    Judgement judgement = judge(&fixture, 1);
    ck_assert(judgement.table_mistake);
    ck_assert_int_eq(judgement.mark, MARK_BLUNDER);
    ck_assert_double_eq_tol(judgement.lost, 0.5, 1e-9);
    /* Won for the one is lost for the other: no mistake. */
    fixture.notes.positions[1].truth = ORACLE_LOSS;
    judgement = judge(&fixture, 1);
    ck_assert(!judgement.table_mistake && judgement.mark == MARK_NONE);
    ck_assert_int_eq(judgement.truth_after, ORACLE_WIN);
    tear_down(&fixture);
}
END_TEST

START_TEST(the_book_is_left_once) {
    Fixture fixture;
    set_up(&fixture, (int[4]){0, 0, 0, 0});
    ck_assert(!judge(&fixture, 1).left_book); /* it was never in */
    fixture.notes.positions[0].in_book = true;
    ck_assert(judge(&fixture, 1).left_book);
    fixture.notes.positions[1].in_book = true;
    ck_assert(!judge(&fixture, 1).left_book && judge(&fixture, 2).left_book);
    ck_assert(!judge(&fixture, 3).left_book);
    tear_down(&fixture);
}
END_TEST

START_TEST(tallies_count) {
    Fixture fixture;
    set_up(&fixture, (int[4]){0, 300, 0, 0});
    JudgeTally tally = {0};
    for (int ply = 1; ply <= 3; ply++) {
        Judgement judgement = judge(&fixture, ply);
        judge_count(&judgement, &tally);
    }
    ck_assert_int_eq(tally.moves, 3);
    ck_assert_int_eq(tally.blunders, 2); /* both gave a won or even game away */
    ck_assert_int_eq(tally.mistakes, 0);
    tear_down(&fixture);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("annotate_judge");
    TCase *tests = tcase_create("judge");
    tcase_add_test(tests, shots_win_by_giving);
    tcase_add_test(tests, not_everything_that_takes_is_a_shot);
    tcase_add_test(tests, marks_follow_the_chances_lost);
    tcase_add_test(tests, marks_begin_at_their_shares);
    tcase_add_test(tests, the_best_and_the_forced_move_lose_nothing);
    tcase_add_test(tests, tables_are_believed_before_scores);
    tcase_add_test(tests, the_book_is_left_once);
    tcase_add_test(tests, tallies_count);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
