/* SPDX-License-Identifier: MIT
 *
 * Building: the same book whoever searches, a work file that survives whatever happens to it, and
 * learning from a lost game. */
#include "book/build_learn.h"
#include "book/build_run.h"
#include "engine/notation/move_text.h"
#include "tests/unit/book_fixture.h"

#include <string.h>

enum {
    NODES = 300,
    POSITIONS = 150,
    WORK_HEADER = 48,
    WORK_RECORD = 32,
};

static const VariantId variant = VARIANT_ENGLISH;
static const BookEffort effort = {.nodes = NODES, .engine = 1};

static BookPlan small_plan(void) {
    BookPlan plan = book_plan_default();
    plan.positions = POSITIONS;
    return plan;
}

static BookBuild *begin(const BookPlan *plan, BookWork *work) {
    BookBuild *build;
    Error error = {""};
    Position start = unit_play(variant, "");
    unit_check(book_build_new(&start, plan, work, &build, &error), &error);
    return build;
}

/* The bytes of the finished book. */
static unsigned char *finish(BookBuild *build, size_t *ret_length) {
    BookSet set;
    unsigned char *bytes;
    Error error = {""};
    ck_assert(book_build_is_over(build));
    book_set_init(&set, rules_get(variant));
    unit_check(book_build_collect(build, &set, &error), &error);
    unit_check(book_encode(&set, &bytes, ret_length, &error), &error);
    book_set_done(&set);
    book_build_free(build);
    return bytes;
}

static unsigned char *build_book(const BookPlan *plan, BookWork *work, int threads,
                                 size_t *ret_length) {
    BookBuild *build = begin(plan, work);
    BookRun run = {.effort = effort, .threads = threads};
    Error error = {""};
    unit_check(book_build_run(build, &run, &error), &error);
    return finish(build, ret_length);
}

static void check_same(const unsigned char *a, size_t a_length, const unsigned char *b,
                       size_t b_length) {
    ck_assert_int_eq(a_length, b_length);
    ck_assert_int_eq(memcmp(a, b, a_length), 0);
}

static BookWork *open_work(const char *path) {
    BookWork *work;
    Error error = {""};
    unit_check(book_work_open(path, rules_get(variant), &effort, &work, &error), &error);
    return work;
}

/* ---- the book ---- */

START_TEST(threads_make_no_difference) {
    BookPlan plan = small_plan();
    size_t one_length, many_length;
    unsigned char *one = build_book(&plan, NULL, 1, &one_length);
    unsigned char *many = build_book(&plan, NULL, 5, &many_length);
    check_same(one, one_length, many, many_length);
    free(one);
    free(many);
}
END_TEST

/* Answers in the reverse of the order in which they were asked for. */
START_TEST(the_order_of_answers_makes_no_difference) {
    BookPlan plan = small_plan();
    BookLeaf leaves[BOOK_ROUND_MAX];
    Search *search;
    Error error = {""};
    size_t length, reverse_length;
    unsigned char *book = build_book(&plan, NULL, 1, &length);
    unit_check(book_search_new(&effort, &search, &error), &error);
    BookBuild *build = begin(&plan, NULL);
    while (!book_build_is_over(build)) {
        int count = 0;
        while (book_build_next(build, &leaves[count]))
            count++;
        ck_assert_int_gt(count, 0);
        while (count-- > 0) {
            BookWorkScore score;
            unit_check(
                book_search_position(search, &leaves[count].position, &effort, &score, &error),
                &error);
            unit_check(book_build_put(build, &leaves[count], &score, &error), &error);
        }
    }
    unsigned char *reverse = finish(build, &reverse_length);
    check_same(book, length, reverse, reverse_length);
    search_free(search);
    free(book);
    free(reverse);
}
END_TEST

START_TEST(the_graph_agrees_with_backing_up) {
    BookPlan plan = small_plan();
    BookBuild *build = begin(&plan, NULL);
    BookRun run = {.effort = effort, .threads = 1};
    BookSet set, again;
    Error error = {""};
    unit_check(book_build_run(build, &run, &error), &error);
    BookProgress progress = book_build_get_progress(build);
    ck_assert_int_ge(progress.positions, POSITIONS);
    ck_assert_int_eq(progress.searched, progress.positions);
    book_set_init(&set, rules_get(variant));
    book_set_init(&again, rules_get(variant));
    unit_check(book_build_collect(build, &set, &error), &error);
    unit_check(book_build_collect(build, &again, &error), &error);
    unit_check(book_set_back_up(&again, &error), &error);
    int backed = 0;
    for (int i = 0; i < book_set_count(&set); i++) {
        ck_assert_int_eq(set.entries[i].score, again.entries[i].score);
        backed += set.entries[i].evidence == BOOK_BACKED;
    }
    ck_assert_int_eq(backed, progress.expanded);
    book_set_done(&set);
    book_set_done(&again);
    book_build_free(build);
}
END_TEST

/* Without searches: the second best move costs 30, a ply 20, so the best line is gone down first
 * until that is dearer. */
static BookWorkScore judge(const Position *position, Board best) {
    Board board = book_normalise(position);
    return (BookWorkScore){.score = book_compare(&board, &best) ? 15 : -15, .depth = 1};
}

START_TEST(the_cheapest_leaf_grows) {
    BookPlan plan = {.positions = 9, .ply_cost = 20, .plies = 60, .round = 1};
    BookBuild *build = begin(&plan, NULL);
    BookSet set;
    BookLeaf leaf;
    Error error = {""};
    Board best = unit_entry(variant, "11-15", BOOK_UNKNOWN, 0, 0).board;
    while (book_build_next(build, &leaf)) {
        BookWorkScore score = judge(&leaf.position, best);
        unit_check(book_build_put(build, &leaf, &score, &error), &error);
    }
    ck_assert(book_build_is_over(build));
    book_set_init(&set, rules_get(variant));
    unit_check(book_build_collect(build, &set, &error), &error);
    ck_assert_int_eq(book_set_find(&set, &best)->evidence, BOOK_BACKED);
    for (int i = 0; i < book_set_count(&set); i++)
        if (set.entries[i].evidence == BOOK_BACKED)
            ck_assert(i == 0 || !book_compare(&set.entries[i].board, &best));
    book_set_done(&set);
    book_build_free(build);
}
END_TEST

START_TEST(wrong_plans_are_refused) {
    static const BookPlan wrong[] = {
        {0, 20, 60, 8},  {1, 0, 60, 8},  {1, 1001, 60, 8},  {1, 20, 0, 8},
        {1, 20, 401, 8}, {1, 20, 60, 0}, {1, 20, 60, 1025},
    };
    Position start = unit_play(variant, "");
    Position king = unit_read_position(variant, "W:WK32:B1");
    BookPlan plan = small_plan();
    BookBuild *build;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        ck_assert_int_eq(book_build_new(&start, &wrong[i], NULL, &build, NULL), STATUS_RANGE);
    ck_assert_int_eq(book_build_new(&king, &plan, NULL, &build, NULL), STATUS_STATE);
}
END_TEST

START_TEST(a_book_that_cannot_grow_is_over) {
    BookPlan plan = small_plan();
    plan.plies = 1; /* the start alone */
    size_t length;
    BookBuild *build = begin(&plan, NULL);
    BookRun run = {.effort = effort, .threads = 1};
    Error error = {""};
    unit_check(book_build_run(build, &run, &error), &error);
    ck_assert_int_eq(book_build_get_progress(build).positions, 8);
    free(finish(build, &length));
}
END_TEST

/* ---- the work file ---- */

START_TEST(a_build_goes_on_from_any_cut) {
    static const double shares[] = {0, 0.001, 0.3, 0.77, 0.999, 1};
    BookPlan plan = small_plan();
    size_t length, work_length;
    const char *path = unit_new_path();
    BookWork *work = open_work(path);
    unsigned char *book = build_book(&plan, work, 1, &length);
    int count = book_work_count(work);
    book_work_close(work);
    unsigned char *bytes = unit_read_file(path, &work_length);
    ck_assert_int_eq(work_length, WORK_HEADER + (size_t)count * WORK_RECORD);
    for (size_t i = 0; i < sizeof shares / sizeof *shares; i++) {
        size_t cut = (size_t)(shares[i] * (double)work_length), again_length;
        unit_write_file(path, bytes, cut);
        work = open_work(path);
        int kept = cut > WORK_HEADER ? (int)((cut - WORK_HEADER) / WORK_RECORD) : 0;
        ck_assert_int_eq(book_work_count(work), kept);
        unsigned char *again = build_book(&plan, work, 2, &again_length);
        ck_assert_int_eq(book_work_count(work), count);
        check_same(book, length, again, again_length);
        book_work_close(work);
        free(again);
    }
    free(book);
    free(bytes);
    unit_remove_files();
}
END_TEST

START_TEST(a_larger_book_uses_the_same_scores) {
    BookPlan plan = small_plan();
    size_t length, fresh_length;
    BookWork *work = open_work(unit_new_path());
    free(build_book(&plan, work, 1, &length));
    int count = book_work_count(work);
    plan.positions *= 2;
    unsigned char *grown = build_book(&plan, work, 1, &length);
    unsigned char *fresh = build_book(&plan, NULL, 1, &fresh_length);
    check_same(grown, length, fresh, fresh_length);
    ck_assert_int_gt(book_work_count(work), count);
    book_work_close(work);
    free(grown);
    free(fresh);
    unit_remove_files();
}
END_TEST

static void check_refused(const char *path, const Rules *rules, const BookEffort *other,
                          Status expected, const char *reason) {
    BookWork *work;
    Error error = {""};
    ck_assert_int_eq(book_work_open(path, rules, other, &work, &error), expected);
    ck_assert_msg(strstr(error.text, reason), "%s", error.text);
}

START_TEST(other_work_files_are_refused) {
    const char *path = unit_new_path(), *other = unit_new_path();
    const Rules *rules = rules_get(variant);
    BookWork *work = open_work(path);
    check_refused(path, rules, &effort, STATUS_STATE, "another build");
    book_work_close(work);
    check_refused(path, rules, &(BookEffort){.nodes = NODES + 1, .engine = 1}, STATUS_STATE,
                  "301 nodes");
    check_refused(path, rules, &(BookEffort){.time_ms = 100, .engine = 1}, STATUS_STATE, "100 ms");
    check_refused(path, rules, &(BookEffort){.nodes = NODES, .engine = 2}, STATUS_STATE,
                  "thinks otherwise");
    check_refused(path, rules_get(VARIANT_INTERNATIONAL), &effort, STATUS_STATE, "english");
    unit_write_file(other, "a letter to a friend, not short enough to be taken for a header", 63);
    check_refused(other, rules, &effort, STATUS_SYNTAX, "not the work file");
    check_refused("/nowhere/work", rules, &effort, STATUS_IO, "/nowhere/work");
    unit_remove_files();
}
END_TEST

START_TEST(damage_within_a_work_file_is_refused_and_at_its_end_dropped) {
    BookPlan plan = small_plan();
    size_t length, work_length;
    const char *path = unit_new_path();
    BookWork *work = open_work(path);
    free(build_book(&plan, work, 1, &length));
    int count = book_work_count(work);
    book_work_close(work);
    unsigned char *bytes = unit_read_file(path, &work_length);
    for (size_t at = WORK_HEADER; at < work_length; at += 37) {
        bytes[at] ^= 4;
        unit_write_file(path, bytes, work_length);
        if (at < work_length - WORK_RECORD) {
            check_refused(path, rules_get(variant), &effort, STATUS_SYNTAX, "is damaged");
        } else {
            work = open_work(path);
            ck_assert_int_eq(book_work_count(work), count - 1);
            book_work_close(work);
        }
        bytes[at] ^= 4;
    }
    for (size_t at = 0; at < WORK_HEADER; at++) {
        bytes[at] ^= 4;
        unit_write_file(path, bytes, work_length);
        check_refused(path, rules_get(variant), &effort, STATUS_SYNTAX, "not the work file");
        bytes[at] ^= 4;
    }
    free(bytes);
    unit_remove_files();
}
END_TEST

START_TEST(the_mark_of_an_engine_is_its_own) {
    uint32_t a, b, other;
    Error error = {""};
    unit_check(book_search_find_mark(rules_get(variant), NULL, &a, &error), &error);
    unit_check(book_search_find_mark(rules_get(variant), NULL, &b, &error), &error);
    unit_check(book_search_find_mark(rules_get(VARIANT_INTERNATIONAL), NULL, &other, &error),
               &error);
    ck_assert_uint_eq(a, b);
    ck_assert_uint_ne(a, other);
}
END_TEST

/* ---- learning ---- */

static void play(GameRecord *record, const char *moves) {
    for (const char *m = moves; *m; m += strspn(m, " ")) {
        size_t length = strcspn(m, " ");
        Move move;
        Error error = {""};
        unit_check(move_text_read(record_current(record), m, length, &move, &error), &error);
        unit_check(record_push(record, move, &error), &error);
        m += length;
    }
}

/* The book thinks well of a position in which a man is lost at once; the lesson corrects it. */
START_TEST(a_lost_line_gets_the_score_it_deserves) {
    BookSet set;
    BookLessonReport report;
    BookLesson lesson = {.effort = {.nodes = 3000}, .plies = 2};
    GameRecord record;
    Search *search;
    Error error = {""};
    Position start = unit_play(variant, "");
    unit_fill_set(&set, variant, 2, 5);
    /* 11-16 22-18 16-20: White then wins a man for nothing by nobody's fault but Black's. */
    unit_check(record_init(&record, &start, &error), &error);
    play(&record, "11-16 23-19 16x23 26x19");
    BookEntry left = unit_entry(variant, "11-16 23-19", BOOK_UNKNOWN, 0, 0);
    book_set_find(&set, &left.board)->score = -500;
    unit_check(book_set_back_up(&set, &error), &error);
    int count = book_set_count(&set);
    unit_check(book_search_new(&lesson.effort, &search, &error), &error);
    unit_check(book_learn_game(&set, &record, &lesson, search, &report, &error), &error);
    ck_assert(report.in_book);
    ck_assert_int_eq(report.left_at, 2);
    ck_assert_int_eq(report.before, -500);
    ck_assert_int_gt(report.after, -150);
    ck_assert_int_gt(report.searches, 1);
    ck_assert_int_eq(book_set_count(&set), count + report.searches);
    ck_assert_int_eq(book_set_find(&set, &left.board)->evidence, BOOK_BACKED);
    lesson.plies = 0;
    ck_assert_int_eq(book_learn_game(&set, &record, &lesson, search, &report, NULL), STATUS_RANGE);
    record_done(&record);
    search_free(search);
    book_set_done(&set);
}
END_TEST

START_TEST(a_game_outside_the_book_teaches_nothing) {
    BookSet set;
    BookLessonReport report;
    BookLesson lesson = {.effort = {.nodes = 100}, .plies = 2};
    GameRecord record;
    Search *search;
    Error error = {""};
    Position start = unit_play(variant, "");
    book_set_init(&set, rules_get(variant));
    unit_check(record_init(&record, &start, &error), &error);
    unit_check(book_search_new(&lesson.effort, &search, &error), &error);
    unit_check(book_learn_game(&set, &record, &lesson, search, &report, &error), &error);
    ck_assert(!report.in_book);
    ck_assert_int_eq(book_set_count(&set), 0);
    record_done(&record);
    search_free(search);
    book_set_done(&set);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("book_build");
    TCase *all = tcase_create("all");
    tcase_set_timeout(all, 120);
    tcase_add_test(all, threads_make_no_difference);
    tcase_add_test(all, the_order_of_answers_makes_no_difference);
    tcase_add_test(all, the_graph_agrees_with_backing_up);
    tcase_add_test(all, the_cheapest_leaf_grows);
    tcase_add_test(all, wrong_plans_are_refused);
    tcase_add_test(all, a_book_that_cannot_grow_is_over);
    tcase_add_test(all, a_build_goes_on_from_any_cut);
    tcase_add_test(all, a_larger_book_uses_the_same_scores);
    tcase_add_test(all, other_work_files_are_refused);
    tcase_add_test(all, damage_within_a_work_file_is_refused_and_at_its_end_dropped);
    tcase_add_test(all, the_mark_of_an_engine_is_its_own);
    tcase_add_test(all, a_lost_line_gets_the_score_it_deserves);
    tcase_add_test(all, a_game_outside_the_book_teaches_nothing);
    suite_add_tcase(suite, all);
    return suite_run(suite);
}
