/* SPDX-License-Identifier: MIT */
#include "bench/match/engine_spec.h"
#include "tests/unit/suite.h"

#include <string.h>

static EngineSpec read_spec(const char *text) {
    EngineSpec spec;
    Error error = {""};
    ck_assert_msg(engine_spec_read(text, &spec, &error) == STATUS_OK, "%s: %s", text, error.text);
    ck_assert_str_eq(spec.text, text);
    return spec;
}

static void expect_words(char *const *words, const char *joined) {
    char text[400] = "";
    for (; words && *words; words++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "<%s>", *words);
    ck_assert_str_eq(text, joined);
}

START_TEST(self_needs_nothing) {
    EngineSpec spec = read_spec("self");
    ck_assert_int_eq(spec.protocol, ENGINE_SELF);
    ck_assert_ptr_null(spec.name);
    ck_assert_ptr_null(spec.command);
    ck_assert(!spec.has_limits && !spec.ponder && spec.option_count == 0);
    engine_spec_done(&spec);
    engine_spec_done(&spec); /* a spec that is done is a zeroed one */
}
END_TEST

START_TEST(every_setting_is_read) {
    EngineSpec spec = read_spec("name=half nodes=1000 depth=7 time=0.25 clock=75/60+0.5 ponder=yes "
                                "set.hash=16 set.eval=full self");
    ck_assert_int_eq(spec.protocol, ENGINE_SELF);
    ck_assert_str_eq(spec.name, "half");
    ck_assert(spec.has_limits && spec.ponder);
    ck_assert_uint_eq(spec.limits.nodes, 1000);
    ck_assert_int_eq(spec.limits.depth, 7);
    ck_assert(spec.limits.move_time == 0.25 && spec.limits.clock_time == 60);
    ck_assert(spec.limits.clock_increment == 0.5 && spec.limits.clock_moves == 75);
    ck_assert_int_eq(spec.option_count, 2);
    ck_assert_str_eq(spec.options[0].name, "hash");
    ck_assert_str_eq(spec.options[0].value, "16");
    ck_assert_str_eq(spec.options[1].name, "eval");
    engine_spec_done(&spec);

    spec = read_spec("protocol=dxp address=[::1]:27000 listen=true asks=on minutes=0.5");
    ck_assert_int_eq(spec.protocol, ENGINE_DXP);
    ck_assert(spec.listens && spec.asks && spec.minutes == 0.5);
    ck_assert_str_eq(spec.address, "[::1]:27000");
    ck_assert_ptr_null(spec.command);
    engine_spec_done(&spec);

    spec = read_spec("protocol=dxp ./scan dxp");
    ck_assert_str_eq(spec.address, "127.0.0.1:27531");
    ck_assert(!spec.listens && !spec.asks && spec.minutes == 0);
    engine_spec_done(&spec);
}
END_TEST

START_TEST(protocols_have_names) {
    static const struct {
        const char *text;
        EngineProtocol protocol;
    } cases[] = {{"x", ENGINE_HUB},
                 {"protocol=hub x", ENGINE_HUB},
                 {"protocol=hub1 x", ENGINE_HUB1},
                 {"protocol=hub2 x", ENGINE_HUB2},
                 {"protocol=dxp x", ENGINE_DXP}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        EngineSpec spec = read_spec(cases[i].text);
        ck_assert_int_eq(spec.protocol, cases[i].protocol);
        engine_spec_done(&spec);
    }
}
END_TEST

START_TEST(words_are_parted_as_by_a_shell) {
    static const struct {
        const char *text, *words;
    } cases[] = {
        {"./scan hub", "<./scan><hub>"},
        {"  ./scan\t hub\n", "<./scan><hub>"},
        {"'a b' \"c d\"", "<a b><c d>"},
        {"a\\ b c\\\"d", "<a b><c\"d>"},
        {"a'b c'd \"e\\\"f\" 'g\\h'", "<ab cd><e\"f><g\\h>"},
        {"x '' \"\"", "<x><><>"},
        {"name=x ./run --hash=3 name=y", "<./run><--hash=3><name=y>"},
        {"./a=b c", "<./a=b><c>"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        EngineSpec spec = read_spec(cases[i].text);
        expect_words(spec.command, cases[i].words);
        engine_spec_done(&spec);
    }
    EngineSpec spec = read_spec("name='my engine' dir=\"/a b\" set.path='c d' x");
    ck_assert_str_eq(spec.name, "my engine");
    ck_assert_str_eq(spec.directory, "/a b");
    ck_assert_str_eq(spec.options[0].value, "c d");
    engine_spec_done(&spec);
}
END_TEST

START_TEST(wrong_lines_are_refused_with_the_word) {
    static const struct {
        const char *text;
        Status status;
        const char *message;
    } cases[] = {
        {"", STATUS_SYNTAX, "no engine"},
        {"name=x", STATUS_SYNTAX, "no engine"},
        {"nmae=x self", STATUS_UNKNOWN, "nmae=x"},
        {"PATH=/bin x", STATUS_UNKNOWN, "PATH="},
        {"=x self", STATUS_UNKNOWN, "=x"},
        {"set.=1 self", STATUS_SYNTAX, "set."},
        {"'set.a b=1' self", STATUS_SYNTAX, "set.a b"},
        {"'set.a\nb=1' self", STATUS_SYNTAX, "set.a"},
        {"name= self", STATUS_RANGE, "name="},
        {"'name=a\nb' self", STATUS_SYNTAX, "name="},
        {"name=a name=b self", STATUS_SYNTAX, "twice"},
        {"protocol=uci x", STATUS_RANGE, "uci"},
        {"protocol=hub2 self", STATUS_SYNTAX, "protocol="},
        {"self again", STATUS_SYNTAX, "again"},
        {"nodes=0 self", STATUS_RANGE, "nodes=0"},
        {"nodes=1e6 self", STATUS_SYNTAX, "nodes=1e6"},
        {"nodes=99999999999999999999 self", STATUS_RANGE, "nodes="},
        {"depth=1000 self", STATUS_RANGE, "depth=1000"},
        {"time=0 self", STATUS_RANGE, "time=0"},
        {"time=-1 self", STATUS_RANGE, "time=-1"},
        {"time=soon self", STATUS_SYNTAX, "time=soon"},
        {"clock=never self", STATUS_SYNTAX, "never"},
        {"ponder=maybe self", STATUS_SYNTAX, "ponder=maybe"},
        {"dir= x", STATUS_SYNTAX, "dir="},
        {"dir=/x self", STATUS_SYNTAX, "dir="},
        {"dir=/x protocol=dxp", STATUS_SYNTAX, "dir="},
        {"address=:1 x", STATUS_SYNTAX, "address="},
        {"minutes=1 self", STATUS_SYNTAX, "minutes="},
        {"nodes=5 protocol=hub1 x", STATUS_SYNTAX, "nodes="},
        {"nodes=5 protocol=dxp x", STATUS_SYNTAX, "nodes="},
        {"ponder=true protocol=dxp x", STATUS_SYNTAX, "ponder="},
        {"set.hash=5 protocol=dxp x", STATUS_SYNTAX, "set.hash="},
        {"minutes=1000 protocol=dxp x", STATUS_RANGE, "minutes=1000"},
        {"address=:99999 protocol=dxp x", STATUS_RANGE, "99999"},
        {"address=[::1 protocol=dxp x", STATUS_SYNTAX, "[::1"},
        {"'x", STATUS_SYNTAX, "quote"},
        {"x \"y\\", STATUS_SYNTAX, "backslash"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        EngineSpec spec;
        Error error = {""};
        Status status = engine_spec_read(cases[i].text, &spec, &error);
        ck_assert_msg(status == cases[i].status, "%s: %d", cases[i].text, status);
        ck_assert_msg(strstr(error.text, cases[i].message), "%s: %s", cases[i].text, error.text);
    }
}
END_TEST

START_TEST(numbers_of_runners_are_filled_in) {
    EngineSpec spec =
        read_spec("protocol=dxp address=localhost:30000 dir=/e/{worker} name=n{worker} "
                  "time=1 ./run {port} --x={worker}{worker} {other}");
    EngineSpec copy;
    Error error = {""};
    ck_assert_int_eq(engine_spec_expand(&spec, 3, &copy, &error), STATUS_OK);
    ck_assert_str_eq(copy.address, "localhost:30003");
    ck_assert_str_eq(copy.directory, "/e/3");
    ck_assert_str_eq(copy.name, "n{worker}");
    ck_assert(copy.has_limits && copy.limits.move_time == 1);
    expect_words(copy.command, "<./run><30003><--x=33><{other}>");
    ck_assert_int_eq(engine_spec_expand(&spec, 40000, &copy, &error), STATUS_RANGE);
    ck_assert_ptr_nonnull(strstr(error.text, "65535"));
    engine_spec_done(&spec);
    engine_spec_done(&copy);

    spec = read_spec("protocol=dxp address=[::1]:30000");
    ck_assert_int_eq(engine_spec_expand(&spec, 1, &copy, &error), STATUS_OK);
    ck_assert_str_eq(copy.address, "[::1]:30001");
    engine_spec_done(&spec);
    engine_spec_done(&copy);

    spec = read_spec("set.file=/t/{worker}.log x");
    ck_assert_int_eq(engine_spec_expand(&spec, 2, &copy, &error), STATUS_OK);
    ck_assert_str_eq(copy.options[0].value, "/t/2.log");
    ck_assert_ptr_null(copy.address);
    engine_spec_done(&spec);
    engine_spec_done(&copy);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("engine_spec");
    TCase *all = tcase_create("engine_spec");
    tcase_set_timeout(all, 60);
    tcase_add_test(all, self_needs_nothing);
    tcase_add_test(all, every_setting_is_read);
    tcase_add_test(all, protocols_have_names);
    tcase_add_test(all, words_are_parted_as_by_a_shell);
    tcase_add_test(all, wrong_lines_are_refused_with_the_word);
    tcase_add_test(all, numbers_of_runners_are_filled_in);
    suite_add_tcase(suite, all);
    return suite_run(suite);
}
