/* SPDX-License-Identifier: MIT
 *
 * Collections of games: choosing, finding doubles, counting. */
#include "book/collection/doubles.h"
#include "book/collection/filter.h"
#include "book/collection/statistics.h"
#include "engine/base/text_buffer.h"
#include "tests/unit/pdn_fixture.h"
#include "tests/unit/suite.h"

#include <limits.h>

#define ENDING "[FEN \"W:WK28,K33:BK45\"]\n"

static const char collection[] =
    "[Event \"Club 1\"]\n[White \"Anna Bos\"]\n[Black \"Carl\"]\n1. 32-28 19-23 2. 28x19 14x23 "
    "2-0\n\n"
    "[Event \"Club 2\"]\n[White \"Carl\"]\n[Black \"Dora\"]\n1. 32-28 18-23 1-1\n\n"
    "[Event \"Cup\"]\n[White \"Dora\"]\n[Black \"anna bos\"]\n1. 33-29 0-2\n\n"
    "[GameType \"21\"]\n1. 11-15 1-0\n\n" ENDING "1. 28-6 *\n\n[GameType \"199\"]\n1. x1 0-0\n";

/* Numbers of the games that are wanted, as digits. */
static void expect_wanted(const GamesFilter *filter, const char *due) {
    PdnFixture fixture;
    char found[20] = "";
    size_t count = 0;
    pdn_fixture_init(&fixture, collection);
    while (pdn_fixture_next(&fixture))
        if (games_filter_wants(filter, fixture.game))
            found[count++] = (char)('0' + fixture.game->index);
    ck_assert_msg(!strcmp(found, due), "%s is due, not %s", due, found);
    pdn_fixture_done(&fixture);
}

START_TEST(games_are_chosen) {
    const GamesFilter all = {.plies_max = INT_MAX};
    GamesFilter filter = all;
    expect_wanted(&filter, "123456");
    filter.player = "ANNA";
    expect_wanted(&filter, "13");
    filter.black = "anna";
    expect_wanted(&filter, "3");
    filter = all;
    filter.white = "carl";
    expect_wanted(&filter, "2");
    filter = all;
    filter.plies_min = 1;
    filter.plies_max = 2;
    expect_wanted(&filter, "2345");
    filter = all;
    filter.rules = rules_get(VARIANT_ENGLISH);
    expect_wanted(&filter, "4");
}
END_TEST

START_TEST(words_are_understood) {
    static const struct {
        const char *result, *wanted;
    } results[] = {{"white", "1"}, {"draw", "2"}, {"black", "34"}, {"open", "5"}, {"lost", "6"}};
    const Rules *rules = rules_get(VARIANT_INTERNATIONAL);
    Error error;
    for (size_t i = 0; i < sizeof results / sizeof *results; i++) {
        GamesFilter filter = {.plies_max = INT_MAX};
        ck_assert_int_eq(games_filter_read_result(&filter, results[i].result, &error), STATUS_OK);
        expect_wanted(&filter, results[i].wanted);
    }
    GamesFilter filter = {.plies_max = INT_MAX};
    ck_assert_int_eq(games_filter_read_opening(&filter, rules, "1. 32-28, 18-23", &error),
                     STATUS_OK);
    expect_wanted(&filter, "2");
    filter = (GamesFilter){.plies_max = INT_MAX};
    ck_assert_int_eq(games_filter_read_opening(&filter, rules, "1.32-28", &error), STATUS_OK);
    expect_wanted(&filter, "12");
    filter = (GamesFilter){.plies_max = INT_MAX};
    ck_assert_int_eq(games_filter_read_tag(&filter, "Event=club", &error), STATUS_OK);
    expect_wanted(&filter, "12");
    filter = (GamesFilter){.plies_max = INT_MAX};
    ck_assert_int_eq(games_filter_read_material(&filter, "1K v 2k", &error), STATUS_OK);
    expect_wanted(&filter, "5");
    filter = (GamesFilter){.plies_max = INT_MAX};
    ck_assert_int_eq(games_filter_read_material(&filter, "19m v 19m", &error), STATUS_OK);
    expect_wanted(&filter, "1");
    filter.ending = true;
    expect_wanted(&filter, "1");
    ck_assert_int_eq(games_filter_read_material(&filter, "20m v 19m", &error), STATUS_OK);
    expect_wanted(&filter, "");
    filter.ending = false;
    expect_wanted(&filter, "1");
}
END_TEST

START_TEST(wrong_words_are_refused) {
    GamesFilter filter = {.plies_max = INT_MAX};
    const Rules *rules = rules_get(VARIANT_INTERNATIONAL);
    static const char *const materials[] = {"",        "2k",        "2k v", "v 1k",
                                            "2k v 1x", "2k v 1k 1", "k v k"};
    for (size_t i = 0; i < sizeof materials / sizeof *materials; i++)
        ck_assert_int_eq(games_filter_read_material(&filter, materials[i], NULL), STATUS_SYNTAX);
    ck_assert_int_eq(games_filter_read_result(&filter, "won", NULL), STATUS_UNKNOWN);
    ck_assert_int_eq(games_filter_read_opening(&filter, rules, "32-27 1-2", NULL), STATUS_ILLEGAL);
    ck_assert_int_eq(games_filter_read_tag(&filter, "Event", NULL), STATUS_SYNTAX);
    ck_assert_int_eq(games_filter_read_tag(&filter, "=x", NULL), STATUS_SYNTAX);
}
END_TEST

/* For each game the number of the one that it repeats, as digits. */
static void expect_doubles(bool turned, const char *text, const char *due) {
    PdnFixture fixture;
    GamesDoubles doubles = {.turned = turned};
    char found[20] = "";
    size_t count = 0;
    pdn_fixture_init(&fixture, text);
    while (pdn_fixture_next(&fixture)) {
        uint64_t before;
        ck_assert_int_eq(games_doubles_add(&doubles, fixture.game, count + 1, &before, NULL),
                         STATUS_OK);
        found[count++] = (char)('0' + before);
    }
    ck_assert_str_eq(found, due);
    games_doubles_done(&doubles);
    pdn_fixture_done(&fixture);
}

START_TEST(doubles_are_found) {
    static const char text[] =
        "[Event \"a\"]\n1. 32-28 19-23 2-0\n\n[Event \"b\"]\n1. 32-28 {x} (1. 31-26) 19-23 1-1\n\n"
        "1. 32-28 19-24 *\n\n"
        "[FEN \"B:W31-50:B1-20\"]\n1... 19-23 32-28 0-2\n\n"
        "[GameType \"26\"]\n1. c3-d4 *\n\n[GameType \"25\"]\n1. c3-d4 *\n\n"
        "[Event \"c\"] *\n\n[Event \"c\"] *\n\n[Event \"d\"] *\n\n";
    expect_doubles(false, text, "010000070");
    expect_doubles(true, text, "010100070");
    expect_doubles(false, "1. 32-28 1-2 *\n\n1. 32-28 1-3 *\n\n1. 32-28 1-2 *\n\n1. 32-28 *",
                   "0010");
    expect_doubles(false,
                   "[GameType \"199\"] 1. a1 1-2 *\n\n[GameType \"198\"] 1. a1 1-2 *\n\n"
                   "[GameType \"199\"] 1. a1 1-2 *\n",
                   "001");
}
END_TEST

START_TEST(many_games_are_kept_apart) {
    GamesDoubles doubles = {.turned = false};
    TextBuffer text = {0};
    PdnFixture fixture;
    for (int i = 0; i < 5000; i++)
        text_buffer_printf(&text, "[FEN \"W:W31:B%d\"]\n[Event \"%d\"]\n*\n", i % 45 + 1, i % 2500);
    pdn_fixture_init(&fixture, text_buffer_get(&text));
    for (uint64_t i = 1, before; pdn_fixture_next(&fixture); i++) {
        ck_assert_int_eq(games_doubles_add(&doubles, fixture.game, i, &before, NULL), STATUS_OK);
        ck_assert_uint_eq(before, 0); /* 2500 is no multiple of 45 */
    }
    ck_assert_uint_eq(doubles.count, 5000);
    games_doubles_done(&doubles);
    pdn_fixture_done(&fixture);
    text_buffer_done(&text);
}
END_TEST

static const GamesRow *find_row(const GamesTable *table, const char *name) {
    for (size_t i = 0; i < table->count; i++)
        if (!strcmp(table->rows[i].name, name))
            return &table->rows[i];
    ck_abort_msg("no row %s", name);
}

static void expect_row(const GamesTable *table, const char *name, uint64_t a, uint64_t b,
                       uint64_t c, uint64_t d) {
    const uint64_t *counts = find_row(table, name)->counts;
    ck_assert_msg(counts[0] == a && counts[1] == b && counts[2] == c && counts[3] == d, "%s", name);
}

START_TEST(games_are_counted) {
    static GamesStatistics statistics;
    PdnFixture fixture;
    pdn_fixture_init(&fixture, collection);
    while (pdn_fixture_next(&fixture))
        ck_assert_int_eq(games_statistics_add(&statistics, fixture.game, 1, NULL), STATUS_OK);
    pdn_fixture_done(&fixture);
    ck_assert_uint_eq(statistics.games, 6);
    ck_assert_uint_eq(statistics.plies, 9);
    ck_assert_uint_eq(statistics.unplayable, 1);
    ck_assert_uint_eq(statistics.set_up, 1);
    ck_assert_int_eq(statistics.shortest, 0);
    ck_assert_int_eq(statistics.longest, 4);
    ck_assert_int_eq(games_statistics_median(&statistics), 1);
    expect_row(&statistics.variants, "international", 1, 1, 1, 1);
    expect_row(&statistics.variants, "unknown", 0, 0, 0, 1);
    expect_row(&statistics.players, "Carl", 0, 1, 1, 0);
    expect_row(&statistics.players, "Dora", 0, 1, 1, 0);
    expect_row(&statistics.openings, "international: 32-28", 1, 1, 0, 0);
    expect_row(&statistics.openings, "english: 11-15", 0, 0, 1, 0);
    games_table_sort(&statistics.openings);
    ck_assert_str_eq(statistics.openings.rows[0].name, "international: 32-28");
    games_statistics_done(&statistics);
}
END_TEST

START_TEST(tables_hold_many_names) {
    GamesTable table = {0};
    char name[20];
    for (int i = 0; i < 3000; i++) {
        snprintf(name, sizeof name, "name %d", i % 1000);
        GamesRow *row = games_table_get(&table, name, NULL);
        ck_assert_ptr_nonnull(row);
        row->counts[i % GAMES_COLUMNS]++;
    }
    ck_assert_uint_eq(table.count, 1000);
    for (size_t i = 0; i < table.count; i++) {
        ck_assert_uint_eq(games_row_sum(&table.rows[i]), 3);
        ck_assert_uint_eq(games_table_find(&table, table.rows[i].name), i);
    }
    games_table_done(&table);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("games");
    TCase *tests = tcase_create("games");
    tcase_add_test(tests, games_are_chosen);
    tcase_add_test(tests, words_are_understood);
    tcase_add_test(tests, wrong_words_are_refused);
    tcase_add_test(tests, doubles_are_found);
    tcase_add_test(tests, many_games_are_kept_apart);
    tcase_add_test(tests, games_are_counted);
    tcase_add_test(tests, tables_hold_many_names);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
