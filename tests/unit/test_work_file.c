/* SPDX-License-Identifier: MIT
 *
 * The work file of an analysis: what is written is read back, and what is damaged, foreign or cut
 * is noticed. */
#include "engine/board/movegen.h"
#include "protocol/annotate/work_file.h"
#include "tests/unit/suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char head[] = "# input\ta\n# limits\t10 nodes\n";
static char folder[SCRATCH_SIZE], path[SCRATCH_SIZE + 8];
static GameRecord record;
static GameNotes notes;

/* A game of 12 plies, by the first move of each position, with a bit of everything. */
static void make_game(void) {
    Position start;
    position_init_start(&start, rules_get(VARIANT_INTERNATIONAL));
    ck_assert_int_eq(record_init(&record, &start, NULL), 0);
    for (int i = 0; i < 12; i++) {
        MoveList list;
        movegen_generate(record_current(&record), &list);
        ck_assert_int_eq(record_push(&record, list.moves[0], NULL), 0);
    }
    ck_assert_int_eq(notes_resize(&notes, record.count, NULL), 0);
    for (int i = 0; i < notes.count; i++) {
        NotesPosition *note = &notes.positions[i];
        note->score = 37 * i - 200;
        note->depth = i;
        note->nodes = (uint64_t)i << 40;
        note->truth = (OracleValue)(i % 4);
        note->in_book = i % 3 == 0;
        note->ended = i == notes.count - 1;
        for (int j = i; j < record.count - 1 && j < i + 5; j++)
            note->line[note->line_length++] = record.entries[j + 1].move;
    }
}

static void set_up(void) {
    scratch_make_folder(folder);
    snprintf(path, sizeof path, "%s/work", folder);
    make_game();
}

static void tear_down(void) {
    unlink(path);
    rmdir(folder);
    record_done(&record);
    notes_done(&notes);
}

static WorkFile *open_work(void) {
    WorkFile *file = NULL;
    Error error = {""};
    ck_assert_msg(work_file_open(path, head, &file, &error) == STATUS_OK, "%s", error.text);
    return file;
}

static void add(WorkFile *file, uint64_t game) {
    ck_assert_int_eq(work_file_add(file, game, &record, &notes, NULL), STATUS_OK);
}

static void expect_same(WorkFile *file, uint64_t game) {
    GameNotes read = {0};
    Error error = {""};
    ck_assert_msg(work_file_get(file, game, &record, &read, &error) == STATUS_OK, "%s", error.text);
    ck_assert_int_eq(read.count, notes.count);
    for (int i = 0; i < read.count; i++) {
        const NotesPosition *a = &read.positions[i], *b = &notes.positions[i];
        ck_assert(a->score == b->score && a->depth == b->depth && a->nodes == b->nodes);
        ck_assert(a->truth == b->truth && a->in_book == b->in_book && a->ended == b->ended);
        ck_assert_int_eq(a->line_length, b->line_length);
        for (int j = 0; j < a->line_length; j++)
            ck_assert(move_equals(a->line[j], b->line[j]));
    }
    notes_done(&read);
}

/* Rewrites the file by hand: its first `keep` bytes (negative: all but so many), then `more`. */
static void spoil(long keep, const char *more) {
    char bytes[20000];
    FILE *file = fopen(path, "rb");
    size_t length = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    file = fopen(path, "wb");
    fwrite(bytes, 1, keep < 0 ? length - (size_t)-keep : (size_t)keep, file);
    fputs(more, file);
    fclose(file);
}

static void expect_refused(Status status, const char *text) {
    WorkFile *file = NULL;
    Error error = {""};
    ck_assert_int_eq(work_file_open(path, head, &file, &error), status);
    ck_assert_msg(strstr(error.text, text) != NULL, "\"%s\" lacks \"%s\"", error.text, text);
    ck_assert_ptr_null(file);
}

START_TEST(what_is_written_is_read) {
    WorkFile *file = open_work();
    add(file, 3);
    add(file, 1);
    ck_assert(work_file_has(file, 1) && !work_file_has(file, 2) && work_file_has(file, 3));
    ck_assert_int_eq(work_file_add(file, 3, &record, &notes, NULL), STATUS_STATE);
    ck_assert_int_eq(work_file_add(file, 0, &record, &notes, NULL), STATUS_RANGE);
    expect_same(file, 1);
    ck_assert_int_eq(work_file_close(file, false, NULL), STATUS_OK);
    file = open_work();
    ck_assert_uint_eq(work_file_count(file), 2);
    expect_same(file, 3);
    add(file, 2);
    expect_same(file, 2);
    ck_assert_int_eq(work_file_close(file, true, NULL), STATUS_OK);
    ck_assert_int_ne(access(path, F_OK), 0);
}
END_TEST

/* Killed at any byte, the games before it are there and the next is written behind them. */
START_TEST(an_unfinished_line_is_cut_off) {
    WorkFile *file = open_work();
    add(file, 1);
    add(file, 2);
    ck_assert_int_eq(work_file_close(file, false, NULL), STATUS_OK);
    struct stat whole, info;
    ck_assert_int_eq(stat(path, &whole), 0);
    for (int round = 0; round < 2; round++) {
        spoil(round == 0 ? -1 : -30, "");
        file = open_work();
        ck_assert(work_file_has(file, 1) && !work_file_has(file, 2));
        add(file, 2);
        expect_same(file, 2);
        work_file_close(file, false, NULL);
        ck_assert_int_eq(stat(path, &info), 0);
        ck_assert_int_eq(info.st_size, whole.st_size);
    }
    for (long keep = 0; keep < 40; keep += 7) { /* within the head */
        spoil(keep, "");
        file = open_work();
        ck_assert_uint_eq(work_file_count(file), 0);
        add(file, 1);
        add(file, 2);
        work_file_close(file, false, NULL);
        ck_assert_int_eq(stat(path, &info), 0);
        ck_assert_int_eq(info.st_size, whole.st_size);
    }
}
END_TEST

START_TEST(others_files_are_left_alone) {
    struct stat info;
    static const char *const foreign[] = {"dear diary", "dear diary\n", "[Event \"x\"]\n\n*\n",
                                          "huff analysis work 1\n# input\tb\n",
                                          "huff analysis work 2\n"};
    static const Status statuses[] = {STATUS_SYNTAX, STATUS_SYNTAX, STATUS_SYNTAX, STATUS_STATE,
                                      STATUS_SYNTAX};
    FILE *file = fopen(path, "wb");
    fclose(file);
    for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++) {
        spoil(0, foreign[i]);
        expect_refused(statuses[i],
                       statuses[i] == STATUS_STATE ? "another analysis" : "no work file");
        ck_assert_int_eq(stat(path, &info), 0);
        ck_assert_int_eq(info.st_size, (long)strlen(foreign[i]));
    }
}
END_TEST

START_TEST(damage_is_noticed) {
    WorkFile *file = open_work();
    add(file, 1);
    work_file_close(file, false, NULL);
    spoil(-20, "x\n");
    expect_refused(STATUS_SYNTAX, "line 4");
}
END_TEST

START_TEST(two_cannot_write_at_once) {
    WorkFile *file = open_work();
    expect_refused(STATUS_STATE, "another analysis");
    work_file_close(file, false, NULL);
}
END_TEST

START_TEST(a_nameless_file_serves) {
    WorkFile *file = NULL;
    ck_assert_int_eq(work_file_open(NULL, head, &file, NULL), STATUS_OK);
    add(file, 1);
    expect_same(file, 1);
    ck_assert_int_eq(work_file_close(file, false, NULL), STATUS_OK);
}
END_TEST

START_TEST(wrong_lines_are_refused) {
    static const char *const wrong[] = {
        "",
        "1",
        "x\t0/0/0/-/",
        "1\t",
        "1\t0/0/0/-/",                   /* too few positions */
        "1\t0/0/0/-/ 0/0/0/-/ 0/0/0/-/", /* too many */
        "1\t0/0/0/-/ 0/0/0/-/ ",
        "1\t0/0/0/-/ 10001/0/0/-/",
        "1\t0/0/0/-/ 0/0/99999999999999999999/-/",
        "1\t0/0/0// 0/0/0/-/",
        "1\t0/0/0/be/ 0/0/0/-/",
        "1\t0/0/0/wd/ 0/0/0/-/",
        "1\t0/0/0/-/32-27, 0/0/0/-/",
        "1\t0/0/0/-/32-26 0/0/0/-/",
        "1\t0/0/0/- 0/0/0/-/",
    };
    static const char right[] = "1\t-5/3/17/bd/32-28,19-23 0/0/0/e/";
    GameRecord game;
    GameNotes read = {0};
    ck_assert_int_eq(record_init(&game, &record.entries[0].position, NULL), 0);
    ck_assert_int_eq(record_push(&game, record.entries[1].move, NULL), 0);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        Error error = {""};
        ck_assert_msg(work_file_read_line(wrong[i], strlen(wrong[i]), &game, &read, &error) < 0,
                      "taken: %s", wrong[i]);
        ck_assert_str_ne(error.text, "");
    }
    ck_assert_int_eq(work_file_read_line(right, strlen(right), &game, &read, NULL), STATUS_OK);
    ck_assert_int_eq(read.positions[0].score, -5);
    ck_assert_int_eq(read.positions[0].line_length, 2);
    notes_done(&read);
    record_done(&game);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("work_file");
    TCase *tests = tcase_create("work_file");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, what_is_written_is_read);
    tcase_add_test(tests, an_unfinished_line_is_cut_off);
    tcase_add_test(tests, others_files_are_left_alone);
    tcase_add_test(tests, damage_is_noticed);
    tcase_add_test(tests, two_cannot_write_at_once);
    tcase_add_test(tests, a_nameless_file_serves);
    tcase_add_test(tests, wrong_lines_are_refused);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
