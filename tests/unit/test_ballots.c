/* SPDX-License-Identifier: MIT
 *
 * Ballots: the built-in ones against the published lists (tests/data/ballots.tsv), and files in
 * every form, right and wrong. */
#include "book/ballots.h"
#include "engine/base/checksum.h"
#include "engine/notation/fen.h"
#include "tests/unit/suite.h"

#include <string.h>
#include <unistd.h>

static void check_status(int status, const Error *error) {
    ck_assert_msg(status >= 0, "%s", error->text);
}

static BallotList open_list(const Rules *rules, const char *name) {
    BallotList list;
    Error error = {""};
    check_status(ballots_open(rules, name, &list, &error), &error);
    return list;
}

/* ---- built in ---- */

static int compare_fens(const void *a, const void *b) {
    return strcmp(a, b);
}

static uint32_t sum_fens(const BallotList *list) {
    char(*fens)[FEN_SIZE] = malloc((size_t)list->count * sizeof *fens);
    uint32_t sum = 0;
    ck_assert_ptr_nonnull(fens);
    for (int i = 0; i < list->count; i++)
        fen_write(&list->ballots[i].start, NULL, fens[i]);
    qsort(fens, (size_t)list->count, sizeof *fens, compare_fens);
    for (int i = 0; i < list->count; i++) {
        sum = checksum_add(sum, fens[i], strlen(fens[i]));
        sum = checksum_add(sum, "\n", 1);
    }
    free(fens);
    return sum;
}

/* Rows of variants that the program does not know yet wait for them. */
START_TEST(the_built_in_ballots_are_the_published_ones) {
    FILE *file = suite_open_data("ballots.tsv");
    char row[256], variant[32], name[32];
    int checked = 0;
    while (fgets(row, sizeof row, file)) {
        int count;
        unsigned sum;
        if (row[0] == '#')
            continue;
        ck_assert_int_eq(sscanf(row, "%31s %31s %d %8x", variant, name, &count, &sum), 4);
        const Rules *rules = rules_find(variant);
        if (!rules)
            continue;
        BallotList list = open_list(rules, name);
        ck_assert_msg(list.count == count, "%s %s: %d", variant, name, list.count);
        ck_assert_msg(sum_fens(&list) == sum, "%s %s", variant, name);
        ballots_done(&list);
        checked++;
    }
    fclose(file);
    ck_assert_int_ge(checked, 13);
}
END_TEST

typedef struct {
    const char *variant, *names;
} Offer;

START_TEST(the_usable_sets_are_listed) {
    static const Offer offers[] = {
        {"international", "2-move 79,3-move 318,3-move-all 331,4-move "},
        {"english", "3-move 156,3-move-all 174,2-move 43,2-move-all 49,4-move 542,4-move-all 794,"
                    "5-move 1337,5-move-all 2700,11-man 2253,11-man-all 2500,"},
        {"russian", "fmjd 736,idf 150,3-move "},
        {"brazilian", "fmjd 725,3-move "},
        {"italian", "11-man 2400,3-move "},
    };
    for (size_t i = 0; i < sizeof offers / sizeof *offers; i++) {
        const Rules *rules = rules_find(offers[i].variant);
        char text[512] = "";
        BallotSet set;
        Error error = {""};
        int status = 0;
        for (int n = 0; rules && (status = ballots_get_set(rules, n, &set, &error)) > 0; n++) {
            size_t length = strlen(text);
            ck_assert_int_gt((int)strlen(set.description), 9);
            snprintf(text + length, sizeof text - length, "%s %d,", set.name, set.count);
        }
        check_status(status, &error);
        if (rules)
            ck_assert_msg(!strncmp(text, offers[i].names, strlen(offers[i].names)), "%s", text);
        else
            ck_assert_int_ge((int)i, 2);
    }
}
END_TEST

START_TEST(every_variant_has_a_default) {
    for (int variant = 0; variant < VARIANT_COUNT; variant++) {
        const Rules *rules = rules_get((VariantId)variant);
        BallotList usual = open_list(rules, NULL);
        BallotList named = open_list(rules, ballots_get_default(rules));
        ck_assert_int_eq(usual.count, named.count);
        ck_assert_int_gt(usual.count, 10);
        ballots_done(&usual);
        ballots_done(&named);
    }
    ck_assert_str_eq(ballots_get_default(rules_get(VARIANT_INTERNATIONAL)), "2-move");
    ck_assert_str_eq(ballots_get_default(rules_get(VARIANT_ENGLISH)), "3-move");
}
END_TEST

static const Ballot *find_ballot(const BallotList *list, const char *name) {
    for (int i = 0; i < list->count; i++)
        if (!strcmp(list->ballots[i].name, name))
            return &list->ballots[i];
    return NULL;
}

START_TEST(names_are_the_moves) {
    BallotList list = open_list(rules_get(VARIANT_INTERNATIONAL), "2-move");
    ck_assert_ptr_nonnull(find_ballot(&list, "32-28 19-23"));
    ck_assert_ptr_null(find_ballot(&list, "31-27 16-21"));
    ck_assert_ptr_null(find_ballot(&list, "32-27 16-21"));
    ballots_done(&list);
    list = open_list(rules_get(VARIANT_ENGLISH), "3-move");
    ck_assert_str_eq(list.ballots[0].name, "9-13 21-17 5-9");
    ck_assert_ptr_nonnull(find_ballot(&list, "9-13 22-17 13x22"));
    ck_assert_ptr_null(find_ballot(&list, "9-13 21-17 10-14")); /* barred */
    ballots_done(&list);
    list = open_list(rules_get(VARIANT_ENGLISH), "11-man-all");
    ck_assert_ptr_nonnull(find_ballot(&list, "-11 -28 8-11 24-19"));
    ballots_done(&list);
}
END_TEST

START_TEST(no_name_comes_twice) {
    for (int variant = 0; variant < VARIANT_COUNT; variant++) {
        const Rules *rules = rules_get((VariantId)variant);
        BallotSet set;
        for (int n = 0; ballots_get_set(rules, n, &set, NULL) > 0; n++) {
            BallotList list = open_list(rules, set.name);
            if (list.count > 1000)
                list.count = 1000; /* the sets are in order: neighbours would be the same */
            for (int i = 0; i < list.count; i++)
                ck_assert_ptr_eq(find_ballot(&list, list.ballots[i].name), &list.ballots[i]);
            ballots_done(&list);
        }
    }
}
END_TEST

START_TEST(an_unknown_name_is_told_the_known_ones) {
    BallotList list;
    Error error = {""};
    const Rules *rules = rules_get(VARIANT_ENGLISH);
    ck_assert_int_eq(ballots_open(rules, "9-move", &list, &error), STATUS_UNKNOWN);
    ck_assert_msg(strstr(error.text, "\"9-move\"") && strstr(error.text, "3-move, 3-move-all, "),
                  "%s", error.text);
    ballots_done(&list);
    ck_assert_int_lt(ballots_open(rules, "/", &list, &error), 0);
    ballots_done(&list);
}
END_TEST

/* ---- files ---- */

static BallotList read_text(VariantId variant, const char *text, bool lost_too) {
    BallotList list;
    Error error = {""};
    check_status(
        ballots_read(rules_get(variant), "test", text, strlen(text), lost_too, &list, &error),
        &error);
    return list;
}

/* What is read, as "name=FEN" lines. */
static void check_read(VariantId variant, const char *text, bool lost_too, const char *expected) {
    BallotList list = read_text(variant, text, lost_too);
    char all[4096] = "", fen[FEN_SIZE];
    for (int i = 0; i < list.count; i++) {
        size_t length = strlen(all);
        snprintf(all + length, sizeof all - length, "%s=%s\n", list.ballots[i].name,
                 fen_write(&list.ballots[i].start, NULL, fen));
    }
    ck_assert_str_eq(all, expected);
    ballots_done(&list);
}

START_TEST(all_forms_of_lines_are_read) {
    check_read(VARIANT_INTERNATIONAL,
               "\xef\xbb\xbf# ballots\n\n  W:W31,32:B1,2 # two men each\r\n"
               "\"B:W31:BK5.\"\n"
               "W:W32,33:B19,18 ; 1. 32-28 1... 18-22\n"
               "W:W32:B19;32-28",
               false, "1=W:W31,32:B1,2\n2=B:W31:BK5\n3=W:W28,33:B19,22\n4=B:W28:B19\n");
    check_read(VARIANT_ENGLISH,
               "BebbeeeeeeeeeeeeeeeeeeeeeeeeeewwW\nwebbeeeeeeeeeeeeeeeeeeeeeeeeeewwW\n", false,
               "1=B:W30,31,K32:B2,3\n2=W:W30,31,K32:B2,3\n");
}
END_TEST

START_TEST(moves_from_the_start_are_read) {
    BallotList list =
        read_text(VARIANT_INTERNATIONAL,
                  "32-28 19-23\n1. 32-28 19-23 2. 28x19\n1.32-28 1...19-23\nstart\n", false);
    ck_assert_int_eq(list.count, 4);
    ck_assert_str_eq(list.ballots[0].name, "32-28 19-23");
    ck_assert_str_eq(list.ballots[1].name, "32-28 19-23 28x19");
    ck_assert_str_eq(list.ballots[2].name, "3: 32-28 19-23"); /* the same again */
    ck_assert(position_equals(&list.ballots[0].start, &list.ballots[2].start));
    ck_assert_str_eq(list.ballots[3].name, "4");
    ballots_done(&list);
}
END_TEST

START_TEST(tables_are_read) {
    static const char table[] = "#name\tstatus\tfen\n"
                                "a\tok\tW:W31:B1\n"
                                "b\tlost\tW:W32:B1\n"
                                "\tbarred\tW:W33:B1\n"
                                "a\tok\tW:W34:B1\n";
    check_read(VARIANT_INTERNATIONAL, table, false, "a=W:W31:B1\n2: a=W:W34:B1\n");
    check_read(VARIANT_INTERNATIONAL, table, true,
               "a=W:W31:B1\nb=W:W32:B1\n3=W:W33:B1\n4: a=W:W34:B1\n");
    check_read(VARIANT_INTERNATIONAL,
               "acf_no\tmoves\tdeck\tctd\tname\tfen\n7\tx-y\tmail\t0\t\tW:W31:B1\n", false,
               "7=W:W31:B1\n");
    check_read(VARIANT_INTERNATIONAL, "x\tW:W31:B1\tmore\n", false, "x=W:W31:B1\n");
    check_read(VARIANT_INTERNATIONAL, "fen\tmoves\nW:W31:B1\tab4\nW:W32:B1\t\n", false,
               "ab4=W:W31:B1\n2=W:W32:B1\n");
    BallotList list = read_text(VARIANT_ENGLISH, "moves\tstatus\n11-15 22-18 15x22\tok\n", false);
    ck_assert_str_eq(list.ballots[0].name, "11-15 22-18 15x22");
    ballots_done(&list);
}
END_TEST

START_TEST(games_are_read) {
    check_read(VARIANT_INTERNATIONAL,
               "# ours\n\n[FEN \"W:W31:B1\"] *\n[FEN \"W:W32:B20\"]\n1. 32-28 20-24 *\n", false,
               "1=W:W31:B1\n2=W:W28:B24\n");
}
END_TEST

START_TEST(long_names_are_cut_between_characters) {
    char text[256];
    for (int shift = 0; shift < 4; shift++) {
        int length = snprintf(text, sizeof text, "%.*s", shift, "abc");
        for (int i = 0; i < 40; i++)
            length += snprintf(text + length, sizeof text - (size_t)length, "\xe2\x82\xac");
        snprintf(text + length, sizeof text - (size_t)length, "\tW:W31:B1\n");
        BallotList list = read_text(VARIANT_INTERNATIONAL, text, false);
        ck_assert_int_eq((int)strlen(list.ballots[0].name) % 3, shift % 3);
        ck_assert_int_gt((int)strlen(list.ballots[0].name), 58);
        ballots_done(&list);
    }
}
END_TEST

typedef struct {
    const char *text;
    Status status;
    const char *message;
} Wrong;

START_TEST(what_is_wrong_is_named_with_its_line) {
    static const Wrong wrongs[] = {
        {"", STATUS_SYNTAX, "test has no ballots"},
        {"# nothing\n\n", STATUS_SYNTAX, "test has no ballots"},
        {"W:W31:B1\nhello\n", STATUS_SYNTAX, "test, line 2: "},
        {"W:W51:B1\n", STATUS_RANGE, "test, line 1: "},
        {"W:W4:B1\n", STATUS_ILLEGAL, "test, line 1: "},
        {"32-28 18-22\n32-28 19-29\n", STATUS_ILLEGAL, "line 2: move 2, \"19-29\": "},
        {"32-28 1923\n", STATUS_SYNTAX, "line 1: move 2, \"1923\": "},
        {"W:W32:B1 ; 33-28\n", STATUS_ILLEGAL, "line 1: move 1, \"33-28\": "},
        {"\nW:W31:B\n", STATUS_OK, ""},
        {"\nB:W31:B\n", STATUS_ILLEGAL, "line 2: the game is over there already: "},
        {"W:WK31:BK1:H50:F60\n", STATUS_ILLEGAL, "over there already: "},
        {"name\tfen\n\nx\t\n", STATUS_SYNTAX, "line 3: no FEN in field 2"},
        {"x\ty\n", STATUS_SYNTAX, "test, line 1: "},
        {"[FEN \"W:W31:B1\"] *\n[FEN \"W:W99:B1\"] *\n", STATUS_SYNTAX, "test, line 2: "},
        {"#\n[Event \"x\"]\n1. 32-28 32-27 *\n", STATUS_SYNTAX, "test, line 3: "},
        {"[GameType \"21\"]\n1. 11-15 *\n", STATUS_ILLEGAL, "a game of english, not of inter"},
        {"[FEN \"B:W31:B\"] *\n", STATUS_ILLEGAL, "line 1: the game is over there"},
    };
    for (size_t i = 0; i < sizeof wrongs / sizeof *wrongs; i++) {
        BallotList list;
        Error error = {""};
        Status status = ballots_read(rules_get(VARIANT_INTERNATIONAL), "test", wrongs[i].text,
                                     strlen(wrongs[i].text), false, &list, &error);
        ck_assert_msg(status == wrongs[i].status, "%zu: %d %s", i, (int)status, error.text);
        ck_assert_msg(strstr(error.text, wrongs[i].message), "%zu: %s", i, error.text);
        ballots_done(&list);
    }
}
END_TEST

START_TEST(files_are_read_by_their_name) {
    static const char text[] = "name\tstatus\tfen\nx\tlost\tW:W31:B1\ny\tok\tW:W32:B1\n";
    char path[SCRATCH_SIZE];
    scratch_make_file(path);
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fputs(text, file);
    ck_assert_int_eq(fclose(file), 0);
    const Rules *rules = rules_get(VARIANT_INTERNATIONAL);
    BallotList list = open_list(rules, path);
    ck_assert_int_eq(list.count, 1);
    ballots_done(&list);
    Error error = {""};
    check_status(ballots_read_file(rules, path, true, &list, &error), &error);
    ck_assert_int_eq(list.count, 2);
    ballots_done(&list);
    unlink(path);
    ck_assert_int_eq(ballots_read_file(rules, path, true, &list, &error), STATUS_IO);
    ck_assert_msg(strstr(error.text, path), "%s", error.text);
    ballots_done(&list);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("ballots");
    TCase *all = tcase_create("all");
    tcase_set_timeout(all, 60);
    tcase_add_test(all, the_built_in_ballots_are_the_published_ones);
    tcase_add_test(all, the_usable_sets_are_listed);
    tcase_add_test(all, every_variant_has_a_default);
    tcase_add_test(all, names_are_the_moves);
    tcase_add_test(all, no_name_comes_twice);
    tcase_add_test(all, an_unknown_name_is_told_the_known_ones);
    tcase_add_test(all, all_forms_of_lines_are_read);
    tcase_add_test(all, moves_from_the_start_are_read);
    tcase_add_test(all, tables_are_read);
    tcase_add_test(all, games_are_read);
    tcase_add_test(all, long_names_are_cut_between_characters);
    tcase_add_test(all, what_is_wrong_is_named_with_its_line);
    tcase_add_test(all, files_are_read_by_their_name);
    suite_add_tcase(suite, all);
    return suite_run(suite);
}
