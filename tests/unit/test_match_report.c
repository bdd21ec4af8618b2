/* SPDX-License-Identifier: MIT */
#include "bench/match/match_names.h"
#include "bench/match/match_report.h"
#include "tests/unit/markup.h"
#include "tests/unit/match_report_fixture.h"

#include <math.h>

static const char *report(const MatchReportOptions *options, bool json) {
    Error error = {""};
    text_buffer_clear(&text);
    ck_assert_msg(match_report_read(match_path("l"), options, json, &text, &error) == STATUS_OK,
                  "%s", error.text);
    return text_buffer_get(&text);
}

static void expect_columns(const char *all, int columns) {
    while (*all) {
        int length = 0;
        const char *line = all;
        for (; *all && *all != '\n'; all++) {
            ck_assert_msg((unsigned char)*all >= ' ', "a control character");
            length += ((unsigned char)*all & 0xc0) != 0x80;
        }
        ck_assert_msg(length <= columns, "%d columns: %.*s", length, (int)(all - line), line);
        all += *all == '\n';
    }
}

/* ---- Text. */

START_TEST(text_for_two) {
    static const MatchSprt sprt = {0, 10, 0.05, 0.05, 1};
    MatchReportOptions options = {.sprt = &sprt, .ballots = true};
    match_setup();
    match_write_ledger(GAMES, 2);
    const char *all = report(&options, false);
    expect_columns(all, MATCH_REPORT_COLUMNS);
    match_expect_part(all,
                      "huff against <script>alert(\"1\")</script> {} \\ & Zo\xc3\xab\n  result  +");
    match_expect_part(all, " of 24 points (");
    match_expect_part(all, "\n  pairs   12;  0: ");
    match_expect_part(all, "\n  SPRT    LLR ");
    match_expect_part(all, " (-2.94, +2.94), nElo 0 against 10: not decided\n");
    match_expect_part(all, "6 table");
    match_expect_part(all, "\nfaults of huff: 1 crash, 1 no start\n");
    match_expect_part(all, "; adjudicated: ");
    match_expect_part(all, "\nnot adjudicated, for a check: 1; ended as the tables said: 1\n");
    match_expect_part(all, "\nballots that decided pairs  White won");
    options = (MatchReportOptions){0};
    ck_assert_ptr_null(strstr(report(&options, false), "SPRT"));
    ck_assert_ptr_null(strstr(text_buffer_get(&text), "ballots that"));
    match_teardown();
}
END_TEST

START_TEST(text_for_more) {
    MatchReportOptions options = {0};
    match_setup();
    match_write_ledger(GAMES, 4);
    const char *all = report(&options, false);
    expect_columns(all, MATCH_REPORT_COLUMNS);
    match_expect_part(
        all, "  # engine            points/games    Elo   +-95 %      1      2      3      4");
    match_expect_part(all, "huff #3");
    match_expect_part(all, "\nkr                ");
    match_expect_part(
        all, "\npairings                       games  won drawn lost  pairs 0 1/2 1 3/2 2");
    ck_assert_ptr_null(strstr(all, " against "));
    match_teardown();
}
END_TEST

/* All of it by heart: nothing is measured, three games. */
START_TEST(a_small_match_in_full) {
    static const char *const names[] = {"new", "old\tone"};
    MatchTally tally;
    match_setup();
    ck_assert_int_eq(match_tally_init(&tally, 2, NULL), STATUS_OK);
    for (int i = 0; i < 3; i++) {
        Position start = game.record.entries[0].position;
        match_game_restart(&game, &start);
        game.number = i;
        game.white = i % 2;
        game.black = 1 - i % 2;
        game.outcome = i == 0 ? OUTCOME_WHITE_WINS : OUTCOME_DRAW;
        game.end = i == 0 ? END_HANG : END_REPETITION;
        game.guilty = COLOR_BLACK;
        strcpy(game.ballot, "x");
        ck_assert_int_eq(match_tally_add(&tally, &game, NULL), STATUS_OK);
    }
    MatchReportView view = {.tally = &tally, .names = names};
    ck_assert_int_eq(match_report_write_text(&view, &text, NULL), STATUS_OK);
    const char *all = text_buffer_get(&text);
    match_expect_part(all, "new against old?one\n"
                           "  result  +1 =2 -0, 2 of 3 points (66.7 %)\n"
                           "  White   +1 =1 -0    Black   +0 =1 -0\n"
                           "  pairs   1;  0: 0  1/2: 0  1: 0 (0 two draws)  1 1/2: 1  2: 0\n");
    match_expect_part(all,
                      "  draws   66.7 % of games; yield 100.0 % of pairs, not two draws 100.0 %\n"
                      "\n"
                      "engine     moves     time   s/move  slowest  nodes/move  depth  faults\n"
                      "new            0        -        -        -           -      -       0\n"
                      "old?one        0        -        -        -           -      -       1\n"
                      "\n"
                      "ends: 2 repetition, 1 hang\n"
                      "length: 0.0 plies on average, 0 at most; adjudicated: 0.0 %\n"
                      "faults of old?one: 1 hang\n");
    text_buffer_clear(&text);
    ck_assert_int_eq(match_report_write_live(&view, 10, 3661, 3, &text, NULL), STATUS_OK);
    match_expect_part(text_buffer_get(&text),
                      "3 of 10 games, 1 pairs, 1:01:01, about 2:22:22 to go, 1 faults\n"
                      "new - old?one  +1 =2 -0  66.7 %\nElo ");
    expect_columns(text_buffer_get(&text), MATCH_REPORT_LIVE_COLUMNS);
    match_tally_done(&tally);
    match_teardown();
}
END_TEST

START_TEST(live_tables) {
    static const MatchSprt sprt = {-500, 500, 0.001, 0.001, 1};
    static const char long_name[] = "a name that is as long as names can be, 48 signs";
    const char *names[20];
    match_setup();
    for (int engines = 2; engines <= 20; engines += 9) {
        MatchTally tally;
        ck_assert_int_eq(match_tally_init(&tally, engines, NULL), STATUS_OK);
        for (int i = 0; i < GAMES; i++) {
            match_make_game(i);
            ck_assert_int_eq(match_tally_add(&tally, &game, NULL), STATUS_OK);
        }
        for (int i = 0; i < engines; i++)
            names[i] = long_name;
        MatchReportView view = {.tally = &tally, .names = names, .sprt = &sprt};
        text_buffer_clear(&text);
        ck_assert_int_eq(match_report_write_live(&view, 0, 1, 0, &text, NULL), STATUS_OK);
        expect_columns(text_buffer_get(&text), MATCH_REPORT_LIVE_COLUMNS);
        ck_assert_int_le(markup_count(text_buffer_get(&text), "\n"), 14);
        text_buffer_clear(&text);
        ck_assert_int_eq(match_report_write_text(&view, &text, NULL), STATUS_OK);
        expect_columns(text_buffer_get(&text), MATCH_REPORT_COLUMNS);
        match_tally_done(&tally);
    }
    match_teardown();
}
END_TEST

/* ---- JSON. */

static const char *skip_json(const char *at);

static const char *skip_json_string(const char *at) {
    ck_assert_msg(*at == '"', "no string: %.40s", at);
    for (at++; *at != '"'; at++) {
        ck_assert_msg((unsigned char)*at >= ' ', "a string with %d", *at);
        at += *at == '\\';
    }
    return at + 1;
}

/* Members of an object or array up to its end. */
static const char *skip_json_members(const char *at, char end) {
    while (*at != end) {
        if (end == '}') {
            at = skip_json_string(at);
            ck_assert_msg(*at++ == ':', "no colon");
        }
        at = skip_json(at);
        ck_assert_msg(*at == ',' || *at == end, "no comma: %.40s", at);
        at += *at == ',' && at[1] != end;
    }
    return at + 1;
}

static const char *skip_json(const char *at) {
    if (*at == '{')
        return skip_json_members(at + 1, '}');
    if (*at == '[')
        return skip_json_members(at + 1, ']');
    if (*at == '"')
        return skip_json_string(at);
    if (strncmp(at, "null", 4) == 0)
        return at + 4;
    char *end;
    ck_assert_msg(strchr("-0123456789", *at) != NULL, "no value: %.40s", at);
    double number = strtod(at, &end);
    ck_assert(end > at && isfinite(number));
    return end;
}

START_TEST(json) {
    static const MatchSprt sprt = {0, 10, 0.05, 0.05, 1};
    MatchReportOptions options = {.sprt = &sprt};
    match_setup();
    match_write_ledger(GAMES, 2);
    const char *line = report(&options, true);
    ck_assert_str_eq(skip_json(line), "\n");
    ck_assert_ptr_null(strchr(line, '<'));
    static const char *const keys[] = {
        "{\"win\":",
        ",\"draw\":",
        ",\"loss\":",
        ",\"games\":24,\"pairs\":12,",
        ",\"elo\":",
        ",\"nelo\":",
        ",\"nelo_error\":",
        ",\"pentanomial\":[",
        ",\"crashes\":1,",
        ",\"illegal\":0,",
        ",\"time_losses\":0,",
        ",\"no_starts\":1,",
        ",\"exempt\":1,",
        ",\"sprt\":{\"llr\":",
        "\"verdict\":\"continue\"}",
    };
    match_expect_part(line, "\"name\":\"\\u003cscript\\u003ealert(\\\"1\\\")\\u003c/script\\u003e "
                            "{} \\\\ \\u0026 Zo\xc3\xab\"");
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        match_expect_part(line, keys[i]);
    match_write_ledger(GAMES, 4);
    line = report(&options, true);
    ck_assert_str_eq(skip_json(line), "\n");
    match_expect_part(line, ",\"games\":12,\"pairs\":6,");
    match_expect_part(line, ",\"all_games\":24,");
    match_expect_part(line, "{\"first\":2,\"second\":3,");
    match_teardown();
}
END_TEST

/* Nothing is known yet: null, not a number that is none. */
START_TEST(json_without_games) {
    MatchReportOptions options = {0};
    match_setup();
    match_write_ledger(0, 2);
    const char *line = report(&options, true);
    ck_assert_str_eq(skip_json(line), "\n");
    match_expect_part(line, "\"elo\":0,\"elo_error\":null,\"elo_low\":null,\"elo_high\":null,");
    match_expect_part(line, "\"nelo_error\":null,");
    match_expect_part(line, "\"sprt\":null,");
    match_expect_part(line, "\"seconds_mean\":null,");
    expect_columns(report(&options, false), MATCH_REPORT_COLUMNS);
    match_expect_part(text_buffer_get(&text), "+0.0 (95 %: -inf to +inf)");
    match_teardown();
}
END_TEST

/* ---- What goes wrong. */

typedef Status Writer(const char *ledger_path, const char *out_path,
                      const MatchReportOptions *options, Error *error);

static void expect_failure(const char *ledger, const char *out, Status expected) {
    static Writer *const writers[] = {match_report_write_pdn, match_report_write_html};
    MatchReportOptions options = {0};
    for (int i = 0; i < 2; i++) {
        Error error = {""};
        ck_assert_int_eq(writers[i](ledger, out, &options, &error), expected);
        ck_assert_str_ne(error.text, "");
    }
}

START_TEST(failures_leave_what_was_there) {
    match_setup();
    match_write_ledger(4, 2);
    expect_failure(match_path("l"), match_path("l"), STATUS_STATE);
    ck_assert_int_eq(link(match_path("l"), match_path("h")), 0);
    expect_failure(match_path("l"), match_path("h"), STATUS_STATE);
    ck_assert_int_eq(markup_count(match_read_file(match_path("l")), "\n"), 9);
    remove(match_path("h"));
    expect_failure(match_path("none"), match_path("p"), STATUS_IO);
    expect_failure(match_path("l"), match_path("no/such"), STATUS_IO);
    FILE *file = fopen(match_path("p"), "w");
    fputs("old", file);
    fclose(file);
    file = fopen(match_path("l"), "r+");
    fseek(file, -40, SEEK_END);
    fputc('#', file);
    fclose(file);
    expect_failure(match_path("l"), match_path("p"), STATUS_SYNTAX);
    ck_assert_str_eq(match_read_file(match_path("p")), "old");
    match_write_ledger(2, 1);
    expect_failure(match_path("l"), match_path("p"), STATUS_RANGE);
    ck_assert_str_eq(match_read_file(match_path("p")), "old");
    match_teardown();
}
END_TEST

START_TEST(an_engine_that_the_head_does_not_have) {
    MatchReportOptions options = {0};
    match_setup();
    match_write_ledger(GAMES, 4);
    const char *all = match_read_file(match_path("l"));
    const char *engine = strstr(all, "# engine\t./a/b/kr dxp\n");
    ck_assert_ptr_nonnull(engine);
    FILE *file = fopen(match_path("j"), "w");
    fwrite(all, 1, (size_t)(engine - all), file);
    fputs(strchr(engine, '\n') + 1, file);
    fclose(file);
    expect_failure(match_path("j"), match_path("p"), STATUS_RANGE);
    text_buffer_clear(&text);
    ck_assert_int_eq(match_report_read(match_path("j"), &options, true, &text, NULL), STATUS_RANGE);
    match_teardown();
}
END_TEST

START_TEST(names) {
    LedgerHead head = {0};
    MatchNames read;
    static const char *const specs[] = {"self", "name=\"A B\" ./x", "self", "./a/b/x y", "'",
                                        "self"};
    static const char *const expected[] = {"huff", "A B", "huff #3", "x", "'", "huff #6"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++)
        ck_assert_int_eq(ledger_head_add(&head, "engine", specs[i], NULL), STATUS_OK);
    ck_assert_int_eq(match_names_read(&head, &read, NULL), STATUS_OK);
    ck_assert_int_eq(read.count, 6);
    for (int i = 0; i < read.count; i++)
        ck_assert_str_eq(read.names[i], expected[i]);
    match_names_done(&read);
    ledger_head_done(&head);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("match_report");
    TCase *tests = tcase_create("match_report");
    tcase_add_test(tests, text_for_two);
    tcase_add_test(tests, text_for_more);
    tcase_add_test(tests, a_small_match_in_full);
    tcase_add_test(tests, live_tables);
    tcase_add_test(tests, json);
    tcase_add_test(tests, json_without_games);
    tcase_add_test(tests, failures_leave_what_was_there);
    tcase_add_test(tests, an_engine_that_the_head_does_not_have);
    tcase_add_test(tests, names);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
