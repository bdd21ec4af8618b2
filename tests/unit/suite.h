/* SPDX-License-Identifier: MIT
 *
 * Shared by all Check programs: run one suite, find test data. */
#ifndef HUFF_TESTS_UNIT_SUITE_H
#define HUFF_TESTS_UNIT_SUITE_H

#include "tests/unit/scratch.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>

/* Runs the suite, with a scratch folder for its tests, and returns the exit status of the
 * program. */
static inline int suite_run(Suite *suite) {
    SRunner *runner = srunner_create(suite);
    scratch_begin();
    srunner_run_all(runner, CK_ENV);
    scratch_end();
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

/* Opens tests/data/<name> for reading; the test fails when it is not there. */
static inline FILE *suite_open_data(const char *name) {
    const char *folder = getenv("HUFF_TEST_DATA");
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder ? folder : "tests/data", name);
    FILE *file = fopen(path, "r");
    ck_assert_msg(file != NULL, "cannot open %s", path);
    return file;
}

#endif
