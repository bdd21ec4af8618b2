/* SPDX-License-Identifier: MIT
 *
 * Book files: what is written is read back, wherever it lies; what is damaged, cut off, of another
 * version or variant is refused with the reason. */
#include "book/verify.h"
#include "engine/board/movegen.h"
#include "tests/unit/book_fixture.h"

#include <string.h>

static Book *open_bytes(const unsigned char *bytes, size_t length, VariantId variant) {
    Book *book;
    Error error = {""};
    unit_check(book_open_bytes(bytes, length, "test", rules_get(variant), &book, &error), &error);
    return book;
}

static unsigned char *encode(BookSet *set, size_t *ret_length) {
    unsigned char *bytes;
    Error error = {""};
    unit_check(book_encode(set, &bytes, ret_length, &error), &error);
    return bytes;
}

static void check_same_entry(const BookEntry *a, const BookEntry *b) {
    ck_assert_int_eq(book_compare(&a->board, &b->board), 0);
    ck_assert_int_eq(a->score, b->score);
    ck_assert_int_eq(a->depth, b->depth);
    ck_assert_int_eq(a->evidence, b->evidence);
    ck_assert_uint_eq(a->counts.wins, b->counts.wins);
    ck_assert_uint_eq(a->counts.draws, b->counts.draws);
    ck_assert_uint_eq(a->counts.losses, b->counts.losses);
}

/* Every fourth entry gets results of all sizes. */
static void add_results(BookSet *set) {
    for (int i = 0; i < book_set_count(set); i += 4)
        set->entries[i].counts = (BookCounts){
            .wins = (uint32_t)i, .draws = (uint32_t)i * 1000, .losses = UINT32_MAX - (uint32_t)i};
}

START_TEST(what_is_written_is_read) {
    for (int variant = 0; variant < VARIANT_COUNT; variant++) {
        BookSet set, again;
        size_t length;
        Error error = {""};
        unit_fill_set(&set, (VariantId)variant, 4, 1);
        ck_assert_int_gt(book_set_count(&set), 1000); /* several blocks */
        add_results(&set);
        unsigned char *bytes = encode(&set, &length);
        Book *book = open_bytes(bytes, length, (VariantId)variant);
        ck_assert_int_eq(book_get_count(book), book_set_count(&set));
        ck_assert_str_eq(book_get_recipe(book), "test 4");
        book_set_init(&again, rules_get((VariantId)variant));
        unit_check(book_load(book, &again, &error), &error);
        ck_assert_int_eq(book_set_count(&again), book_set_count(&set));
        for (int i = 0; i < book_set_count(&set); i++)
            check_same_entry(&set.entries[i], &again.entries[i]);
        ck_assert_int_eq(book_verify(book, NULL, NULL, &error), 0);
        book_set_done(&set);
        book_set_done(&again);
        book_close(book);
        free(bytes);
    }
}
END_TEST

START_TEST(both_colours_find_the_same_entry) {
    BookSet set;
    size_t length;
    unit_fill_set(&set, VARIANT_INTERNATIONAL, 2, 2);
    unsigned char *bytes = encode(&set, &length);
    Book *book = open_bytes(bytes, length, VARIANT_INTERNATIONAL);
    Position position = unit_play(VARIANT_INTERNATIONAL, "32-28"), turned;
    position_turn_round(&position, &turned);
    BookEntry a, b;
    ck_assert_int_eq(book_find(book, &position, &a, NULL), 1);
    ck_assert_int_eq(book_find(book, &turned, &b, NULL), 1);
    check_same_entry(&a, &b);
    position = unit_play(VARIANT_INTERNATIONAL, "32-28 19-23 28x19");
    ck_assert_int_eq(book_find(book, &position, &a, NULL), 0);
    position = unit_read_position(VARIANT_INTERNATIONAL, "W:WK50:BK49");
    ck_assert_int_eq(book_find(book, &position, &a, NULL), 0); /* before the first */
    position = unit_read_position(VARIANT_INTERNATIONAL, "W:WK50:BK1");
    ck_assert_int_eq(book_find(book, &position, &a, NULL), 0); /* behind the last */
    book_close(book);
    book_set_done(&set);
    free(bytes);
}
END_TEST

START_TEST(every_flipped_bit_is_refused) {
    BookSet set;
    size_t length;
    unit_fill_set(&set, VARIANT_ENGLISH, 3, 3);
    unsigned char *bytes = encode(&set, &length);
    for (size_t i = 0; i < length; i++) {
        Book *book = NULL;
        Error error = {""};
        unsigned char bit = (unsigned char)(1u << i % 8);
        bytes[i] ^= bit;
        Status status =
            book_open_bytes(bytes, length, "test", rules_get(VARIANT_ENGLISH), &book, &error);
        ck_assert_msg(status == STATUS_SYNTAX, "byte %zu: %d", i, (int)status);
        ck_assert_msg(!strncmp(error.text, "test ", 5), "%s", error.text);
        ck_assert_ptr_null(book);
        bytes[i] ^= bit;
    }
    book_close(open_bytes(bytes, length, VARIANT_ENGLISH));
    book_set_done(&set);
    free(bytes);
}
END_TEST

START_TEST(every_cut_is_refused) {
    BookSet set;
    size_t length;
    unit_fill_set(&set, VARIANT_ENGLISH, 2, 4);
    unsigned char *bytes = encode(&set, &length);
    for (size_t cut = 0; cut < length; cut++) {
        Book *book;
        ck_assert_int_eq(
            book_open_bytes(bytes, cut, "test", rules_get(VARIANT_ENGLISH), &book, NULL),
            STATUS_SYNTAX);
    }
    book_set_done(&set);
    free(bytes);
}
END_TEST

static void check_refused(const unsigned char *bytes, size_t length, VariantId variant,
                          Status expected, const char *reason) {
    Book *book;
    Error error = {""};
    Status status = book_open_bytes(bytes, length, "test", rules_get(variant), &book, &error);
    ck_assert_int_eq(status, expected);
    ck_assert_msg(strstr(error.text, reason), "%s", error.text);
}

START_TEST(the_reason_of_a_refusal_is_named) {
    BookSet set;
    size_t length;
    unit_fill_set(&set, VARIANT_ENGLISH, 1, 5);
    unsigned char *bytes = encode(&set, &length);
    check_refused(bytes, length, VARIANT_INTERNATIONAL, STATUS_STATE,
                  "a book of english, not of international");
    check_refused(bytes, length - 1, VARIANT_ENGLISH, STATUS_SYNTAX, "cut off");
    check_refused(bytes, 20, VARIANT_ENGLISH, STATUS_SYNTAX, "too few");
    bytes[length - 1] ^= 1;
    check_refused(bytes, length, VARIANT_ENGLISH, STATUS_SYNTAX, "checksum");
    bytes[8] = 2;
    check_refused(bytes, length, VARIANT_ENGLISH, STATUS_SYNTAX, "version 2");
    bytes[0] = 'H';
    check_refused(bytes, length, VARIANT_ENGLISH, STATUS_SYNTAX, "not a book");
    book_set_done(&set);
    free(bytes);
}
END_TEST

START_TEST(files_are_mapped_or_refused) {
    BookSet set;
    Book *book;
    Error error = {""};
    const char *path = unit_new_path(), *empty = unit_new_path();
    const Rules *rules = rules_get(VARIANT_ENGLISH);
    unit_fill_set(&set, VARIANT_ENGLISH, 2, 6);
    unit_check(book_save(&set, path, &error), &error);
    unit_check(book_open(path, rules, &book, &error), &error);
    ck_assert_int_eq(book_get_count(book), book_set_count(&set));
    book_close(book);
    unit_write_file(empty, "", 0);
    ck_assert_int_eq(book_open(empty, rules, &book, &error), STATUS_SYNTAX);
    ck_assert_int_eq(book_open("/nowhere/x.book", rules, &book, &error), STATUS_IO);
    ck_assert_msg(strstr(error.text, "/nowhere/x.book"), "%s", error.text);
    ck_assert_int_eq(book_open("/", rules, &book, &error), STATUS_SYNTAX);
    book_set_done(&set);
    unit_remove_files();
}
END_TEST

START_TEST(wrong_entries_are_not_written) {
    static const BookEntry wrong[] = {
        {.evidence = BOOK_SEARCHED, .score = BOOK_SCORE_MAX + 1},
        {.evidence = BOOK_SEARCHED, .depth = BOOK_DEPTH_MAX + 1},
        {.evidence = BOOK_SEARCHED, .depth = -1},
        {.evidence = BOOK_UNKNOWN, .score = 1},
        {.evidence = BOOK_EVIDENCE_COUNT},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        BookSet set;
        unsigned char *bytes;
        size_t length;
        BookEntry entry = unit_entry(VARIANT_ENGLISH, "", BOOK_UNKNOWN, 0, 0);
        Board board = entry.board;
        entry = wrong[i];
        entry.board = board;
        book_set_init(&set, rules_get(VARIANT_ENGLISH));
        ck_assert_int_eq(book_set_add(&set, &entry, NULL), STATUS_OK);
        ck_assert_int_eq(book_encode(&set, &bytes, &length, NULL), STATUS_RANGE);
        set.entries[0] = (BookEntry){.board = {{0}, {0}}};
        ck_assert_int_eq(book_encode(&set, &bytes, &length, NULL), STATUS_ILLEGAL);
        book_set_done(&set);
    }
}
END_TEST

START_TEST(an_empty_book_is_a_book) {
    BookSet set;
    size_t length;
    BookEntry entry;
    book_set_init(&set, rules_get(VARIANT_ENGLISH));
    unsigned char *bytes = encode(&set, &length);
    Book *book = open_bytes(bytes, length, VARIANT_ENGLISH);
    Position start = unit_play(VARIANT_ENGLISH, "");
    ck_assert_int_eq(book_get_count(book), 0);
    ck_assert_int_eq(book_find(book, &start, &entry, NULL), 0);
    book_close(book);
    free(bytes);
}
END_TEST

/* Faults that no checksum shows: a writer that computed wrong. */
START_TEST(verify_finds_wrong_scores) {
    BookSet set;
    size_t length;
    Error error = {""};
    unit_fill_set(&set, VARIANT_ENGLISH, 3, 7);
    BookEntry start = unit_entry(VARIANT_ENGLISH, "", BOOK_BACKED, 0, 0);
    BookEntry *entry = book_set_find(&set, &start.board);
    ck_assert_int_eq(entry->evidence, BOOK_BACKED);
    entry->score++;
    unsigned char *bytes = encode(&set, &length);
    Book *book = open_bytes(bytes, length, VARIANT_ENGLISH);
    ck_assert_int_eq(book_verify(book, NULL, NULL, &error), 1);
    book_close(book);
    free(bytes);
    entry = book_set_find(&set, &start.board);
    entry->score--;
    BookEntry leaf = unit_entry(VARIANT_ENGLISH, "11-15 22-18 15x22", BOOK_BACKED, 0, 0);
    entry = book_set_find(&set, &leaf.board);
    ck_assert_int_eq(entry->evidence, BOOK_SEARCHED);
    entry->evidence = BOOK_BACKED; /* though its moves are not there */
    bytes = encode(&set, &length);
    book = open_bytes(bytes, length, VARIANT_ENGLISH);
    ck_assert_int_eq(book_verify(book, NULL, NULL, &error), 1);
    book_close(book);
    free(bytes);
    book_set_done(&set);
}
END_TEST

/* Variants whose book is not made yet have none, and that is no error. */
START_TEST(the_programs_own_books_are_sound) {
    int sound = 0;
    for (int variant = 0; variant < VARIANT_COUNT; variant++) {
        Book *book;
        BookEntry entry;
        Error error = {""};
        const Rules *rules = rules_get((VariantId)variant);
        Position start = unit_play((VariantId)variant, "");
        unit_check(book_open_embedded(rules, &book, &error), &error);
        if (!book)
            continue;
        ck_assert_int_eq(book_find(book, &start, &entry, NULL), 1);
        ck_assert_int_eq(entry.evidence, BOOK_BACKED);
        ck_assert_int_eq(book_verify(book, NULL, NULL, &error), 0);
        book_close(book);
        sound++;
    }
    ck_assert_int_ge(sound, 2); /* international and English */
}
END_TEST

int main(void) {
    Suite *suite = suite_create("book_file");
    TCase *all = tcase_create("all");
    tcase_set_timeout(all, 60);
    tcase_add_test(all, what_is_written_is_read);
    tcase_add_test(all, both_colours_find_the_same_entry);
    tcase_add_test(all, every_flipped_bit_is_refused);
    tcase_add_test(all, every_cut_is_refused);
    tcase_add_test(all, the_reason_of_a_refusal_is_named);
    tcase_add_test(all, files_are_mapped_or_refused);
    tcase_add_test(all, wrong_entries_are_not_written);
    tcase_add_test(all, an_empty_book_is_a_book);
    tcase_add_test(all, verify_finds_wrong_scores);
    tcase_add_test(all, the_programs_own_books_are_sound);
    suite_add_tcase(suite, all);
    return suite_run(suite);
}
