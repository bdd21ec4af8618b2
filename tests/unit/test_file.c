/* SPDX-License-Identifier: MIT */
#include "engine/base/file.h"
#include "tests/unit/suite.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    PATH_SIZE = 512
};

/* A new empty folder; the test removes what it puts there. */
static char folder[SCRATCH_SIZE];

static void make_folder(void) {
    scratch_make_folder(folder);
}

static const char *path_of(const char *name) {
    static char path[PATH_SIZE];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static int count_entries(void) {
    DIR *listing = opendir(folder);
    ck_assert_ptr_nonnull(listing);
    int count = 0;
    for (struct dirent *entry; (entry = readdir(listing));)
        count += strcmp(entry->d_name, ".") && strcmp(entry->d_name, "..");
    closedir(listing);
    return count;
}

static void expect_content(const char *path, const char *bytes, size_t length) {
    char content[1000];
    FILE *file = fopen(path, "r");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fread(content, 1, sizeof content, file), length);
    ck_assert_int_eq(memcmp(content, bytes, length), 0);
    fclose(file);
}

static void remove_all(const char *const *names) {
    for (; *names; names++)
        ck_assert_int_eq(remove(path_of(*names)), 0);
    ck_assert_int_eq(rmdir(folder), 0);
}

START_TEST(files_are_made_and_replaced) {
    make_folder();
    ck_assert_int_eq(file_replace(path_of("a"), "one\0two", 7, NULL), STATUS_OK);
    expect_content(path_of("a"), "one\0two", 7);
    ck_assert_int_eq(file_replace(path_of("a"), "3", 1, NULL), STATUS_OK);
    expect_content(path_of("a"), "3", 1);
    ck_assert_int_eq(file_replace(path_of("a"), "", 0, NULL), STATUS_OK);
    expect_content(path_of("a"), "", 0);
    ck_assert_int_eq(count_entries(), 1);
    remove_all((const char *[]){"a", NULL});
}
END_TEST

START_TEST(permissions_and_links_stay) {
    make_folder();
    struct stat info;
    ck_assert_int_eq(file_replace(path_of("a"), "1", 1, NULL), STATUS_OK);
    ck_assert_int_eq(chmod(path_of("a"), 0640), 0);
    ck_assert_int_eq(symlink("a", path_of("link")), 0);
    ck_assert_int_eq(file_replace(path_of("link"), "2", 1, NULL), STATUS_OK);
    expect_content(path_of("a"), "2", 1);
    ck_assert_int_eq(stat(path_of("a"), &info), 0);
    ck_assert_int_eq(info.st_mode & 07777, 0640);
    ck_assert_int_eq(lstat(path_of("link"), &info), 0);
    ck_assert(S_ISLNK(info.st_mode));
    remove_all((const char *[]){"link", "a", NULL});
}
END_TEST

START_TEST(a_name_without_folder_is_in_the_current_one) {
    make_folder();
    char before[PATH_SIZE * 16];
    ck_assert_ptr_nonnull(getcwd(before, sizeof before));
    ck_assert_int_eq(chdir(folder), 0);
    ck_assert_int_eq(file_replace("plain", "x", 1, NULL), STATUS_OK);
    ck_assert_int_eq(chdir(before), 0);
    expect_content(path_of("plain"), "x", 1);
    remove_all((const char *[]){"plain", NULL});
}
END_TEST

static void expect_failure(const char *path, Status status, const char *reason) {
    Error error = {""};
    char expected[PATH_SIZE * 2];
    snprintf(expected, sizeof expected, "cannot write %s: %s", path, reason);
    ck_assert_int_eq(file_replace(path, "new", 3, &error), status);
    ck_assert_str_eq(error.text, expected);
}

START_TEST(failures_name_path_and_reason) {
    make_folder();
    expect_failure(path_of("no/such"), STATUS_IO, strerror(ENOENT));
    expect_failure("", STATUS_IO, strerror(ENOENT));
    expect_failure(folder, STATUS_STATE, "it is not an ordinary file");
    expect_failure("/dev/null", STATUS_STATE, "it is not an ordinary file");
    ck_assert_int_eq(file_replace(path_of("a"), "1", 1, NULL), STATUS_OK);
    expect_failure(path_of("a/b"), STATUS_IO, strerror(ENOTDIR));
    ck_assert_int_eq(count_entries(), 1);
    remove_all((const char *[]){"a", NULL});
}
END_TEST

/* A disk that is full, played by a limit on the size of files. */
START_TEST(a_full_disk_leaves_the_old_file_and_nothing_else) {
    make_folder();
    ck_assert_int_eq(file_replace(path_of("a"), "old", 3, NULL), STATUS_OK);
    struct rlimit before, small;
    ck_assert_int_eq(getrlimit(RLIMIT_FSIZE, &before), 0);
    signal(SIGXFSZ, SIG_IGN);
    small = (struct rlimit){.rlim_cur = 2, .rlim_max = before.rlim_max};
    Error error = {""};
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &small), 0);
    Status status = file_replace(path_of("a"), "new", 3, &error);
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &before), 0);
    signal(SIGXFSZ, SIG_DFL);
    ck_assert_int_eq(status, STATUS_IO);
    ck_assert_ptr_nonnull(strstr(error.text, strerror(EFBIG)));
    expect_content(path_of("a"), "old", 3);
    ck_assert_int_eq(count_entries(), 1);
    remove_all((const char *[]){"a", NULL});
}
END_TEST

/* Content in pieces, longer than the writer keeps, with the old file in place until the end. */
START_TEST(a_writer_takes_pieces) {
    enum {
        PIECES = 30000
    };
    make_folder();
    ck_assert_int_eq(file_replace(path_of("a"), "old", 3, NULL), STATUS_OK);
    FileWriter *writer;
    ck_assert_int_eq(file_writer_open(path_of("a"), &writer, NULL), STATUS_OK);
    for (int i = 0; i < PIECES; i++) {
        char piece[16];
        int length = snprintf(piece, sizeof piece, "%d\n", i);
        ck_assert_int_eq(file_writer_add(writer, piece, (size_t)length, NULL), STATUS_OK);
    }
    ck_assert_int_eq(file_writer_add(writer, "", 0, NULL), STATUS_OK);
    expect_content(path_of("a"), "old", 3);
    ck_assert_int_eq(count_entries(), 2);
    ck_assert_int_eq(file_writer_commit(writer, NULL), STATUS_OK);
    FILE *file = fopen(path_of("a"), "r");
    ck_assert_ptr_nonnull(file);
    char line[16];
    for (int i = 0; i < PIECES; i++) {
        ck_assert_ptr_nonnull(fgets(line, sizeof line, file));
        ck_assert_int_eq(atoi(line), i);
    }
    ck_assert_ptr_null(fgets(line, sizeof line, file));
    fclose(file);
    remove_all((const char *[]){"a", NULL});
}
END_TEST

START_TEST(an_abandoned_writer_leaves_nothing) {
    make_folder();
    FileWriter *writer;
    ck_assert_int_eq(file_writer_open(path_of("a"), &writer, NULL), STATUS_OK);
    ck_assert_int_eq(file_writer_add(writer, "new", 3, NULL), STATUS_OK);
    file_writer_abandon(writer);
    ck_assert_int_eq(count_entries(), 0);
    file_writer_abandon(NULL);
    Error error = {""};
    ck_assert_int_eq(file_writer_open(path_of("no/such"), &writer, &error), STATUS_IO);
    ck_assert_ptr_nonnull(strstr(error.text, "no/such"));
    remove_all((const char *[]){NULL});
}
END_TEST

/* The failure comes while pieces are added and stays until the commit. */
START_TEST(a_writer_keeps_its_failure) {
    static char big[100000];
    make_folder();
    ck_assert_int_eq(file_replace(path_of("a"), "old", 3, NULL), STATUS_OK);
    FileWriter *writer;
    ck_assert_int_eq(file_writer_open(path_of("a"), &writer, NULL), STATUS_OK);
    struct rlimit before, small;
    ck_assert_int_eq(getrlimit(RLIMIT_FSIZE, &before), 0);
    signal(SIGXFSZ, SIG_IGN);
    small = (struct rlimit){.rlim_cur = 1000, .rlim_max = before.rlim_max};
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &small), 0);
    Error error = {""};
    Status first = file_writer_add(writer, big, sizeof big, &error);
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &before), 0);
    signal(SIGXFSZ, SIG_DFL);
    ck_assert_int_eq(first, STATUS_IO);
    ck_assert_ptr_nonnull(strstr(error.text, strerror(EFBIG)));
    ck_assert_int_eq(file_writer_add(writer, "x", 1, NULL), STATUS_IO);
    error.text[0] = '\0';
    ck_assert_int_eq(file_writer_commit(writer, &error), STATUS_IO);
    ck_assert_ptr_nonnull(strstr(error.text, strerror(EFBIG)));
    expect_content(path_of("a"), "old", 3);
    ck_assert_int_eq(count_entries(), 1);
    remove_all((const char *[]){"a", NULL});
}
END_TEST

int main(void) {
    Suite *suite = suite_create("file");
    TCase *tests = tcase_create("replace");
    tcase_add_test(tests, files_are_made_and_replaced);
    tcase_add_test(tests, permissions_and_links_stay);
    tcase_add_test(tests, a_name_without_folder_is_in_the_current_one);
    tcase_add_test(tests, failures_name_path_and_reason);
    tcase_add_test(tests, a_full_disk_leaves_the_old_file_and_nothing_else);
    tcase_add_test(tests, a_writer_takes_pieces);
    tcase_add_test(tests, an_abandoned_writer_leaves_nothing);
    tcase_add_test(tests, a_writer_keeps_its_failure);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
