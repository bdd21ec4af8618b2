/* SPDX-License-Identifier: MIT */
#include "endgame/index.h"

#include "engine/base/rng.h"
#include "tests/unit/suite.h"

#include <string.h>

static Slice slice_of(const char *name) {
    Slice slice;
    Error error = {""};
    ck_assert_msg(slice_read(name, &slice, &error) == STATUS_OK, "%s", error.text);
    return slice;
}

START_TEST(test_names) {
    static const char *const good[] = {"1k v 1k", "1m2k v 2k", "9m v 1k", "5m v 2m3k"};
    char name[SLICE_NAME_SIZE];
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        ck_assert_str_eq(slice_write(slice_of(good[i]), name), good[i]);
    ck_assert_str_eq(slice_write_file_name(slice_of("1m2k v 2k"), name), "1m2k-2k");
    ck_assert(slice_equals(slice_of("1m2k-2k"), slice_of("1m2k v 2k")));
    static const char *const bad[] = {"",          "1k",          "1k v",
                                      "1k v 1q",   "2k1m v 1k",   "0m v 1k",
                                      "1k v 1k ",  "11m v 1k",    "6m v 5m",
                                      "1m1m v 1k", "1k  v 1k",    "99999999999999999999m v 1k",
                                      "1k-",       "1m v 1k v 1k"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        Slice slice;
        Error error = {""};
        ck_assert_msg(slice_read(bad[i], &slice, &error) == STATUS_SYNTAX, "\"%s\"", bad[i]);
        ck_assert_str_ne(error.text, "");
    }
}
END_TEST

/* Numbers of placements with both sides present, any colours: brainwagon.org/2008/04/25 for the
 * formula; the sums with both sides by the same formula. */
START_TEST(test_counts) {
    static const struct {
        VariantId variant;
        uint64_t counts[5]; /* of 2, 3, ... pieces */
    } rows[] = {
        {VARIANT_ENGLISH, {3488, 196032, 6209316, 139450808, 2426085676}},
        {VARIANT_INTERNATIONAL, {8845, 806300, 41971200, 1570600750, 46198758750}},
    };
    for (size_t row = 0; row < sizeof rows / sizeof *rows; row++)
        for (int pieces = 2; pieces <= 6; pieces++) {
            Slice pairs[SLICE_LIST_MAX];
            uint64_t sum = 0;
            int count = slice_list_pairs(pieces, pairs);
            for (int i = 0; i < count; i++)
                for (int side = 0; side <= !slice_is_even(pairs[i]); side++) {
                    SliceIndex index;
                    Slice slice = side ? slice_swap(pairs[i]) : pairs[i];
                    ck_assert_int_eq(index_init(&index, rules_get(rows[row].variant), slice, NULL),
                                     STATUS_OK);
                    sum += index.count;
                }
            ck_assert_uint_eq(sum, rows[row].counts[pieces - 2]);
        }
}
END_TEST

/* Promotions lead to pairs listed before, and no pair is listed twice. */
START_TEST(test_list) {
    for (int pieces = 2; pieces <= SLICE_PIECES_MAX; pieces++) {
        Slice pairs[SLICE_LIST_MAX];
        int count = slice_list_pairs(pieces, pairs);
        for (int i = 0; i < count; i++) {
            ck_assert_int_eq(slice_count(pairs[i]), pieces);
            for (int j = 0; j < i; j++) {
                ck_assert(!slice_equals(pairs[i], pairs[j]));
                ck_assert_int_le(pairs[j].own.men + pairs[j].other.men,
                                 pairs[i].own.men + pairs[i].other.men);
            }
        }
    }
    Slice pairs[SLICE_LIST_MAX];
    ck_assert_int_eq(slice_list_pairs(4, pairs), 14);
    ck_assert_int_eq(slice_list_pairs(2, pairs), 3);
}
END_TEST

static void check_number(const SliceIndex *index, uint64_t number, const Board *board) {
    Position position;
    Error error = {""};
    if (position_init_board(&position, index->rules, board, COLOR_WHITE, &error) < 0)
        ck_abort_msg("%s", error.text);
    /* An assertion that holds costs a system call; here they are millions. */
    if (!slice_equals(slice_of_board(board, COLOR_WHITE), index->slice) ||
        index_encode(index, board) != number)
        ck_abort_msg("number %llu does not come back", (unsigned long long)number);
}

/* Every number of every slice of up to three pieces, and of four on the small board, by cursor:
 * each is a legal placement and comes back. Numbers that come back are different placements, so
 * there are no two alike. */
START_TEST(test_every_number) {
    for (int variant = 0; variant < VARIANT_COUNT; variant++) {
        const Rules *rules = rules_get((VariantId)variant);
        if (slice_check_rules(rules, NULL) < 0)
            continue;
        for (int pieces = 2; pieces <= 3; pieces++) {
            Slice pairs[SLICE_LIST_MAX];
            int count = slice_list_pairs(pieces, pairs);
            for (int i = 0; i < 2 * count; i++) {
                SliceIndex index;
                IndexCursor cursor;
                Slice slice = i % 2 ? slice_swap(pairs[i / 2]) : pairs[i / 2];
                ck_assert_int_eq(index_init(&index, rules, slice, NULL), STATUS_OK);
                index_cursor_init(&cursor, &index, 0);
                for (uint64_t at = 0; at < index.count; at++, index_cursor_next(&cursor)) {
                    check_number(&index, at, &cursor.board);
                }
                ck_assert_uint_eq(cursor.at, 0);
            }
        }
    }
}
END_TEST

START_TEST(test_samples) {
    static const char *const names[] = {"2m2k v 1m2k", "4m v 4m", "1m3k v 2m1k", "5m v 5m",
                                        "5k v 3k"};
    Rng rng;
    rng_init(&rng, 11);
    for (int variant = 0; variant < VARIANT_COUNT; variant++)
        for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
            SliceIndex index;
            const Rules *rules = rules_get((VariantId)variant);
            if (slice_check_rules(rules, NULL) < 0)
                continue;
            ck_assert_int_eq(index_init(&index, rules, slice_of(names[i]), NULL), STATUS_OK);
            for (int sample = 0; sample < 20000; sample++) {
                uint64_t number = rng_below(&rng, index.count);
                Board board, turned, back;
                index_decode(&index, number, &board);
                check_number(&index, number, &board);
                slice_turn_board(rules, &board, &turned);
                slice_turn_board(rules, &turned, &back);
                if (memcmp(&board, &back, sizeof board) != 0)
                    ck_abort_msg("turned twice it is another board");
                IndexCursor cursor;
                index_cursor_init(&cursor, &index, number);
                index_cursor_next(&cursor);
                index_decode(&index, (number + 1) % index.count, &turned);
                if (memcmp(&cursor.board, &turned, sizeof turned) != 0)
                    ck_abort_msg("the cursor goes astray");
            }
        }
}
END_TEST

/* The board is turned as a position is. */
START_TEST(test_turn) {
    for (int variant = 0; variant < VARIANT_COUNT; variant++) {
        Position start, turned;
        Board board;
        if (!rules_are_narrow(rules_get((VariantId)variant)))
            continue;
        position_init_start(&start, rules_get((VariantId)variant));
        start.board.men[COLOR_WHITE] = bits_rest(start.board.men[COLOR_WHITE]);
        position_turn_round(&start, &turned);
        slice_turn_board(start.rules, &start.board, &board);
        ck_assert_mem_eq(&board, &turned.board, sizeof board);
    }
}
END_TEST

START_TEST(test_too_many) {
    SliceIndex index;
    Error error = {""};
    ck_assert_int_eq(
        index_init(&index, rules_get(VARIANT_ENGLISH), (Slice){{9, 0}, {9, 0}}, &error),
        STATUS_RANGE);
    ck_assert_str_ne(error.text, "");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("endgame_index");
    TCase *all = tcase_create("all");
    tcase_set_timeout(all, 240);
    tcase_add_test(all, test_names);
    tcase_add_test(all, test_counts);
    tcase_add_test(all, test_list);
    tcase_add_test(all, test_every_number);
    tcase_add_test(all, test_samples);
    tcase_add_test(all, test_turn);
    tcase_add_test(all, test_too_many);
    suite_add_tcase(suite, all);
    return suite_run(suite);
}
