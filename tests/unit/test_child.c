/* SPDX-License-Identifier: MIT */
#include "bench/match/child_internal.h"
#include "bench/match/talk_log_internal.h"
#include "tests/unit/suite.h"

#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

static const double long_seconds = 30; /* nothing here takes so long */

/* What a shell says to `script`, until it closes its output. */
static void run_script(const char *script, const char *directory, char *said, size_t size) {
    char *command[] = {(char[]){"sh"}, (char[]){"-c"}, strdup(script), NULL};
    Child child;
    Error error = {""};
    ck_assert_msg(child_start(command, directory, &child, &error) == STATUS_OK, "%s", error.text);
    close(child.input);
    child.input = -1;
    size_t length = 0;
    for (ssize_t count = 1; count > 0 && length < size - 1; length += (size_t)count)
        count = read(child.output, said + length, size - 1 - length);
    said[length] = '\0';
    ck_assert(child_wait(&child, long_seconds));
    child_end(&child, 0);
    free(command[2]);
}

START_TEST(a_child_begins_with_nothing_of_ours) {
    char said[1000];
    sigset_t blocked, before;
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGTERM);
    sigaddset(&blocked, SIGINT);
    sigprocmask(SIG_BLOCK, &blocked, &before);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    int extra = fcntl(STDOUT_FILENO, F_DUPFD, 20);
    ck_assert_int_ge(extra, 20);
    run_script("grep -E 'Sig(Blk|Ign)' /proc/self/status | cut -f2; cut -d' ' -f5 /proc/$$/stat; "
               "echo $$; cd /proc/$$/fd; printf '%s\\n' *",
               NULL, said, sizeof said);
    close(extra);
    sigprocmask(SIG_SETMASK, &before, NULL);
    unsigned long long mask, ignored;
    int group, pid, used;
    ck_assert_msg(sscanf(said, "%llx %llx %d %d%n", &mask, &ignored, &group, &pid, &used) == 4,
                  "%s", said);
    ck_assert_uint_eq(mask, 0);
    ck_assert_uint_eq(ignored & 0x7fffffff, 0); /* 32 and 33 are the C library's own */
    ck_assert_int_eq(group, pid);
    ck_assert_str_eq(said + used, "\n0\n1\n2\n3\n"); /* 3: the shell reads the folder */
}
END_TEST

START_TEST(it_runs_in_its_folder) {
    char said[100];
    run_script("pwd", "/", said, sizeof said);
    ck_assert_str_eq(said, "/\n");
}
END_TEST

/* The pipes must not be put where they cover each other. */
START_TEST(our_own_descriptors_may_be_closed) {
    char said[100];
    int kept = dup(STDIN_FILENO);
    close(STDIN_FILENO);
    run_script("read x; echo got $x; echo err >&2", "/", said, sizeof said);
    dup2(kept, STDIN_FILENO);
    close(kept);
    ck_assert_str_eq(said, "got\n");
}
END_TEST

START_TEST(its_end_is_told) {
    static const struct {
        const char *script, *text;
    } cases[] = {{"exit 0", "ended with exit status 0"},
                 {"exit 7", "ended with exit status 7"},
                 {"kill -SEGV $$", "was ended by signal 11"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *command[] = {(char[]){"sh"}, (char[]){"-c"}, strdup(cases[i].script), NULL};
        char text[CHILD_END_SIZE];
        Child child;
        ck_assert_int_eq(child_start(command, NULL, &child, NULL), STATUS_OK);
        ck_assert(child_wait(&child, long_seconds));
        ck_assert_ptr_nonnull(strstr(child_describe_end(&child, text), cases[i].text));
        child_end(&child, 0);
        child_end(&child, 0);
        free(command[2]);
    }
    char text[CHILD_END_SIZE];
    char *command[] = {(char[]){"sleep"}, (char[]){"1000"}, NULL};
    Child child;
    ck_assert_int_eq(child_start(command, NULL, &child, NULL), STATUS_OK);
    ck_assert(!child_wait(&child, 0));
    ck_assert_str_eq(child_describe_end(&child, text), "still runs");
    child_end(&child, 0);
    child = child_none();
    child_end(&child, 0);
}
END_TEST

START_TEST(what_cannot_run_is_refused) {
    char *command[] = {(char[]){"no-such-program"}, NULL};
    Child child;
    Error error = {""};
    ck_assert_int_eq(child_start(command, NULL, &child, &error), STATUS_IO);
    ck_assert_ptr_nonnull(strstr(error.text, "no-such-program"));
    command[0] = (char[]){"sh"};
    ck_assert_int_eq(child_start(command, "/no/folder", &child, &error), STATUS_IO);
    ck_assert_ptr_nonnull(strstr(error.text, "/no/folder"));
}
END_TEST

/* ---- The log ---- */

START_TEST(a_log_keeps_whole_last_lines) {
    TalkLog log;
    size_t length;
    char line[200];
    ck_assert_int_eq(talk_log_init(&log, NULL), STATUS_OK);
    talk_log_get(&log, &length);
    ck_assert_uint_eq(length, 0);
    for (int i = 0; i < 3000; i++) {
        int used = snprintf(line, sizeof line, "%-100s%d", "line", i);
        talk_log_add(&log, i % 2 ? '<' : '>', line, (size_t)used);
        const char *text = talk_log_get(&log, &length);
        int end = snprintf(line, sizeof line, " %c %-100s%d\n", i % 2 ? '<' : '>', "line", i);
        bool good = length <= TALK_LOG_SIZE && text[0] >= '0' && text[0] <= '9' &&
                    (i < 1000 || length > TALK_LOG_SIZE - sizeof line) &&
                    strncmp(text + length - (size_t)end, line, (size_t)end) == 0;
        ck_assert_msg(good, "line %d: %zu bytes", i, length);
    }
    talk_log_done(&log);
}
END_TEST

START_TEST(a_log_cuts_long_lines_and_hides_bytes) {
    enum {
        LONG = 1 << 20
    };
    TalkLog log;
    size_t length;
    char *bytes = malloc(LONG);
    ck_assert_ptr_nonnull(bytes);
    memset(bytes, 'x', LONG);
    memcpy(bytes, "a\nb\0c\033\377", 7);
    ck_assert_int_eq(talk_log_init(&log, NULL), STATUS_OK);
    for (int i = 0; i < 200; i++)
        talk_log_add(&log, '<', bytes, LONG);
    const char *text = talk_log_get(&log, &length);
    ck_assert_uint_le(length, TALK_LOG_SIZE);
    ck_assert_ptr_nonnull(memmem(text, length, "< a?b?c??xxx", 12));
    ck_assert_ptr_nonnull(memmem(text, length, "xxx... 1047576 more\n", 20));
    talk_log_done(&log);
    free(bytes);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("child");
    TCase *child = tcase_create("child");
    tcase_set_timeout(child, 60);
    tcase_add_test(child, a_child_begins_with_nothing_of_ours);
    tcase_add_test(child, it_runs_in_its_folder);
    tcase_add_test(child, our_own_descriptors_may_be_closed);
    tcase_add_test(child, its_end_is_told);
    tcase_add_test(child, what_cannot_run_is_refused);
    suite_add_tcase(suite, child);
    TCase *log = tcase_create("log");
    tcase_set_timeout(log, 60);
    tcase_add_test(log, a_log_keeps_whole_last_lines);
    tcase_add_test(log, a_log_cuts_long_lines_and_hides_bytes);
    suite_add_tcase(suite, log);
    return suite_run(suite);
}
