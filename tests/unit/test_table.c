/* SPDX-License-Identifier: MIT
 *
 * The transposition table: sizes, what goes in comes out, half-written entries, ageing. */
#include "engine/base/rng.h"
#include "engine/search/table.h"
#include "tests/unit/suite.h"

#include <limits.h>
#include <pthread.h>
#include <string.h>

enum {
    BUCKET_BYTES = 64,
    ENTRY_WORDS = 2,
    BUCKET_ENTRIES = 4,
};

static Table table_of(int mib) {
    Table table = {0};
    ck_assert_int_eq(table_init(&table, mib, NULL), STATUS_OK);
    return table;
}

static void check_entry(const Table *table, uint64_t key, TableEntry expected) {
    TableEntry entry = table_probe(table, key);
    ck_assert_int_eq(entry.bound, expected.bound);
    ck_assert_int_eq(entry.score, expected.score);
    ck_assert_int_eq(entry.depth, expected.depth);
    ck_assert_uint_eq(entry.move, expected.move);
}

START_TEST(test_size) {
    static const int sizes[] = {1, 3, 64, 100};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        Table table = table_of(sizes[i]);
        size_t limit = (size_t)sizes[i] << 20;
        ck_assert_uint_le(table.bucket_count * BUCKET_BYTES, limit);
        ck_assert_uint_gt(table.bucket_count * BUCKET_BYTES, limit - BUCKET_BYTES);
        table_done(&table);
    }
    Table least = table_of(0);
    ck_assert_uint_gt(least.bucket_count, 0);
    ck_assert_uint_le(least.bucket_count * BUCKET_BYTES, 4096);
    table_done(&least);
    ck_assert_ptr_null(least.buckets);
    table_done(&least);
}
END_TEST

START_TEST(test_no_memory) {
    Table table = table_of(1);
    Table old = table;
    Error error;
    /* 2^51 bytes: more than the processor can address. */
    ck_assert_int_eq(table_init(&table, INT_MAX, &error), STATUS_NO_MEMORY);
    ck_assert_ptr_nonnull(strstr(error.text, "transposition table"));
    ck_assert_ptr_eq(table.buckets, old.buckets);
    ck_assert_uint_eq(table.bucket_count, old.bucket_count);
    table_done(&table);
}
END_TEST

START_TEST(test_round_trip) {
    static const int scores[] = {
        0, 1, -1, 7999, -7999, 9000, -9000, SCORE_WIN - 1, -SCORE_WIN, SCORE_INFINITE};
    static const int depths[] = {0, 1, 63, 120, 127};
    static const TableMove moves[] = {1, 0x1ffff, 0x155};
    Table table = table_of(1);
    Rng rng;
    rng_init(&rng, 1);
    for (size_t s = 0; s < sizeof scores / sizeof *scores; s++)
        for (size_t d = 0; d < sizeof depths / sizeof *depths; d++)
            for (size_t m = 0; m < sizeof moves / sizeof *moves; m++)
                for (Bound bound = BOUND_LOWER; bound <= BOUND_EXACT; bound++) {
                    uint64_t key = rng_next(&rng);
                    TableEntry entry = {scores[s], depths[d], bound, moves[m]};
                    table_store(&table, key, entry);
                    check_entry(&table, key, entry);
                    ck_assert_int_eq(table_probe(&table, key ^ 1).bound, BOUND_NONE);
                }
    table_clear(&table, 1);
    ck_assert_int_eq(table_permille(&table), 0);
    table_done(&table);
}
END_TEST

/* However many threads clear it, nothing is left, up to the last entry. */
START_TEST(test_clear) {
    static const int sizes[] = {0, 1, 33, 40};
    static const int threads[] = {1, 2, 3, 256};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        for (size_t t = 0; t < sizeof threads / sizeof *threads; t++) {
            Table table = table_of(sizes[s]);
            const uint64_t keys[] = {1, UINT64_MAX, UINT64_MAX / 2, UINT64_MAX / 2 + 2};
            for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
                table_store(&table, keys[i], (TableEntry){10, 5, BOUND_EXACT, 77});
            table_clear(&table, threads[t]);
            for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
                ck_assert_int_eq(table_probe(&table, keys[i]).bound, BOUND_NONE);
            table_done(&table);
        }
}
END_TEST

START_TEST(test_move_is_kept) {
    Table table = table_of(0);
    table_store(&table, 42, (TableEntry){10, 5, BOUND_EXACT, 77});
    table_store(&table, 42, (TableEntry){-20, 6, BOUND_UPPER, 0});
    check_entry(&table, 42, (TableEntry){-20, 6, BOUND_UPPER, 77});
    table_store(&table, 42, (TableEntry){-20, 6, BOUND_LOWER, 78});
    check_entry(&table, 42, (TableEntry){-20, 6, BOUND_LOWER, 78});
    table_done(&table);
}
END_TEST

START_TEST(test_torn_entry) {
    /* Small keys share the first bucket and take its entries in order. */
    Table table = table_of(0);
    table_store(&table, 1, (TableEntry){100, 5, BOUND_EXACT, 11});
    table_store(&table, 2, (TableEntry){200, 6, BOUND_EXACT, 22});
    uint64_t *words = (uint64_t *)(void *)table.buckets;
    ck_assert_int_eq(table_probe(&table, 1).score, 100);
    words[1] = words[ENTRY_WORDS + 1]; /* key of one, data of the other */
    ck_assert_int_eq(table_probe(&table, 1).bound, BOUND_NONE);
    ck_assert_int_eq(table_probe(&table, 2).score, 200);
    table_done(&table);
}
END_TEST

START_TEST(test_replacement) {
    Table table = table_of(0);
    for (uint64_t key = 1; key <= BUCKET_ENTRIES; key++)
        table_store(&table, key, (TableEntry){0, 10 * (int)key, BOUND_EXACT, 0});
    /* The shallowest gives way. */
    table_store(&table, 9, (TableEntry){0, 1, BOUND_EXACT, 0});
    ck_assert_int_eq(table_probe(&table, 1).bound, BOUND_NONE);
    ck_assert_int_eq(table_probe(&table, 2).bound, BOUND_EXACT);
    ck_assert_int_eq(table_probe(&table, 9).bound, BOUND_EXACT);
    /* Many searches later a deep entry that nobody renewed goes before a fresh shallow one. */
    for (int i = 0; i < 20; i++)
        table_grow_older(&table);
    for (uint64_t key = 11; key <= 14; key++)
        table_store(&table, key, (TableEntry){0, 1, BOUND_EXACT, 0});
    ck_assert_int_eq(table_probe(&table, 4).bound, BOUND_NONE);
    for (uint64_t key = 11; key <= 14; key++)
        ck_assert_int_eq(table_probe(&table, key).bound, BOUND_EXACT);
    table_done(&table);
}
END_TEST

START_TEST(test_permille) {
    Table table = table_of(0);
    Rng rng;
    rng_init(&rng, 2);
    ck_assert_int_eq(table_permille(&table), 0);
    for (int i = 0; i < 10000; i++)
        table_store(&table, rng_next(&rng), (TableEntry){0, 1, BOUND_EXACT, 0});
    ck_assert_int_eq(table_permille(&table), 1000);
    table_grow_older(&table);
    ck_assert_int_eq(table_permille(&table), 0);
    table_done(&table);
}
END_TEST

START_TEST(test_proven_scores_move_with_ply) {
    /* Seen 4 plies below the root, a win 9 plies from the root is a win in 5. */
    ck_assert_int_eq(table_score_in(score_win_in(9), 4), score_win_in(5));
    ck_assert_int_eq(table_score_in(score_loss_in(8), 4), score_loss_in(4));
    ck_assert_int_eq(table_score_in(123, 4), 123);
    for (int ply = 0; ply < 250; ply++) {
        ck_assert_int_eq(table_score_out(table_score_in(score_win_in(ply + 1), ply), ply),
                         score_win_in(ply + 1));
        ck_assert_int_eq(table_score_out(table_score_in(score_loss_in(ply), ply), ply),
                         score_loss_in(ply));
    }
}
END_TEST

enum {
    HAMMER_THREADS = 4,
    HAMMER_ROUNDS = 20000,
    HAMMER_KEYS = 32,
};

/* Every entry ever stored under a key has a score and move that follow from the key. */
static void *hammer(void *argument) {
    Table *table = argument;
    Rng rng;
    rng_init(&rng, (uint64_t)(uintptr_t)&rng);
    long wrong = 0;
    for (int i = 0; i < HAMMER_ROUNDS; i++) {
        uint64_t key = 1 + rng_below(&rng, HAMMER_KEYS);
        TableEntry entry = table_probe(table, key);
        if (entry.bound != BOUND_NONE)
            wrong += entry.score != (int)key * 100 || entry.move != key;
        table_store(
            table, key,
            (TableEntry){(int)key * 100, (int)rng_below(&rng, 100), BOUND_EXACT, (TableMove)key});
    }
    return (void *)(intptr_t)wrong;
}

START_TEST(test_many_threads) {
    Table table = table_of(0);
    pthread_t threads[HAMMER_THREADS];
    for (int i = 0; i < HAMMER_THREADS; i++)
        ck_assert_int_eq(pthread_create(&threads[i], NULL, hammer, &table), 0);
    for (int i = 0; i < HAMMER_THREADS; i++) {
        void *wrong;
        ck_assert_int_eq(pthread_join(threads[i], &wrong), 0);
        ck_assert_ptr_null(wrong);
    }
    table_done(&table);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("table");
    TCase *tcase = tcase_create("table");
    tcase_add_test(tcase, test_size);
    tcase_add_test(tcase, test_no_memory);
    tcase_add_test(tcase, test_round_trip);
    tcase_add_test(tcase, test_clear);
    tcase_add_test(tcase, test_move_is_kept);
    tcase_add_test(tcase, test_torn_entry);
    tcase_add_test(tcase, test_replacement);
    tcase_add_test(tcase, test_permille);
    tcase_add_test(tcase, test_proven_scores_move_with_ply);
    tcase_add_test(tcase, test_many_threads);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
