/* SPDX-License-Identifier: MIT */
#include "protocol/hub_line.h"
#include "tests/unit/suite.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

enum {
    SHOWN_SIZE = 4096,
};

/* Parses and shows what came out: the command, then each argument as |flag or |name=value; or !
 * and the message. */
static Status show_line(const char *text, size_t length, char *shown) {
    HubLine line;
    Error error = {""};
    Status status = hub_line_read(text, length, &line, &error);
    if (status != STATUS_OK) {
        snprintf(shown, SHOWN_SIZE, "!%s", error.text);
        return status;
    }
    int used = snprintf(shown, SHOWN_SIZE, "%s", line.command);
    for (int i = 0; i < line.argument_count; i++) {
        const HubArgument *argument = &line.arguments[i];
        used += snprintf(shown + used, (size_t)(SHOWN_SIZE - used), "|%s%s%s", argument->name,
                         argument->has_value ? "=" : "", argument->value);
        ck_assert_int_lt(used, SHOWN_SIZE);
    }
    hub_line_done(&line);
    return status;
}

static void expect_shown(const char *text, const char *expected) {
    char shown[SHOWN_SIZE];
    show_line(text, strlen(text), shown);
    ck_assert_str_eq(shown, expected);
}

static void expect_refused(const char *text, const char *message) {
    char shown[SHOWN_SIZE];
    ck_assert_int_eq(show_line(text, strlen(text), shown), STATUS_SYNTAX);
    ck_assert_str_eq(shown + 1, message);
}

#define START_SQUARES "bbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww"

/* What the grammar makes of each row of hub.tsv; positions, moves and numbers are not its matter.
 */
static const char *const file_rows[] = {
    "hub",
    "set-param|name=tt-size|value=24",
    "set-param|name=path|value=",
    "set-param|value=true|name=book",
    "set-param|name=unknown-thing|value=1",
    "!'value=' at offset 22 has no value: value=\"\" is an empty one",
    "!the quote at offset 23 is not closed: a second '\"' expected",
    "new-game",
    "ping",
    "pos|start",
    "pos",
    "pos|pos=W" START_SQUARES "|moves=32-28 19-23 28x19",
    "pos|pos=W" START_SQUARES "|moves=32-28",
    "pos|pos=W" START_SQUARES,
    "pos|pos=BeeeWWeeeeeeeeeeeeeeeeeeeweeeeeeeeewweBeeeeeeeeeBee|moves=38-15 5-41 48-26",
    "pos|pos=w" START_SQUARES,
    "pos|pos=W" START_SQUARES "|moves=32-27",
    "pos|pos=W" START_SQUARES "|moves=32/28",
    "level|depth=10",
    "level|move-time=0.5",
    "level|move-time=0,5",
    "level|time=60|inc=0.1",
    "level|time=-0.35|inc=1",
    "level|handicap=3",
    "level",
    "go|ponder",
    "go|analyze",
    "go|mcts",
    "ponder-hit",
    "quit",
    "",
    "set|book|false",
    "new",
    "pos|w" START_SQUARES,
    "move|32-28",
    "time|1000",
    "depth|10",
};

START_TEST(every_row_of_the_file) {
    size_t count = sizeof file_rows / sizeof file_rows[0];
    FILE *file = suite_open_data("protocol/hub.tsv");
    char row[SHOWN_SIZE], shown[SHOWN_SIZE];
    size_t number = 0;
    while (fgets(row, sizeof row, file)) {
        if (row[0] == '#')
            continue;
        ck_assert_uint_lt(number, count);
        char *tab = strchr(row, '\t');
        ck_assert_ptr_nonnull(tab);
        Status status = show_line(row, (size_t)(tab - row), shown);
        ck_assert_str_eq(shown, file_rows[number]);
        if (status != STATUS_OK)
            ck_assert_msg(strncmp(tab + 1, "error\t", 6) == 0, "refused a line that is right: %s",
                          row);
        number++;
    }
    fclose(file);
    ck_assert_uint_eq(number, count);
}
END_TEST

START_TEST(blanks_have_no_meaning) {
    expect_shown("  \t ping \t\r", "ping");
    expect_shown("\tgo\t think\t", "go|think");
    expect_shown("set-param name\t =\t\"a\"   value = b", "set-param|name=a|value=b");
    expect_shown(" \t\r", "");
    expect_shown("x a =b c= d e", "x|a=b|c=d|e");
}
END_TEST

START_TEST(quotes_hold_anything_but_quotes) {
    expect_shown("x a=\"= b\tc 'd' \\\"", "x|a== b\tc 'd' \\");
    expect_shown("x a=\"\" b", "x|a=|b");
    expect_shown("x path=/home/\xc3\xa9t\xc3\xa9", "x|path=/home/\xc3\xa9t\xc3\xa9");
    /* `\"` is no escape, so that a path may end in a backslash; what GWDGUI means is refused. */
    expect_refused("x a=\"say \\\"hi\\\"\"", "'h' at offset 11: a blank expected");
}
END_TEST

START_TEST(wrong_lines_are_refused_with_the_place) {
    expect_refused("=", "'=' at offset 0: a command expected");
    expect_refused("\"hub\"", "'\"' at offset 0: a command expected");
    expect_refused("go=think", "'=' at offset 2: a blank expected");
    expect_refused("go =think", "'=' at offset 3: the name of an argument expected");
    expect_refused("x a==b", "'=' at offset 4: a value expected");
    expect_refused(
        "x a=b=c",
        "'=' at offset 5: a blank, or quotes around a value that is empty or holds '=' expected");
    expect_refused(
        "x a= b=c",
        "'=' at offset 6: a blank, or quotes around a value that is empty or holds '=' expected");
    expect_refused("x a=b\"c\"", "'\"' at offset 5: a blank expected");
    expect_refused("x a=\"b\"c", "'c' at offset 7: a blank expected");
    expect_refused("x \"a\"", "'\"' at offset 2: the name of an argument expected");
    expect_refused("x a=  ", "'a=' at offset 3 has no value: a=\"\" is an empty one");
    expect_refused("x a=\"", "the quote at offset 4 is not closed: a second '\"' expected");
    expect_refused("x \x01", "control character 1 at offset 2: the name of an argument expected");
    expect_refused("x a=\"\x1b[2J\"",
                   "control character 27 at offset 5: printable text inside quotes expected");
    char shown[SHOWN_SIZE];
    ck_assert_int_eq(show_line("pi\0ng", 5, shown), STATUS_SYNTAX);
    ck_assert_str_eq(shown, "!control character 0 at offset 2: a blank expected");
}
END_TEST

START_TEST(number_of_arguments_is_bounded) {
    char text[4 * HUB_ARGUMENTS_MAX + 10] = "x";
    for (int i = 0; i < HUB_ARGUMENTS_MAX; i++)
        strcat(text, " a=b");
    HubLine line;
    ck_assert_int_eq(hub_line_read(text, strlen(text), &line, NULL), STATUS_OK);
    ck_assert_int_eq(line.argument_count, HUB_ARGUMENTS_MAX);
    hub_line_done(&line);
    strcat(text, " a");
    ck_assert_int_eq(hub_line_read(text, strlen(text), &line, NULL), STATUS_SYNTAX);
}
END_TEST

START_TEST(a_long_line_is_no_trouble) {
    size_t length = 10 * 1000 * 1000;
    char *text = malloc(length);
    ck_assert_ptr_nonnull(text);
    memset(text, ' ', length);
    memcpy(text, "pos moves=\"", 11);
    text[length - 1] = '"';
    HubLine line;
    ck_assert_int_eq(hub_line_read(text, length, &line, NULL), STATUS_OK);
    ck_assert_uint_eq(strlen(line.arguments[0].value), length - 12);
    hub_line_done(&line);
    ck_assert_int_eq(hub_line_read(text, length - 1, &line, NULL), STATUS_SYNTAX);
    free(text);
}
END_TEST

START_TEST(find_takes_the_last) {
    static const char text[] = "level time=1 inc=2 time=3 infinite";
    HubLine line;
    ck_assert_int_eq(hub_line_read(text, strlen(text), &line, NULL), STATUS_OK);
    ck_assert_str_eq(hub_line_find(&line, "time")->value, "3");
    ck_assert_str_eq(hub_line_find(&line, "inc")->value, "2");
    ck_assert(!hub_line_find(&line, "infinite")->has_value);
    ck_assert_ptr_null(hub_line_find(&line, "moves"));
    ck_assert_ptr_null(hub_line_find(&line, "tim"));
    hub_line_done(&line);
}
END_TEST

/* ---- Values ---- */

START_TEST(reals) {
    static const struct {
        const char *text;
        double value;
    } good[] = {
        {"0", 0},
        {"12", 12},
        {"0.5", 0.5},
        {"0,5", 0.5},
        {"291,587", 291.587},
        {".25", 0.25},
        {"5.", 5},
        {"-0.35", -0.35},
        {"+1.5", 1.5},
        {"1e-05", 1e-05},
        {"2.5E+2", 250},
        {"0.1", 0.1},
        {"00000000000000000000000000000000000000007.5", 7.5},
        {"0.00000000000000000000000000000000000000075e40", 7.5},
        {"123456789012345678901234567890e-27", 123.456789012345678901234567890},
        {"1e9", 1e9},
        {"1e10", HUB_REAL_MAX},
        {"-1e300", -HUB_REAL_MAX},
        {"1e999999999999999999999999", HUB_REAL_MAX},
        {"0e999999999999999999999999", 0},
        {"1e-999999999999999999999999", 0},
        {"99999999999999999999999999999999999999", HUB_REAL_MAX},
    };
    static const char *const bad[] = {"",      "-",     ".",       ",",     "-.",       "1.2.3",
                                      "1,2,3", "1 ",    " 1",      "abc",   "1e",       "1e+",
                                      "e5",    "nan",   "inf",     "-inf",  "0x10",     "1.5s",
                                      "--1",   "1e5.5", "1,000.5", "1e5e5", "infinity", "NaN"};
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        double value = -1;
        ck_assert_int_eq(hub_value_read_real(good[i].text, &value, NULL), STATUS_OK);
        ck_assert_msg(fabs(value - good[i].value) <= 1e-15 * fabs(good[i].value), "%s gave %.17g",
                      good[i].text, value);
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        double value = -1;
        ck_assert_msg(hub_value_read_real(bad[i], &value, NULL) == STATUS_SYNTAX, "took '%s'",
                      bad[i]);
        ck_assert(value == -1);
    }
    Error error;
    double value;
    hub_value_read_real("abc", &value, &error);
    ck_assert_str_eq(error.text, "'abc' is no number: one like 12 or 0.5 expected");
}
END_TEST

static void expect_int(const char *text, int64_t min, int64_t max, int64_t expected) {
    int64_t value = 77;
    ck_assert_int_eq(hub_value_read_int(text, min, max, &value, NULL), STATUS_OK);
    ck_assert_int_eq(value, expected);
}

static void expect_no_int(const char *text, int64_t min, int64_t max, Status status) {
    int64_t value = 77;
    ck_assert_msg(hub_value_read_int(text, min, max, &value, NULL) == status, "'%s'", text);
    ck_assert_int_eq(value, 77);
}

START_TEST(ints) {
    expect_int("0", 0, 0, 0);
    expect_int("007", 1, 7, 7);
    expect_int("+5", -5, 5, 5);
    expect_int("-5", -5, 5, -5);
    expect_int("9223372036854775807", 0, INT64_MAX, INT64_MAX);
    expect_int("-9223372036854775808", INT64_MIN, 0, INT64_MIN);
    expect_no_int("9223372036854775808", INT64_MIN, INT64_MAX, STATUS_RANGE);
    expect_no_int("-9223372036854775809", INT64_MIN, INT64_MAX, STATUS_RANGE);
    expect_no_int("18446744073709551617", INT64_MIN, INT64_MAX, STATUS_RANGE);
    expect_no_int("99999999999999999999999999999999", INT64_MIN, INT64_MAX, STATUS_RANGE);
    expect_no_int("0", 1, 7, STATUS_RANGE);
    expect_no_int("8", 1, 7, STATUS_RANGE);
    static const char *const bad[] = {"", "-", "+", "1.0", "1,0", " 1", "1 ", "1e3", "x", "0x1"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        expect_no_int(bad[i], -10, 10, STATUS_SYNTAX);
    Error error;
    int64_t value;
    hub_value_read_int("17", 1, 16, &value, &error);
    ck_assert_str_eq(error.text, "17 is out of range: 1 to 16 expected");
}
END_TEST

START_TEST(bools) {
    static const char *const words[2][5] = {{"false", "False", "no", "off", "0"},
                                            {"true", "TRUE", "yes", "on", "1"}};
    for (int expected = 0; expected <= 1; expected++)
        for (int i = 0; i < 5; i++) {
            bool value = !expected;
            ck_assert_int_eq(hub_value_read_bool(words[expected][i], &value, NULL), STATUS_OK);
            ck_assert_int_eq(value, expected);
        }
    bool value;
    ck_assert_int_eq(hub_value_read_bool("", &value, NULL), STATUS_SYNTAX);
    ck_assert_int_eq(hub_value_read_bool("none", &value, NULL), STATUS_SYNTAX);
    ck_assert_int_eq(hub_value_read_bool("tru", &value, NULL), STATUS_SYNTAX);
    ck_assert_int_eq(hub_value_read_bool("01", &value, NULL), STATUS_SYNTAX);
}
END_TEST

/* ---- Writing ---- */

START_TEST(writer_quotes_what_needs_it) {
    HubWriter writer;
    hub_writer_init(&writer);
    hub_writer_begin(&writer, "param");
    hub_writer_add(&writer, "name", "tt-size");
    hub_writer_add(&writer, "a", "");
    hub_writer_add(&writer, "b", "x y");
    hub_writer_add(&writer, "c", "x=y");
    hub_writer_add(&writer, "d", "say \"hi\"");
    hub_writer_add(&writer, "e", "\"hi\"");
    hub_writer_add(&writer, "f", "a\nb\x7f");
    hub_writer_add(&writer, "g", "\t");
    hub_writer_format(&writer, "h", "%d %s", 5, "z");
    hub_writer_format(&writer, "i", "%.2f", 0.5);
    hub_writer_add_flag(&writer, "flag");
    ck_assert_str_eq(writer.text,
                     "param name=tt-size a=\"\" b=\"x y\" c=\"x=y\" d=\"say 'hi'\" e='hi' "
                     "f=\"a b \" g=\"\t\" h=\"5 z\" i=0.50 flag");
    ck_assert_uint_eq(writer.length, strlen(writer.text));
    char shown[SHOWN_SIZE];
    ck_assert_int_eq(show_line(writer.text, writer.length, shown), STATUS_OK);
    ck_assert_str_eq(shown, "param|name=tt-size|a=|b=x y|c=x=y|d=say 'hi'|e='hi'|f=a b |g=\t|h=5 z|"
                            "i=0.50|flag");
    hub_writer_begin(&writer, "pong");
    ck_assert_str_eq(writer.text, "pong");
    hub_writer_done(&writer);
}
END_TEST

START_TEST(writer_sends_one_line) {
    int ends[2];
    ck_assert_int_eq(pipe(ends), 0);
    LineOutput output;
    ck_assert_int_eq(line_output_init(&output, ends[1], '\n', NULL), STATUS_OK);
    HubWriter writer;
    hub_writer_init(&writer);
    hub_writer_begin(&writer, "done");
    hub_writer_add(&writer, "move", "32-28");
    ck_assert_int_eq(hub_writer_send(&writer, &output), STATUS_OK);
    hub_writer_begin(&writer, "info");
    for (int i = 0; i < 100; i++)
        hub_writer_add(&writer, "pv", "32-28 19-23 28x19x23");
    size_t length = writer.length;
    ck_assert_int_eq(hub_writer_send(&writer, &output), STATUS_OK);
    hub_writer_done(&writer);
    line_output_done(&output);
    close(ends[1]);
    char bytes[8192];
    ssize_t count = read(ends[0], bytes, sizeof bytes);
    close(ends[0]);
    ck_assert_int_eq(count, 16 + (ssize_t)length + 1);
    ck_assert_int_eq(memcmp(bytes, "done move=32-28\ninfo pv=\"32-28 ", 31), 0);
    ck_assert_int_eq(bytes[count - 1], '\n');
}
END_TEST

/* Rubbish of all lengths: each is taken or refused, with a reason. */
START_TEST(rubbish_is_survived) {
    static const char letters[] = "aZ=\" \t\r\n\0\x01\x7f\xc3,";
    uint32_t state = 1;
    for (int round = 0; round < 200; round++) {
        char text[80], shown[SHOWN_SIZE];
        for (size_t length = 0; length <= sizeof text; length++) {
            for (size_t i = 0; i < length; i++) {
                state = state * 1664525u + 1013904223u;
                text[i] = letters[(state >> 16) % (round % 2 ? 5 : sizeof letters - 1)];
            }
            if (show_line(text, length, shown) != STATUS_OK)
                ck_assert_int_gt(strlen(shown), 1);
        }
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("hub_line");
    TCase *tests = tcase_create("read");
    tcase_add_test(tests, every_row_of_the_file);
    tcase_add_test(tests, blanks_have_no_meaning);
    tcase_add_test(tests, quotes_hold_anything_but_quotes);
    tcase_add_test(tests, wrong_lines_are_refused_with_the_place);
    tcase_add_test(tests, number_of_arguments_is_bounded);
    tcase_add_test(tests, a_long_line_is_no_trouble);
    tcase_add_test(tests, find_takes_the_last);
    tcase_add_test(tests, rubbish_is_survived);
    suite_add_tcase(suite, tests);
    tests = tcase_create("values");
    tcase_add_test(tests, reals);
    tcase_add_test(tests, ints);
    tcase_add_test(tests, bools);
    suite_add_tcase(suite, tests);
    tests = tcase_create("write");
    tcase_add_test(tests, writer_quotes_what_needs_it);
    tcase_add_test(tests, writer_sends_one_line);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
