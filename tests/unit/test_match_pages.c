/* SPDX-License-Identifier: MIT */
#include "bench/match/match_report.h"
#include "engine/notation/pdn_read.h"
#include "tests/unit/markup.h"
#include "tests/unit/match_report_fixture.h"

#include <math.h>

/* ---- PDN. */

static void expect_tag(const PdnGame *read, const char *name, const char *value) {
    const char *found = pdn_game_get_tag(read, name);
    ck_assert_msg(found != NULL, "no tag %s", name);
    ck_assert_str_eq(found, value);
}

static void expect_game(const PdnGame *read, int number) {
    char round[16];
    match_make_game(number);
    snprintf(round, sizeof round, "%d.%d", number / 2 + 1, number % 2 + 1);
    ck_assert(read->playable);
    ck_assert_int_eq(record_plies(&read->record), record_plies(&game.record));
    ck_assert(position_equals(record_current(&read->record), record_current(&game.record)));
    ck_assert_int_eq(read->outcome, game.outcome);
    expect_tag(read, "Round", round);
    expect_tag(read, number % 2 ? "Black" : "White", "huff");
    expect_tag(read, number % 2 ? "White" : "Black",
               "<script>alert(\"1\")</script> {} \\ & Zo\xc3\xab");
    expect_tag(read, "Ballot", game.ballot);
    expect_tag(read, number % 2 ? "WhiteLimits" : "BlackLimits", "nodes=50");
    expect_tag(read, number % 2 ? "BlackTimeControl" : "WhiteTimeControl", "20/30+0.5");
}

/* 30 seconds for every 20 moves, half a second before each. */
static void expect_clocks(const PdnGame *read) {
    Color timed = game.number % 2 ? COLOR_BLACK : COLOR_WHITE;
    double left = 30;
    for (int i = 0; i < read->main_count; i++) {
        ck_assert_int_eq(read->plies[i].spent, lround(game.plies[i].seconds * 1000));
        if (i % 2 != (int)timed) {
            ck_assert_int_eq(read->plies[i].clock[color_other(timed)], PDN_CLOCK_NONE);
            continue;
        }
        left += 0.5 - game.plies[i].seconds + (i / 2 % 20 == 19 ? 30 : 0);
        ck_assert_int_le(labs(read->plies[i].clock[timed] - lround(left * 1000)), 1);
    }
}

START_TEST(pdn_is_read_back) {
    MatchReportOptions options = {.event = match_bad_name, .date = "2026.11.30"};
    Error error = {""};
    match_setup();
    match_write_ledger(GAMES, 2);
    ck_assert_msg(match_report_write_pdn(match_path("l"), match_path("p"), &options, &error) == 0,
                  "%s", error.text);
    FILE *file = fopen(match_path("p"), "r");
    ck_assert_ptr_nonnull(file);
    PdnReadOptions how = {.rules = rules_get(VARIANT_ENGLISH)};
    PdnReader *reader = pdn_reader_new(pdn_source_file(file), &how, &error);
    const PdnGame *read;
    int status, number = 0;
    while ((status = pdn_reader_next(reader, &read, &error)) > 0) {
        expect_game(read, number++);
        expect_clocks(read);
        expect_tag(read, "Event", match_bad_name);
        expect_tag(read, "Date", "2026.11.30");
        for (int i = 0; i < read->finding_count; i++)
            ck_assert_msg(read->findings[i].kind == PDN_FINDING_ENCODING, "game %d: %s", number,
                          read->findings[i].message);
        if (number == 6)
            ck_assert_int_eq(strncmp(pdn_game_get_tag(read, "Termination"),
                                     "crash by Black: said \"<b>no</b> }{ %s\"", 38),
                             0);
    }
    ck_assert_msg(status == 0, "%s", error.text);
    ck_assert_int_eq(number, GAMES);
    pdn_reader_free(reader);
    fclose(file);
    match_teardown();
}
END_TEST

START_TEST(pdn_comments) {
    MatchReportOptions options = {0};
    char expected[100];
    match_setup();
    match_write_ledger(1, 2);
    ck_assert_int_eq(match_report_write_pdn(match_path("l"), match_path("p"), &options, NULL),
                     STATUS_OK);
    match_make_game(0);
    snprintf(expected, sizeof expected, "{%+.2f/%d %d [%%emt 0:00:00.%03d] [%%clk 0:00:30.%03d]}",
             game.plies[0].score / 100.0, game.plies[0].depth, (int)game.plies[0].nodes,
             (int)lround(game.plies[0].seconds * 1000),
             (int)lround((0.5 - game.plies[0].seconds) * 1000));
    match_expect_part(match_read_file(match_path("p")), expected);
    match_teardown();
}
END_TEST

/* ---- The page. */

START_TEST(page_is_sound) {
    static const MatchSprt sprt = {0, 10, 0.05, 0.05, 1};
    match_setup();
    for (int engines = 2; engines <= 4; engines += 2) {
        MatchReportOptions options = {.sprt = &sprt, .event = match_bad_name};
        Error error = {""};
        match_write_ledger(GAMES, engines);
        ck_assert_msg(match_report_write_html(match_path("l"), match_path("h"), &options, &error) ==
                          0,
                      "%s", error.text);
        const char *page = match_read_file(match_path("h"));
        markup_expect_balanced(page);
        ck_assert_int_eq(markup_count(page, "<article "), GAMES);
        ck_assert_int_eq(markup_count(page, "<article class=\"game fault\""), 2);
        ck_assert_ptr_null(strstr(page, "http://www.w3.org/1999"));
        ck_assert_int_eq(markup_count(page, "http"),
                         markup_count(page, "http://www.w3.org/2000/svg") + 1); /* http-equiv */
        ck_assert_int_eq(markup_count(page, "url("), 0);
        ck_assert_int_eq(markup_count(page, "@import"), 0);
        match_expect_part(page, "&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;");
        match_expect_part(
            page, "crash by Black: said &quot;&lt;b&gt;no&lt;/b&gt; }{ %s&quot; \xef\xbf\xbd");
        match_expect_part(page, "<p><b>White won</b>, <span class=\"bad\">crash by Black: said");
        match_expect_part(page, "ballot 9-13 &lt;i&gt;&quot;%d&quot;");
        ck_assert_int_eq(markup_count(page, "class=\"bound\""), 2);
        ck_assert_int_eq(markup_count(page, "Cross-table"), engines > 2);
        /* Faults come before decided games, and draws last. */
        ck_assert(strstr(page, "Games with faults") < strstr(page, "Decided games"));
        ck_assert(strstr(page, "Decided games") < strstr(page, "Drawn games"));
    }
    match_teardown();
}
END_TEST

START_TEST(page_with_some_games) {
    MatchReportOptions options = {.games = 3};
    match_setup();
    match_write_ledger(GAMES, 2);
    ck_assert_int_eq(match_report_write_html(match_path("l"), match_path("h"), &options, NULL), 0);
    const char *page = match_read_file(match_path("h"));
    markup_expect_balanced(page);
    ck_assert_int_eq(markup_count(page, "<article "), 3);
    ck_assert_int_eq(markup_count(page, "<article class=\"game fault\""), 2);
    match_expect_part(page, "The first 1 of ");
    match_expect_part(page, "The first 0 of ");
    ck_assert_int_eq(markup_count(page, "Log-likelihood ratio"), 0);
    options.games = -1;
    ck_assert_int_eq(match_report_write_html(match_path("l"), match_path("h"), &options, NULL), 0);
    ck_assert_int_eq(markup_count(match_read_file(match_path("h")), "<article "), 0);
    match_write_ledger(0, 2);
    options.games = 0;
    ck_assert_int_eq(match_report_write_html(match_path("l"), match_path("h"), &options, NULL), 0);
    markup_expect_balanced(match_read_file(match_path("h")));
    match_teardown();
}
END_TEST

/* A curve has a limited number of points and still begins and ends with the match; so has the
 * picture of a long game. */
START_TEST(long_curves_are_thinned) {
    enum {
        MANY = 2001
    };
    MatchReportOptions options = {.games = 1};
    LedgerHead head = {0};
    Ledger *ledger;
    match_setup();
    ck_assert_int_eq(ledger_head_add(&head, "variant", "international", NULL), STATUS_OK);
    ck_assert_int_eq(ledger_head_add(&head, "engine", "self", NULL), STATUS_OK);
    ck_assert_int_eq(ledger_head_add(&head, "engine", "self", NULL), STATUS_OK);
    ck_assert_int_eq(ledger_open(match_path("l"), &head, rules_get(VARIANT_INTERNATIONAL), NULL,
                                 NULL, &ledger, NULL),
                     STATUS_OK);
    for (int i = 0; i < MANY; i++) {
        match_games_play(&game, i, 1, 2);
        ck_assert_int_eq(ledger_add(ledger, &game, NULL), STATUS_OK);
    }
    ck_assert_int_eq(ledger_close(ledger, NULL), STATUS_OK);
    ledger_head_done(&head);
    ck_assert_int_eq(match_report_write_html(match_path("l"), match_path("h"), &options, NULL), 0);
    const char *page = match_read_file(match_path("h"));
    const char *line = strstr(page, "<polyline class=\"line e0\" points=\"");
    ck_assert_ptr_nonnull(line);
    size_t length = strcspn(line, ">"), points = 0;
    for (size_t i = 0; i < length; i++)
        points += line[i] == ',';
    ck_assert_uint_ge(points, 200);
    ck_assert_uint_le(points, 401);
    ck_assert_int_eq(strncmp(line + length - 12, "450.0,91.0\"/", 12), 0);
    match_expect_part(page, "points=\"50.2,91.0 ");
    match_teardown();
}
END_TEST

int main(void) {
    Suite *suite = suite_create("match_pages");
    TCase *tests = tcase_create("match_pages");
    tcase_add_test(tests, pdn_is_read_back);
    tcase_add_test(tests, pdn_comments);
    tcase_add_test(tests, page_is_sound);
    tcase_add_test(tests, page_with_some_games);
    tcase_add_test(tests, long_curves_are_thinned);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
