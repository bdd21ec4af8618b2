/* SPDX-License-Identifier: MIT */
#include "engine/base/text_buffer.h"
#include "tests/unit/suite.h"

#include <stdint.h>
#include <string.h>

START_TEST(an_empty_buffer_is_an_empty_text) {
    TextBuffer buffer = {0};
    ck_assert_str_eq(text_buffer_get(&buffer), "");
    ck_assert_int_eq(text_buffer_get_status(&buffer, NULL), STATUS_OK);
    text_buffer_append(&buffer, "", 0);
    text_buffer_printf(&buffer, "%s", "");
    ck_assert_str_eq(text_buffer_get(&buffer), "");
    ck_assert_uint_eq(buffer.length, 0);
    text_buffer_done(&buffer);
    text_buffer_done(&buffer);
}
END_TEST

START_TEST(pieces_of_all_lengths_are_kept) {
    TextBuffer buffer = {0};
    size_t expected = 0;
    for (int i = 0; i < 600; i++) {
        text_buffer_printf(&buffer, "%0*d", i + 1, 7);
        text_buffer_append(&buffer, "a\0b", 3);
        expected += (size_t)i + 4;
        ck_assert_uint_eq(buffer.length, expected);
        ck_assert_int_eq(buffer.text[expected], '\0');
        ck_assert_int_eq(memcmp(buffer.text + expected - 4, "7a\0b", 4), 0);
    }
    ck_assert_int_eq(memcmp(buffer.text, "7a\0b07a\0b007a\0b", 15), 0);
    text_buffer_clear(&buffer);
    ck_assert_str_eq(text_buffer_get(&buffer), "");
    text_buffer_printf(&buffer, "%s-%d", "again", 1);
    ck_assert_str_eq(text_buffer_get(&buffer), "again-1");
    text_buffer_done(&buffer);
}
END_TEST

START_TEST(a_failure_is_remembered) {
    TextBuffer buffer = {0};
    Error error = {""};
    text_buffer_printf(&buffer, "kept");
    text_buffer_append(&buffer, "", SIZE_MAX / 2);
    text_buffer_printf(&buffer, "not added");
    ck_assert_str_eq(text_buffer_get(&buffer), "kept");
    ck_assert_int_eq(text_buffer_get_status(&buffer, &error), STATUS_NO_MEMORY);
    ck_assert_str_eq(error.text, "no memory for a text of more than 4 bytes");
    text_buffer_clear(&buffer);
    ck_assert_int_eq(text_buffer_get_status(&buffer, NULL), STATUS_OK);
    text_buffer_done(&buffer);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("text_buffer");
    TCase *tests = tcase_create("text_buffer");
    tcase_add_test(tests, an_empty_buffer_is_an_empty_text);
    tcase_add_test(tests, pieces_of_all_lengths_are_kept);
    tcase_add_test(tests, a_failure_is_remembered);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
