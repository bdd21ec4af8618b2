/* SPDX-License-Identifier: MIT
 *
 * Entries, sets and their text form: order, merging, backing up, and what a text may say. */
#include "book/text.h"
#include "tests/unit/book_fixture.h"

#include <string.h>

static const VariantId variant = VARIANT_ENGLISH;

static const BookEntry *find(const BookSet *set, const char *moves) {
    BookEntry entry = unit_entry(variant, moves, BOOK_UNKNOWN, 0, 0);
    return book_set_find(set, &entry.board);
}

static void add(BookSet *set, const char *moves, BookEvidence evidence, int score, int depth) {
    BookEntry entry = unit_entry(variant, moves, evidence, score, depth);
    Error error = {""};
    unit_check(book_set_merge(set, &entry, &error), &error);
}

/* ---- entries ---- */

START_TEST(order_is_by_square_and_piece) {
    /* Empty, White's man, Black's man, White's king, Black's king; square 9 before square 10. */
    static const char *const ascending[] = {
        "W:W12:B11",  "W:W10:B11",  "W:W10,12:B11", "W:W12:B10,11",  "W:WK10:B11",
        "W:W12:BK10", "W:W9:B11",   "W:W9,10:B11",  "W:W11:B9",      "W:W11:B9,10",
        "W:WK9:B10",  "W:WK9:BK10", "W:W11:BK9",    "W:W11:BK9,K10",
    };
    for (size_t i = 1; i < sizeof ascending / sizeof *ascending; i++) {
        Position before = unit_read_position(variant, ascending[i - 1]);
        Position after = unit_read_position(variant, ascending[i]);
        ck_assert_msg(book_compare(&before.board, &after.board) < 0, "%s", ascending[i]);
        ck_assert_msg(book_compare(&after.board, &before.board) > 0, "%s", ascending[i]);
    }
}
END_TEST

START_TEST(scores_pass_from_a_position_to_the_move_before) {
    ck_assert_int_eq(book_score_before(30), -30);
    ck_assert_int_eq(book_score_before(-9000), 9000);
    ck_assert_int_eq(book_score_before(-10000), 9999); /* no move left: won in one ply */
    ck_assert_int_eq(book_score_before(9999), -9998);
}
END_TEST

START_TEST(counts_stop_at_their_limit) {
    BookCounts counts = {.wins = UINT32_MAX - 1, .draws = 5};
    book_add_counts(&counts, &(BookCounts){.wins = 3, .draws = 1, .losses = 2});
    ck_assert_uint_eq(counts.wins, UINT32_MAX);
    ck_assert_uint_eq(counts.draws, 6);
    ck_assert_uint_eq(counts.losses, 2);
    ck_assert_uint_eq(book_count_games(&counts), UINT32_MAX);
}
END_TEST

/* ---- merging and backing up ---- */

START_TEST(merging_keeps_the_better_evidence) {
    BookSet set;
    book_set_init(&set, rules_get(variant));
    add(&set, "11-15", BOOK_SEARCHED, 10, 8);
    add(&set, "11-15", BOOK_SEARCHED, 20, 8); /* the first of equals stays */
    ck_assert_int_eq(find(&set, "11-15")->score, 10);
    add(&set, "11-15", BOOK_SEARCHED, 30, 9);
    ck_assert_int_eq(find(&set, "11-15")->score, 30);
    add(&set, "11-15", BOOK_UNKNOWN, 0, 0);
    ck_assert_int_eq(find(&set, "11-15")->score, 30);
    add(&set, "11-15", BOOK_BACKED, 40, 2);
    ck_assert_int_eq(find(&set, "11-15")->score, 40);
    ck_assert_int_eq(book_set_count(&set), 1);
    book_set_done(&set);
}
END_TEST

START_TEST(a_score_is_backed_up_when_all_moves_have_one) {
    BookSet set;
    Error error = {""};
    book_set_init(&set, rules_get(variant));
    static const char *const moves[] = {"9-13",  "9-14",  "10-14", "10-15",
                                        "11-15", "11-16", "12-16"};
    add(&set, "", BOOK_SEARCHED, 77, 9);
    for (int i = 0; i < 6; i++)
        add(&set, moves[i], BOOK_SEARCHED, 50 - i, 7);
    unit_check(book_set_back_up(&set, &error), &error);
    ck_assert_int_eq(find(&set, "")->evidence, BOOK_SEARCHED);
    ck_assert_int_eq(find(&set, "")->score, 77);
    add(&set, moves[6], BOOK_UNKNOWN, 0, 0); /* games alone are no score */
    unit_check(book_set_back_up(&set, &error), &error);
    ck_assert_int_eq(find(&set, "")->evidence, BOOK_SEARCHED);
    add(&set, moves[6], BOOK_SEARCHED, 60, 7);
    unit_check(book_set_back_up(&set, &error), &error);
    ck_assert_int_eq(find(&set, "")->evidence, BOOK_BACKED);
    ck_assert_int_eq(find(&set, "")->score, -45); /* the best for Black is the worst for White */
    ck_assert_int_eq(find(&set, "")->depth, 9);
    book_set_done(&set);
}
END_TEST

START_TEST(a_backed_score_without_its_moves_is_a_search) {
    BookSet set;
    Error error = {""};
    book_set_init(&set, rules_get(variant));
    add(&set, "", BOOK_BACKED, 12, 9);
    unit_check(book_set_back_up(&set, &error), &error);
    ck_assert_int_eq(find(&set, "")->evidence, BOOK_SEARCHED);
    ck_assert_int_eq(find(&set, "")->score, 12);
    book_set_done(&set);
}
END_TEST

START_TEST(kings_can_go_back) {
    MoveList list;
    Position men = unit_read_position(variant, "W:W32:B1");
    Position king = unit_read_position(variant, "W:W32:BK1");
    ck_assert(book_goes_forward(&men, &list));
    ck_assert_int_eq(list.count, 2);
    ck_assert(!book_goes_forward(&king, &list));
}
END_TEST

START_TEST(sorting_keeps_every_entry) {
    BookSet set;
    Error error = {""};
    unit_fill_set(&set, variant, 3, 9);
    int count = book_set_count(&set);
    BookEntry sample = set.entries[count / 2];
    unit_check(book_set_sort(&set, &error), &error);
    ck_assert_int_eq(book_set_count(&set), count);
    for (int i = 1; i < count; i++)
        ck_assert_int_lt(book_compare(&set.entries[i - 1].board, &set.entries[i].board), 0);
    ck_assert_int_eq(book_set_find(&set, &sample.board)->score, sample.score);
    book_set_done(&set);
}
END_TEST

/* ---- text ---- */

START_TEST(text_is_read_as_it_is_written) {
    BookSet set, again;
    TextBuffer text = {0}, text_again = {0};
    Error error = {""};
    unit_fill_set(&set, variant, 3, 10);
    for (int i = 0; i < book_set_count(&set); i += 3)
        set.entries[i].counts = (BookCounts){.wins = 1, .draws = 2, .losses = UINT32_MAX};
    set.entries[1] = (BookEntry){.board = set.entries[1].board, .counts = {.draws = 4}};
    unit_check(book_text_write(&set, &text, &error), &error);
    book_set_init(&again, rules_get(variant));
    unit_check(book_text_read(&again, text_buffer_get(&text), text.length, &error), &error);
    unit_check(book_text_write(&again, &text_again, &error), &error);
    ck_assert_str_eq(text_buffer_get(&text), text_buffer_get(&text_again));
    text_buffer_done(&text);
    text_buffer_done(&text_again);
    book_set_done(&set);
    book_set_done(&again);
}
END_TEST

static Status read_text(BookSet *set, const char *text, Error *error) {
    book_set_init(set, rules_get(variant));
    return book_text_read(set, text, strlen(text), error);
}

START_TEST(text_may_be_edited) {
    BookSet set;
    Error error = {""};
    unit_check(read_text(&set,
                         "# by hand\r\n\n  huff-book 1\nvariant english\nrecipe mine, all mine \n"
                         "B:W32,31:B1,2 searched -15 7 results 1 2 3   \n"
                         "W:WK29:B5\tunknown results 0 0 7",
                         &error),
               &error);
    ck_assert_int_eq(book_set_count(&set), 2);
    ck_assert_str_eq(set.recipe.text, "mine, all mine");
    /* The same for White to move on the board turned round. */
    Position turned = unit_read_position(variant, "W:W31,32:B1,2");
    const BookEntry *entry = book_set_find(&set, &turned.board);
    ck_assert_ptr_nonnull(entry);
    ck_assert_int_eq(entry->score, -15);
    ck_assert_int_eq(entry->depth, 7);
    ck_assert_uint_eq(entry->counts.losses, 3);
    book_set_done(&set);
}
END_TEST

START_TEST(wrong_texts_are_refused) {
    static const struct {
        const char *text;
        Status status;
        const char *reason;
    } cases[] = {
        {"", STATUS_SYNTAX, "not the text of a book"},
        {"W:W32:B1 unknown\n", STATUS_SYNTAX, "line 1: not the text of a book"},
        {"huff-book 2\n", STATUS_RANGE, "line 1: version"},
        {"huff-book 1\nW:W32:B1 unknown\n", STATUS_SYNTAX, "line 2: the line \"variant"},
        {"huff-book 1\nvariant frisian\n", STATUS_STATE, "a book of \"frisian\", not of english"},
        {"huff-book 1\nvariant english\nW:W33:B1 unknown\n", STATUS_RANGE, "line 3: FEN"},
        {"huff-book 1\nvariant english\nW:W1:B32 unknown\n", STATUS_ILLEGAL, "line 3: "},
        {"huff-book 1\nvariant english\nW:W32:B1 guessed 3 4\n", STATUS_SYNTAX, "\"guessed\""},
        {"huff-book 1\nvariant english\nW:W32:B1\n", STATUS_SYNTAX, "behind the position"},
        {"huff-book 1\nvariant english\nW:W32:B1 searched 10001 4\n", STATUS_RANGE, "score"},
        {"huff-book 1\nvariant english\nW:W32:B1 searched 1.5 4\n", STATUS_SYNTAX, "score"},
        {"huff-book 1\nvariant english\nW:W32:B1 searched 10\n", STATUS_SYNTAX, "depth"},
        {"huff-book 1\nvariant english\nW:W32:B1 searched 10 121\n", STATUS_RANGE, "depth"},
        {"huff-book 1\nvariant english\nW:W32:B1 searched 10 12 13\n", STATUS_SYNTAX, "too much"},
        {"huff-book 1\nvariant english\nW:W32:B1 unknown results 1 2\n", STATUS_SYNTAX, "losses"},
        {"huff-book 1\nvariant english\nW:W32:B1 unknown results 1 -2 3\n", STATUS_RANGE, "draws"},
        {"huff-book 1\nvariant english\nW:W32:B1 unknown results 1 2 4294967296\n", STATUS_RANGE,
         "losses"},
        {"huff-book 1\nvariant english\nW:W32:B1 unknown\nB:W32:B1 unknown\n", STATUS_ILLEGAL,
         "line 4: this position stands in the text already"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        BookSet set;
        Error error = {""};
        ck_assert_msg(read_text(&set, cases[i].text, &error) == cases[i].status, "%s: %s",
                      cases[i].text, error.text);
        ck_assert_msg(strstr(error.text, cases[i].reason), "%s: %s", cases[i].text, error.text);
        book_set_done(&set);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("book_set");
    TCase *all = tcase_create("all");
    tcase_add_test(all, order_is_by_square_and_piece);
    tcase_add_test(all, scores_pass_from_a_position_to_the_move_before);
    tcase_add_test(all, counts_stop_at_their_limit);
    tcase_add_test(all, merging_keeps_the_better_evidence);
    tcase_add_test(all, a_score_is_backed_up_when_all_moves_have_one);
    tcase_add_test(all, a_backed_score_without_its_moves_is_a_search);
    tcase_add_test(all, kings_can_go_back);
    tcase_add_test(all, sorting_keeps_every_entry);
    tcase_add_test(all, text_is_read_as_it_is_written);
    tcase_add_test(all, text_may_be_edited);
    tcase_add_test(all, wrong_texts_are_refused);
    suite_add_tcase(suite, all);
    return suite_run(suite);
}
