/* SPDX-License-Identifier: MIT */
#include "tests/unit/console_talk.h"

#include <string.h>
#include <unistd.h>

static void *hold_talk(void *context) {
    Talk *talk = context;
    talk->status = console_run(talk->session, &talk->console_input, &talk->console_output,
                               &talk->config, NULL);
    close(talk->output_ends[1]);
    return NULL;
}

void talk_start_with(Talk *talk, const char *variant, const ConsoleConfig *config,
                     LineLongPolicy policy) {
    Settings settings = settings_default();
    ck_assert_int_eq(settings_set(&settings, "variant", variant, NULL), STATUS_OK);
    ck_assert_int_eq(settings_set(&settings, "hash", "1", NULL), STATUS_OK);
    ck_assert_int_eq(settings_set(&settings, "book", "false", NULL), STATUS_OK);
    *talk = (Talk){.config = *config};
    ck_assert_int_eq(session_new(&settings, &talk->session, NULL), STATUS_OK);
    ck_assert_int_eq(pipe(talk->input_ends), 0);
    ck_assert_int_eq(pipe(talk->output_ends), 0);
    ck_assert_int_eq(line_input_init(&talk->console_input, talk->input_ends[0], LINE_ENDS_LF,
                                     CONSOLE_LINE_MAX, policy, NULL),
                     STATUS_OK);
    ck_assert_int_eq(line_output_init(&talk->console_output, talk->output_ends[1], '\n', NULL),
                     STATUS_OK);
    ck_assert_int_eq(line_input_init(&talk->answers, talk->output_ends[0], LINE_ENDS_LF, SHOWN_SIZE,
                                     LINE_LONG_DROP, NULL),
                     STATUS_OK);
    ck_assert_int_eq(pthread_create(&talk->thread, NULL, hold_talk, talk), 0);
}

void talk_start(Talk *talk, const char *variant) {
    static const ConsoleConfig config = {.limits = {.has_nodes = true, .nodes = 1000}};
    talk_start_with(talk, variant, &config, LINE_LONG_DROP);
}

void talk_send_bytes(Talk *talk, const char *bytes, size_t length) {
    while (length > 0) {
        ssize_t count = write(talk->input_ends[1], bytes, length);
        ck_assert_int_gt(count, 0);
        bytes += count;
        length -= (size_t)count;
    }
}

void talk_send(Talk *talk, const char *lines) {
    talk_send_bytes(talk, lines, strlen(lines));
}

const char *talk_read(Talk *talk) {
    Line line;
    LineEvent event = line_input_next(&talk->answers, PATIENCE_MS, &line, NULL);
    ck_assert_int_eq(event, LINE_TEXT);
    return line.text;
}

void talk_expect(Talk *talk, const char *line) {
    ck_assert_str_eq(talk_read(talk), line);
}

void talk_expect_start(Talk *talk, const char *start) {
    const char *line = talk_read(talk);
    ck_assert_msg(!strncmp(line, start, strlen(start)), "\"%s\" instead of \"%s...\"", line, start);
}

const char *talk_find(Talk *talk, const char *start) {
    for (;;) {
        const char *line = talk_read(talk);
        if (!strncmp(line, start, strlen(start)))
            return line;
    }
}

void talk_ask(Talk *talk, const char *line, const char *answer) {
    talk_send(talk, line);
    talk_send(talk, "\n");
    talk_expect(talk, answer);
}

void talk_hang_up(Talk *talk) {
    if (talk->input_ends[1] >= 0)
        close(talk->input_ends[1]);
    talk->input_ends[1] = -1;
}

void talk_join(Talk *talk) {
    Line line;
    ck_assert_int_eq(line_input_next(&talk->answers, PATIENCE_MS, &line, NULL), LINE_END);
    pthread_join(talk->thread, NULL);
    ck_assert_int_eq(talk->status, STATUS_OK);
    ck_assert(!session_is_thinking(talk->session));
}

void talk_free(Talk *talk) {
    talk_hang_up(talk);
    close(talk->input_ends[0]);
    close(talk->output_ends[0]);
    line_input_done(&talk->answers);
    line_input_done(&talk->console_input);
    line_output_done(&talk->console_output);
    session_free(talk->session);
}

void talk_end(Talk *talk) {
    talk_join(talk);
    talk_free(talk);
}

void talk_quit(Talk *talk) {
    talk_send(talk, "quit\n");
    talk_end(talk);
}

TCase *talk_add_case(Suite *suite, const char *name) {
    TCase *tests = tcase_create(name);
    tcase_set_timeout(tests, 120);
    suite_add_tcase(suite, tests);
    return tests;
}
