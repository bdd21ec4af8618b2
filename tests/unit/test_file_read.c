/* SPDX-License-Identifier: MIT
 *
 * Whole files read: their bytes, and what is refused. */
#include "engine/base/file.h"
#include "tests/unit/suite.h"

#include <string.h>
#include <unistd.h>

static char path[SCRATCH_SIZE];

static void make_file(void) {
    scratch_make_file(path);
}

static void write_bytes(const char *bytes, size_t length) {
    ck_assert_int_eq(file_replace(path, bytes, length, NULL), STATUS_OK);
}

START_TEST(test_bytes) {
    static const char content[] = "one\0two";
    char *bytes;
    size_t length;
    write_bytes(content, sizeof content - 1);
    ck_assert_int_eq(file_read(path, sizeof content - 1, &bytes, &length, NULL), STATUS_OK);
    ck_assert_uint_eq(length, sizeof content - 1);
    ck_assert_int_eq(memcmp(bytes, content, sizeof content), 0); /* and a NUL behind them */
    free(bytes);
    write_bytes("", 0);
    ck_assert_int_eq(file_read(path, 0, &bytes, &length, NULL), STATUS_OK);
    ck_assert_uint_eq(length, 0);
    free(bytes);
}
END_TEST

START_TEST(test_refused) {
    char *bytes;
    size_t length;
    Error error;
    write_bytes("abc", 3);
    ck_assert_int_eq(file_read(path, 2, &bytes, &length, &error), STATUS_RANGE);
    ck_assert_ptr_nonnull(strstr(error.text, path));
    ck_assert_int_eq(file_read("/", 100, &bytes, &length, &error), STATUS_STATE);
    ck_assert_int_eq(file_read("/nowhere/at/all", 100, &bytes, &length, &error), STATUS_IO);
    ck_assert_ptr_nonnull(strstr(error.text, "/nowhere/at/all"));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("file_read");
    TCase *tcase = tcase_create("file_read");
    tcase_add_checked_fixture(tcase, make_file, NULL);
    tcase_add_test(tcase, test_bytes);
    tcase_add_test(tcase, test_refused);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
