/* SPDX-License-Identifier: MIT
 *
 * The life of a search: configuration, stop and ponder at any moment, several at once. */
#include "engine/base/rng.h"
#include "tests/unit/search_fixture.h"

#include <time.h>

START_TEST(test_bad_requests) {
    static const SearchConfig bad[] = {
        {.threads = 0, .table_mib = 1, .eval = EVAL_FULL},
        {.threads = -1, .table_mib = 1, .eval = EVAL_FULL},
        {.threads = 100000, .table_mib = 1, .eval = EVAL_FULL},
        {.threads = 1, .table_mib = -1, .eval = EVAL_FULL},
        {.threads = 1, .table_mib = SEARCH_TABLE_MIB_MAX + 1, .eval = EVAL_FULL},
        {.threads = 1, .table_mib = 1, .eval = EVAL_KIND_COUNT},
    };
    Search *search = search_of(2, 0);
    Error error;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        Search *none = NULL;
        ck_assert_int_eq(search_new(&bad[i], &none, &error), STATUS_RANGE);
        ck_assert_ptr_null(none);
        ck_assert_int_eq(search_configure(search, &bad[i], &error), STATUS_RANGE);
    }
    GameRecord record = search_case_record_fen("international", "start");
    static const SearchLimits bad_limits[] = {
        {.has_depth = true, .depth = 0},
        {.has_depth = true, .depth = SEARCH_DEPTH_MAX + 1},
        {.has_clock = true, .clock_time = 1, .has_moves = true, .moves_to_control = 0},
    };
    for (size_t i = 0; i < sizeof bad_limits / sizeof *bad_limits; i++)
        ck_assert_int_eq(search_start(search, &record, &bad_limits[i], SEARCH_THINK, NULL, &error),
                         STATUS_RANGE);
    seen_think(search, &record, search_depth_limit(3));
    record_done(&record);
    search_free(search);
    search_free(NULL);
}
END_TEST

START_TEST(test_configure) {
    GameRecord record = search_case_record_fen("international", "start");
    Search *search = search_of(1, 0);
    static const SearchConfig configs[] = {{.threads = 4, .table_mib = 0, .eval = EVAL_FULL},
                                           {.threads = 2, .table_mib = 3, .eval = EVAL_MATERIAL},
                                           {.threads = 3, .table_mib = 3, .eval = EVAL_FULL},
                                           {.threads = 1, .table_mib = 0, .eval = EVAL_FULL}};
    uint64_t nodes[EVAL_KIND_COUNT] = {0};
    for (size_t i = 0; i < sizeof configs / sizeof *configs; i++) {
        ck_assert_int_eq(search_configure(search, &configs[i], NULL), STATUS_OK);
        seen_think(search, &record, search_depth_limit(5));
    }
    for (EvalKind kind = 0; kind < EVAL_KIND_COUNT; kind++) {
        SearchConfig config = {.threads = 1, .table_mib = 1, .eval = kind};
        ck_assert_int_eq(search_configure(search, &config, NULL), STATUS_OK);
        ck_assert_int_eq(search_clear(search, NULL), STATUS_OK);
        nodes[kind] = seen_think(search, &record, search_depth_limit(8)).result.nodes;
    }
    ck_assert_uint_ne(nodes[EVAL_FULL], nodes[EVAL_MATERIAL]);
    record_done(&record);
    search_free(search);
}
END_TEST

START_TEST(test_busy) {
    GameRecord record = search_case_record_fen("international", "start");
    Search *search = search_of(1, 1);
    SearchConfig config = {.threads = 1, .table_mib = 1, .eval = EVAL_FULL};
    SearchLimits none = {0};
    Seen seen;
    seen_start(search, &record, &none, SEARCH_ANALYSE, &seen);
    ck_assert(search_is_running(search));
    ck_assert_int_eq(search_start(search, &record, &none, SEARCH_THINK, NULL, NULL), STATUS_STATE);
    ck_assert_int_eq(search_configure(search, &config, NULL), STATUS_STATE);
    ck_assert_int_eq(search_clear(search, NULL), STATUS_STATE);
    search_ponder_hit(search);
    search_stop(search);
    search_stop(search);
    search_wait(search);
    seen_check(&record, &seen);
    search_wait(search);
    ck_assert_int_eq(search_configure(search, &config, NULL), STATUS_OK);
    /* A search still on its way is stopped by search_free, and answers. */
    seen_start(search, &record, &none, SEARCH_ANALYSE, &seen);
    search_free(search);
    seen_check(&record, &seen);
    record_done(&record);
}
END_TEST

START_TEST(test_stale_stop) {
    GameRecord record = search_case_record_fen("international", "start");
    Search *search = search_of(1, 1);
    search_stop(search);
    search_ponder_hit(search);
    ck_assert_int_eq(seen_think(search, &record, search_depth_limit(6)).result.depth, 6);
    search_stop(search);
    ck_assert_int_eq(seen_think(search, &record, search_depth_limit(6)).result.depth, 6);
    record_done(&record);
    search_free(search);
}
END_TEST

START_TEST(test_no_move) {
    static const char *const roots[] = {"W:W36:B31,27", "B:W31:B", "W:W:BK1"};
    Search *search = search_of(2, 1);
    for (size_t i = 0; i < sizeof roots / sizeof *roots; i++) {
        GameRecord record = search_case_record_fen("international", roots[i]);
        Seen seen =
            seen_think(search, &record, (SearchLimits){.has_clock = true, .clock_time = 10});
        ck_assert_int_eq(seen.result.score, score_loss_in(0));
        record_done(&record);
    }
    search_free(search);
}
END_TEST

START_TEST(test_no_events) {
    GameRecord record = search_case_record_fen("international", "start");
    Search *search = search_of(2, 0);
    SearchLimits limits = search_depth_limit(4);
    ck_assert_int_eq(search_start(search, &record, &limits, SEARCH_THINK, NULL, NULL), STATUS_OK);
    search_wait(search);
    record_done(&record);
    search_free(search);
}
END_TEST

static void sleep_ms(long ms) {
    struct timespec time = {0, ms * 1000000};
    nanosleep(&time, NULL);
}

START_TEST(test_ponder_withholds) {
    /* Whatever ends the thinking, the answer waits for the hit or the stop. */
    static const char *const roots[] = {"start", "W:W31,48:B27,9,3", "W:W36:B31,27"};
    static const SearchLimits limits[] = {
        {.has_depth = true, .depth = 2},
        {.has_nodes = true, .nodes = 10},
        {.has_move_time = true, .move_time = 0.001},
    };
    Search *search = search_of(2, 1);
    for (size_t i = 0; i < sizeof roots / sizeof *roots; i++)
        for (size_t j = 0; j < sizeof limits / sizeof *limits; j++)
            for (int hit = 0; hit < 2; hit++) {
                GameRecord record = search_case_record_fen("international", roots[i]);
                Seen seen;
                seen_start(search, &record, &limits[j], SEARCH_PONDER, &seen);
                sleep_ms(5);
                ck_assert(search_is_running(search));
                if (hit)
                    search_ponder_hit(search);
                else
                    search_stop(search);
                search_wait(search);
                seen_check(&record, &seen);
                record_done(&record);
            }
    search_free(search);
}
END_TEST

START_TEST(test_races) {
    enum {
        ROUNDS = 200
    };
    Search *search = search_of(3, 1);
    GameRecord record = search_case_record_fen("international", "start");
    Rng rng;
    rng_init(&rng, 5);
    for (int i = 0; i < ROUNDS; i++) {
        SearchLimits limits = {.has_move_time = i % 3 > 0, .move_time = 0.001};
        SearchMode mode = i % 4 == 0 ? SEARCH_ANALYSE : SEARCH_PONDER;
        Seen seen;
        seen_start(search, &record, &limits, mode, &seen);
        sleep_ms((long)rng_below(&rng, 4));
        if (rng_below(&rng, 2))
            search_ponder_hit(search);
        if (rng_below(&rng, 2) || mode == SEARCH_ANALYSE || !limits.has_move_time)
            search_stop(search);
        search_ponder_hit(search);
        search_wait(search);
        search_stop(search);
        search_ponder_hit(search);
        seen_check(&record, &seen);
        ck_assert_int_eq(record_push(&record, seen.result.best, NULL), STATUS_OK);
        if (record_outcome(&record, NULL) != OUTCOME_NONE) {
            Position first = record.entries[0].position;
            record_restart(&record, &first);
        }
    }
    record_done(&record);
    search_free(search);
}
END_TEST

START_TEST(test_two_at_once) {
    GameRecord one = search_case_record_fen("international", "start");
    GameRecord two = search_case_record_fen("english", "start");
    Search *first = search_of(1, 1), *second = search_of(1, 1);
    uint64_t alone_one = seen_think(first, &one, search_depth_limit(9)).result.nodes;
    uint64_t alone_two = seen_think(second, &two, search_depth_limit(9)).result.nodes;
    ck_assert_int_eq(search_clear(first, NULL), STATUS_OK);
    ck_assert_int_eq(search_clear(second, NULL), STATUS_OK);
    SearchLimits limits = search_depth_limit(9);
    Seen seen_one, seen_two;
    seen_start(first, &one, &limits, SEARCH_THINK, &seen_one);
    seen_start(second, &two, &limits, SEARCH_THINK, &seen_two);
    search_wait(first);
    search_wait(second);
    seen_check(&one, &seen_one);
    seen_check(&two, &seen_two);
    ck_assert_uint_eq(seen_one.result.nodes, alone_one);
    ck_assert_uint_eq(seen_two.result.nodes, alone_two);
    search_free(first);
    search_free(second);
    record_done(&one);
    record_done(&two);
}
END_TEST

START_TEST(test_tiny_table) {
    GameRecord record = search_case_record_fen("international", "start");
    Search *search = search_of(1, 0);
    ck_assert_int_eq(seen_think(search, &record, search_depth_limit(8)).result.depth, 8);
    record_done(&record);
    search_free(search);
}
END_TEST

int main(void) {
    const TTest *const life[] = {
        test_bad_requests, test_configure,        test_busy,  test_stale_stop,  test_no_move,
        test_no_events,    test_ponder_withholds, test_races, test_two_at_once, test_tiny_table};
    Suite *suite = suite_create("search_life");
    suite_add_tcase(suite, search_case_tests("life", life, sizeof life / sizeof *life));
    return suite_run(suite);
}
