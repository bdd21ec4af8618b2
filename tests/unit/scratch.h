/* SPDX-License-Identifier: MIT
 *
 * Files and folders of a test. All lie in one folder of the test program, in TMPDIR or /tmp, which
 * suite_run makes before the tests and removes after them with all that is in it: a test that
 * fails or is stopped leaves nothing behind. */
#ifndef HUFF_TESTS_UNIT_SCRATCH_H
#define HUFF_TESTS_UNIT_SCRATCH_H

#include <check.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* The folder's path is in the environment, so that every part of the program, and what it starts,
 * knows the one. */
#define SCRATCH_VARIABLE "HUFF_TEST_SCRATCH"

enum {
    SCRATCH_SIZE = 256 /* of a path, its end included */
};

/* Makes the folder of the program. */
static inline void scratch_begin(void) {
    char path[SCRATCH_SIZE];
    const char *parent = getenv("TMPDIR");
    snprintf(path, sizeof path, "%s/huff-test-XXXXXX", parent && *parent ? parent : "/tmp");
    if (!mkdtemp(path) || setenv(SCRATCH_VARIABLE, path, 1) != 0) {
        perror(path);
        exit(EXIT_FAILURE);
    }
}

static inline int scratch_remove_entry(const char *path, const struct stat *status, int kind,
                                       struct FTW *place) {
    (void)status;
    (void)place;
    return kind == FTW_DP ? rmdir(path) : unlink(path);
}

/* Removes a folder and all that is in it. */
static inline void scratch_remove(const char *folder) {
    nftw(folder, scratch_remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}

static inline void scratch_end(void) {
    scratch_remove(getenv(SCRATCH_VARIABLE));
}

static inline void scratch_name(char path[static SCRATCH_SIZE]) {
    snprintf(path, SCRATCH_SIZE, "%s/XXXXXX", getenv(SCRATCH_VARIABLE));
}

/* Makes an empty folder; `path` holds its path then. */
static inline void scratch_make_folder(char path[static SCRATCH_SIZE]) {
    scratch_name(path);
    ck_assert_msg(mkdtemp(path) != NULL, "cannot make the folder %s", path);
}

/* Makes an empty file. */
static inline void scratch_make_file(char path[static SCRATCH_SIZE]) {
    scratch_name(path);
    int fd = mkstemp(path);
    ck_assert_msg(fd >= 0, "cannot make the file %s", path);
    close(fd);
}

#endif
