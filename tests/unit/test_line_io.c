/* SPDX-License-Identifier: MIT */
#include "protocol/line_input.h"
#include "protocol/line_output.h"
#include "tests/unit/suite.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* ---- Helpers ---- */

static void make_pipe(int ends[2]) {
    ck_assert_int_eq(pipe(ends), 0);
}

static void put_bytes(int fd, const char *bytes, size_t length) {
    ck_assert_int_eq(write(fd, bytes, length), (ssize_t)length);
}

static void put_text(int fd, const char *text) {
    put_bytes(fd, text, strlen(text));
}

/* A descriptor that gives these bytes and then ends. */
static int open_bytes(const char *bytes, size_t length) {
    FILE *file = tmpfile();
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(bytes, 1, length, file), length);
    ck_assert_int_eq(fflush(file), 0);
    int fd = dup(fileno(file));
    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(lseek(fd, 0, SEEK_SET), 0);
    fclose(file);
    return fd;
}

static void start_input(LineInput *input, int fd, LineEnding ending, size_t limit,
                        LineLongPolicy policy) {
    ck_assert_int_eq(line_input_init(input, fd, ending, limit, policy, NULL), STATUS_OK);
}

static void expect_text(LineInput *input, const char *text, bool cut) {
    Line line;
    ck_assert_int_eq(line_input_next(input, 1000, &line, NULL), LINE_TEXT);
    ck_assert_str_eq(line.text, text);
    ck_assert_uint_eq(line.length, strlen(text));
    ck_assert(line.cut == cut && !line.has_nul);
}

static void expect_line(LineInput *input, const char *text) {
    expect_text(input, text, false);
}

static void expect_event(LineInput *input, LineEvent event) {
    Line line;
    ck_assert_int_eq(line_input_next(input, 0, &line, NULL), event);
}

static void finish_input(LineInput *input) {
    close(line_input_get_fd(input));
    line_input_done(input);
}

/* ---- Input ---- */

START_TEST(lines_split_and_joined) {
    int ends[2];
    make_pipe(ends);
    LineInput input;
    start_input(&input, ends[0], LINE_ENDS_LF, 100, LINE_LONG_DROP);
    expect_event(&input, LINE_TIMEOUT);
    put_text(ends[1], "hub\nin");
    expect_line(&input, "hub");
    expect_event(&input, LINE_TIMEOUT);
    put_text(ends[1], "it\r");
    expect_event(&input, LINE_TIMEOUT);
    put_text(ends[1], "\n\n\r\na\rb\r\r\n");
    expect_line(&input, "init");
    expect_line(&input, "");
    expect_line(&input, "");
    expect_line(&input, "a\rb\r");
    expect_event(&input, LINE_TIMEOUT);
    close(ends[1]);
    expect_event(&input, LINE_END);
    expect_event(&input, LINE_END);
    finish_input(&input);
}
END_TEST

START_TEST(last_line_without_end_comes_before_the_end) {
    int ends[2];
    make_pipe(ends);
    LineInput input;
    start_input(&input, ends[0], LINE_ENDS_LF, 100, LINE_LONG_DROP);
    put_text(ends[1], "quit");
    expect_event(&input, LINE_TIMEOUT);
    ck_assert(!line_input_is_ready(&input));
    close(ends[1]);
    expect_line(&input, "quit");
    ck_assert(line_input_is_ready(&input));
    expect_event(&input, LINE_END);
    expect_event(&input, LINE_END);
    finish_input(&input);
}
END_TEST

START_TEST(nul_ends_messages) {
    static const char bytes[] = "E00\0CTwo\nlines\r\n\0\0K1";
    LineInput input;
    start_input(&input, open_bytes(bytes, sizeof bytes), LINE_ENDS_NUL, 127, LINE_LONG_CUT);
    expect_line(&input, "E00");
    expect_line(&input, "CTwo\nlines\r\n");
    expect_line(&input, "");
    expect_line(&input, "K1");
    expect_event(&input, LINE_END);
    finish_input(&input);
}
END_TEST

START_TEST(nul_or_lf_ends_messages) {
    static const char bytes[] = "E00\0CHello\r\nK1\nK2\r\0\0";
    LineInput input;
    start_input(&input, open_bytes(bytes, sizeof bytes - 1), LINE_ENDS_LF_OR_NUL, 127,
                LINE_LONG_CUT);
    expect_line(&input, "E00");
    expect_line(&input, "CHello");
    expect_line(&input, "K1");
    expect_line(&input, "K2\r");
    expect_line(&input, "");
    expect_event(&input, LINE_END);
    finish_input(&input);
}
END_TEST

/* A first line read under one form is given again under another, and so is what follows. */
START_TEST(a_repeated_line_comes_in_the_new_form) {
    static const char bytes[] = "pos start\nE00\0a very long line\nend";
    LineInput input;
    Line line;
    start_input(&input, open_bytes(bytes, sizeof bytes - 1), LINE_ENDS_LF, 100, LINE_LONG_DROP);
    ck_assert_int_eq(line_input_next(&input, 0, &line, NULL), LINE_TEXT);
    line_input_repeat(&input, &line, LINE_ENDS_LF_OR_NUL, 9, LINE_LONG_CUT);
    ck_assert(line_input_is_ready(&input));
    expect_line(&input, "pos start");
    expect_line(&input, "E00");
    expect_text(&input, "a very lo", true);
    expect_line(&input, "end");
    expect_event(&input, LINE_END);
    finish_input(&input);

    start_input(&input, open_bytes(bytes, sizeof bytes - 1), LINE_ENDS_LF, 100, LINE_LONG_DROP);
    ck_assert_int_eq(line_input_next(&input, 0, &line, NULL), LINE_TEXT);
    line_input_repeat(&input, &line, LINE_ENDS_LF, 8, LINE_LONG_DROP);
    expect_event(&input, LINE_TOO_LONG);
    finish_input(&input);
}
END_TEST

START_TEST(nul_in_a_line_is_flagged) {
    static const char bytes[] = "pi\0ng\nping\n\0";
    LineInput input;
    Line line;
    start_input(&input, open_bytes(bytes, sizeof bytes - 1), LINE_ENDS_LF, 100, LINE_LONG_DROP);
    ck_assert_int_eq(line_input_next(&input, 0, &line, NULL), LINE_TEXT);
    ck_assert_uint_eq(line.length, 5);
    ck_assert(line.has_nul);
    expect_line(&input, "ping");
    ck_assert_int_eq(line_input_next(&input, 0, &line, NULL), LINE_TEXT);
    ck_assert_uint_eq(line.length, 1);
    ck_assert(line.has_nul);
    expect_event(&input, LINE_END);
    finish_input(&input);
}
END_TEST

START_TEST(limit_counts_text_without_its_end) {
    static const char text[] = "12345\n12345\r\n123456\n12345\r\r\n1234567\r\nok\n123456";
    LineInput input;
    start_input(&input, open_bytes(text, sizeof text - 1), LINE_ENDS_LF, 5, LINE_LONG_DROP);
    expect_line(&input, "12345");
    expect_line(&input, "12345");
    for (int i = 0; i < 3; i++)
        expect_event(&input, LINE_TOO_LONG);
    expect_line(&input, "ok");
    expect_event(&input, LINE_TOO_LONG);
    expect_event(&input, LINE_END);
    finish_input(&input);

    start_input(&input, open_bytes(text, sizeof text - 1), LINE_ENDS_LF, 5, LINE_LONG_CUT);
    expect_line(&input, "12345");
    expect_line(&input, "12345");
    for (int i = 0; i < 3; i++)
        expect_text(&input, "12345", true);
    expect_line(&input, "ok");
    expect_text(&input, "12345", true);
    expect_event(&input, LINE_END);
    finish_input(&input);
}
END_TEST

START_TEST(very_long_lines_are_survived) {
    size_t length = 10 * 1000 * 1000;
    char *bytes = malloc(length);
    ck_assert_ptr_nonnull(bytes);
    memset(bytes, 'x', length);
    memcpy(bytes + length - 6, "\nping\n", 6);
    LineInput input;
    Line line;
    start_input(&input, open_bytes(bytes, length), LINE_ENDS_LF, 1 << 20, LINE_LONG_DROP);
    ck_assert_int_eq(line_input_next(&input, -1, &line, NULL), LINE_TOO_LONG);
    expect_line(&input, "ping");
    expect_event(&input, LINE_END);
    finish_input(&input);

    start_input(&input, open_bytes(bytes, length), LINE_ENDS_NUL, 127, LINE_LONG_CUT);
    ck_assert_int_eq(line_input_next(&input, -1, &line, NULL), LINE_TEXT);
    ck_assert_uint_eq(line.length, 127);
    ck_assert(line.cut);
    expect_event(&input, LINE_END);
    finish_input(&input);

    start_input(&input, open_bytes(bytes, length), LINE_ENDS_LF, length, LINE_LONG_DROP);
    ck_assert_int_eq(line_input_next(&input, -1, &line, NULL), LINE_TEXT);
    ck_assert_uint_eq(line.length, length - 6);
    ck_assert_int_eq(memcmp(line.text, bytes, line.length), 0);
    finish_input(&input);
    free(bytes);
}
END_TEST

/* An endless line must not hold a caller who has no time. */
START_TEST(timeout_of_zero_looks_once) {
    size_t length = 1000 * 1000;
    char *bytes = calloc(1, length);
    ck_assert_ptr_nonnull(bytes);
    memset(bytes, 'x', length);
    LineInput input;
    start_input(&input, open_bytes(bytes, length), LINE_ENDS_LF, 10, LINE_LONG_DROP);
    expect_event(&input, LINE_TIMEOUT);
    ck_assert_int_lt(lseek(line_input_get_fd(&input), 0, SEEK_CUR), (off_t)length / 2);
    finish_input(&input);
    free(bytes);
}
END_TEST

START_TEST(ready_sees_lines_that_poll_cannot) {
    int ends[2];
    make_pipe(ends);
    LineInput input;
    start_input(&input, ends[0], LINE_ENDS_LF, 100, LINE_LONG_DROP);
    ck_assert(!line_input_is_ready(&input));
    put_text(ends[1], "a\nb\nc");
    ck_assert(!line_input_is_ready(&input));
    expect_line(&input, "a");
    struct pollfd watch = {.fd = line_input_get_fd(&input), .events = POLLIN};
    ck_assert_int_eq(poll(&watch, 1, 0), 0);
    ck_assert(line_input_is_ready(&input));
    expect_line(&input, "b");
    close(ends[1]);
    ck_assert(!line_input_is_ready(&input));
    expect_line(&input, "c");
    ck_assert(line_input_is_ready(&input));
    expect_event(&input, LINE_END);
    finish_input(&input);
}
END_TEST

START_TEST(a_descriptor_that_does_not_block_serves_too) {
    int ends[2];
    make_pipe(ends);
    ck_assert_int_eq(fcntl(ends[0], F_SETFL, O_NONBLOCK), 0);
    LineInput input;
    start_input(&input, ends[0], LINE_ENDS_LF, 100, LINE_LONG_DROP);
    Line line;
    ck_assert_int_eq(line_input_next(&input, 1, &line, NULL), LINE_TIMEOUT);
    put_text(ends[1], "a\n");
    expect_line(&input, "a");
    close(ends[1]);
    finish_input(&input);
}
END_TEST

START_TEST(failures_are_told_and_stay) {
    int ends[2];
    make_pipe(ends);
    LineInput input;
    Line line;
    Error error = {""};
    start_input(&input, ends[1], LINE_ENDS_LF, 100, LINE_LONG_DROP); /* the end for writing */
    close(ends[0]);
    for (int i = 0; i < 2; i++) {
        ck_assert_int_eq(line_input_next(&input, 100, &line, &error), LINE_FAILED);
        ck_assert_int_eq(strncmp(error.text, "cannot read: ", 13), 0);
        ck_assert(line_input_is_ready(&input));
    }
    finish_input(&input);
    ck_assert_int_eq(line_input_init(&input, 0, LINE_ENDS_LF, (size_t)-1, LINE_LONG_DROP, &error),
                     STATUS_NO_MEMORY);
}
END_TEST

/* Every way to cut a stream into two reads gives the same lines. */
START_TEST(every_split_gives_the_same_lines) {
    static const char text[] = "ab\r\n\ncdef\r\r\nxyz123\nlast\r";
    for (size_t first = 0; first < sizeof text; first++) {
        int ends[2];
        make_pipe(ends);
        LineInput input;
        start_input(&input, ends[0], LINE_ENDS_LF, 5, LINE_LONG_DROP);
        put_bytes(ends[1], text, first);
        Line line;
        char seen[100] = "";
        LineEvent event;
        int timeout_ms = 0;
        while ((event = line_input_next(&input, timeout_ms, &line, NULL)) != LINE_END) {
            if (event == LINE_TIMEOUT) {
                put_bytes(ends[1], text + first, sizeof text - 1 - first);
                close(ends[1]);
                timeout_ms = -1;
                continue;
            }
            strcat(seen, event == LINE_TEXT ? line.text : "!");
            strcat(seen, "|");
        }
        ck_assert_str_eq(seen, "ab||cdef\r|!|last\r|");
        finish_input(&input);
    }
}
END_TEST

/* ---- Output ---- */

static void start_output(LineOutput *output, int fd, char ending) {
    ck_assert_int_eq(line_output_init(output, fd, ending, NULL), STATUS_OK);
}

START_TEST(lines_get_their_ending) {
    int ends[2];
    make_pipe(ends);
    LineOutput output;
    start_output(&output, ends[1], '\n');
    ck_assert_int_eq(line_output_printf(&output, "info depth=%d pv=\"%s\"", 3, "32-28"), STATUS_OK);
    ck_assert_int_eq(line_output_write(&output, "", 0), STATUS_OK);
    ck_assert_int_eq(line_output_write(&output, "two\nlines\0x", 11), STATUS_OK);
    ck_assert_int_eq(line_output_get_status(&output, NULL), STATUS_OK);
    line_output_done(&output);
    start_output(&output, ends[1], '\0');
    ck_assert_int_eq(line_output_printf(&output, "C%s", "a\nb"), STATUS_OK);
    line_output_done(&output);
    close(ends[1]);
    static const char expected[] = "info depth=3 pv=\"32-28\"\n\ntwo lines\0x\nCa\nb";
    char bytes[100];
    ck_assert_int_eq(read(ends[0], bytes, sizeof bytes), (ssize_t)sizeof expected);
    ck_assert_int_eq(memcmp(bytes, expected, sizeof expected), 0);
    close(ends[0]);
}
END_TEST

/* Lengths around those at which the memory of a line grows. */
START_TEST(no_length_cuts_a_line) {
    int ends[2];
    make_pipe(ends);
    LineInput input;
    start_input(&input, ends[0], LINE_ENDS_LF, 10000, LINE_LONG_DROP);
    char text[5000];
    for (size_t length = 1; length < sizeof text; length++) {
        memset(text, 'x', length);
        text[length - 1] = 'y';
        text[length] = '\0';
        LineOutput output;
        start_output(&output, ends[1], '\n');
        ck_assert_int_eq(line_output_printf(&output, "%s", text), STATUS_OK);
        line_output_done(&output);
        expect_line(&input, text);
        start_output(&output, ends[1], '\n');
        ck_assert_int_eq(line_output_write(&output, text, length), STATUS_OK);
        expect_line(&input, text);
        line_output_done(&output);
    }
    close(ends[1]);
    finish_input(&input);
}
END_TEST

typedef struct {
    LineOutput *output;
    char letter;
    size_t lengths[3];
} Talker;

static void *talk(void *context) {
    const Talker *talker = context;
    for (int i = 0; i < 300; i++) {
        size_t length = talker->lengths[i % 3];
        char *text = malloc(length + 1);
        if (!text)
            return context;
        memset(text, talker->letter, length);
        text[length] = '\0';
        Status status = i % 2 ? line_output_printf(talker->output, "%s", text)
                              : line_output_write(talker->output, text, length);
        free(text);
        if (status != STATUS_OK)
            return context;
    }
    return NULL;
}

/* Two threads, lines longer than a pipe holds: partial writes, but never a mixed line. */
static void check_whole_lines(int read_fd, int write_fd) {
    LineOutput output;
    LineInput input;
    start_output(&output, write_fd, '\n');
    start_input(&input, read_fd, LINE_ENDS_LF, 1 << 20, LINE_LONG_DROP);
    Talker talkers[2] = {{&output, 'a', {10, 5000, 300000}}, {&output, 'b', {1, 70000, 1023}}};
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        ck_assert_int_eq(pthread_create(&threads[i], NULL, talk, &talkers[i]), 0);
    int counts[2] = {0};
    while (counts[0] + counts[1] < 600) {
        Line line;
        ck_assert_int_eq(line_input_next(&input, 10000, &line, NULL), LINE_TEXT);
        int who = line.text[0] - 'a';
        ck_assert(who == 0 || who == 1);
        ck_assert_uint_eq(line.length, talkers[who].lengths[counts[who] % 3]);
        ck_assert_uint_eq(strspn(line.text, who ? "b" : "a"), line.length);
        counts[who]++;
    }
    for (int i = 0; i < 2; i++) {
        void *failed = NULL;
        pthread_join(threads[i], &failed);
        ck_assert_ptr_null(failed);
    }
    line_output_done(&output);
    close(write_fd);
    finish_input(&input);
}

START_TEST(lines_of_threads_never_mix) {
    int ends[2];
    make_pipe(ends);
    check_whole_lines(ends[0], ends[1]);
    make_pipe(ends);
    ck_assert_int_eq(fcntl(ends[1], F_SETFL, O_NONBLOCK), 0);
    check_whole_lines(ends[0], ends[1]);
    ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    check_whole_lines(ends[0], ends[1]);
}
END_TEST

static void check_closed(int read_fd, int write_fd) {
    LineOutput output;
    Error error = {""};
    start_output(&output, write_fd, '\n');
    ck_assert_int_eq(line_output_printf(&output, "one"), STATUS_OK);
    close(read_fd);
    ck_assert_int_eq(line_output_get_status(&output, NULL), STATUS_OK);
    ck_assert_int_eq(line_output_printf(&output, "two"), STATUS_CLOSED);
    ck_assert_int_eq(line_output_write(&output, "three", 5), STATUS_CLOSED);
    ck_assert_int_eq(line_output_get_status(&output, &error), STATUS_CLOSED);
    ck_assert(strncmp(error.text, "cannot write: ", 14) == 0);
    line_output_done(&output);
    close(write_fd);
}

START_TEST(a_closed_end_is_survived) {
    int ends[2];
    ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    check_closed(ends[0], ends[1]); /* without any help against SIGPIPE */
    signal(SIGPIPE, SIG_IGN);
    make_pipe(ends);
    check_closed(ends[0], ends[1]);
    signal(SIGPIPE, SIG_DFL);
}
END_TEST

START_TEST(other_failures_are_told) {
    LineOutput output;
    Error error = {""};
    ck_assert_int_eq(line_output_init(&output, -1, '\n', &error), STATUS_IO);
    ck_assert(error.text[0] != '\0');
    int full = open("/dev/full", O_WRONLY);
    ck_assert_int_ge(full, 0);
    start_output(&output, full, '\n');
    ck_assert_int_eq(line_output_printf(&output, "x"), STATUS_IO);
    ck_assert_int_eq(line_output_get_status(&output, &error), STATUS_IO);
    ck_assert_ptr_nonnull(strstr(error.text, strerror(ENOSPC)));
    line_output_done(&output);
    close(full);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("line_io");
    TCase *tests = tcase_create("input");
    tcase_add_test(tests, lines_split_and_joined);
    tcase_add_test(tests, last_line_without_end_comes_before_the_end);
    tcase_add_test(tests, nul_ends_messages);
    tcase_add_test(tests, nul_or_lf_ends_messages);
    tcase_add_test(tests, a_repeated_line_comes_in_the_new_form);
    tcase_add_test(tests, nul_in_a_line_is_flagged);
    tcase_add_test(tests, limit_counts_text_without_its_end);
    tcase_add_test(tests, very_long_lines_are_survived);
    tcase_add_test(tests, timeout_of_zero_looks_once);
    tcase_add_test(tests, ready_sees_lines_that_poll_cannot);
    tcase_add_test(tests, a_descriptor_that_does_not_block_serves_too);
    tcase_add_test(tests, failures_are_told_and_stay);
    tcase_add_test(tests, every_split_gives_the_same_lines);
    suite_add_tcase(suite, tests);
    tests = tcase_create("output");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, lines_get_their_ending);
    tcase_add_test(tests, no_length_cuts_a_line);
    tcase_add_test(tests, lines_of_threads_never_mix);
    tcase_add_test(tests, a_closed_end_is_survived);
    tcase_add_test(tests, other_failures_are_told);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
