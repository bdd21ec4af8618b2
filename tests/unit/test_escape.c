/* SPDX-License-Identifier: MIT */
#include "engine/base/escape.h"
#include "tests/unit/suite.h"

typedef void Escape(TextBuffer *buffer, const char *text);

static void expect(Escape *escape, const char *text, const char *expected) {
    TextBuffer buffer = {0};
    escape(&buffer, text);
    ck_assert_str_eq(text_buffer_get(&buffer), expected);
    text_buffer_done(&buffer);
}

START_TEST(markup) {
    expect(escape_markup, "", "");
    expect(escape_markup, "plain", "plain");
    expect(escape_markup, "<script>alert('1')</script>",
           "&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;");
    expect(escape_markup, "a & \"b\" &amp;", "a &amp; &quot;b&quot; &amp;amp;");
    expect(escape_markup, "tab\tline\nbell\x07 del\x7f.", "tab line bell  del .");
}
END_TEST

START_TEST(json) {
    expect(escape_json, "", "\"\"");
    expect(escape_json, "C:\\a \"b\"", "\"C:\\\\a \\\"b\\\"\"");
    expect(escape_json, "</script>&", "\"\\u003c/script\\u003e\\u0026\"");
    expect(escape_json, "a\tb\nc\x7f", "\"a\\u0009b\\u000ac\\u007f\"");
}
END_TEST

/* Every kind of byte sequence that is no UTF-8: each byte is replaced, what follows is kept. */
START_TEST(bytes_that_are_no_text) {
    static const struct {
        const char *text, *expected;
    } cases[] = {
        {"Zo\xc3\xab \xe2\x82\xac \xf0\x9f\x98\x80", "Zo\xc3\xab \xe2\x82\xac \xf0\x9f\x98\x80"},
        {"Zo\xeb.", "Zo\xef\xbf\xbd."},                           /* Latin-1 */
        {"a\xc3", "a\xef\xbf\xbd"},                               /* cut */
        {"\xe2\x82(", "\xef\xbf\xbd\xef\xbf\xbd("},               /* cut before a sign */
        {"\xc0\xbc", "\xef\xbf\xbd\xef\xbf\xbd"},                 /* '<' too long */
        {"\xe0\x80\xbc", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"}, /* and longer */
        {"\xed\xa0\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"}, /* a surrogate */
        {"\xf4\x90\x80\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"}, /* too high */
        {"\xff\xfe", "\xef\xbf\xbd\xef\xbf\xbd"},
        {"\xf4\x8f\xbf\xbf\xed\x9f\xbf", "\xf4\x8f\xbf\xbf\xed\x9f\xbf"}, /* the last good ones */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char quoted[64];
        expect(escape_markup, cases[i].text, cases[i].expected);
        snprintf(quoted, sizeof quoted, "\"%s\"", cases[i].expected);
        expect(escape_json, cases[i].text, quoted);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("escape");
    TCase *tests = tcase_create("escape");
    tcase_add_test(tests, markup);
    tcase_add_test(tests, json);
    tcase_add_test(tests, bytes_that_are_no_text);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
