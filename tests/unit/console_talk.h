/* SPDX-License-Identifier: MIT
 *
 * A console on its own thread, and a person at the other end of two pipes. A check fails when the
 * console does not answer as expected. */
#ifndef HUFF_TESTS_UNIT_CONSOLE_TALK_H
#define HUFF_TESTS_UNIT_CONSOLE_TALK_H

#include "protocol/console.h"
#include "tests/unit/suite.h"

#include <pthread.h>

enum {
    PATIENCE_MS = 60000, /* longest wait for a line; only a failure comes near it */
    SHOWN_SIZE = 1 << 16,
};

typedef struct {
    Session *session;
    LineInput console_input;
    LineOutput console_output;
    ConsoleConfig config;
    pthread_t thread;
    Status status;
    int input_ends[2], output_ends[2];
    LineInput answers;
} Talk;

void talk_start_with(Talk *talk, const char *variant, const ConsoleConfig *config,
                     LineLongPolicy policy);
/* A console on a pipe, without an engine that plays by itself. */
void talk_start(Talk *talk, const char *variant);

void talk_send_bytes(Talk *talk, const char *bytes, size_t length);
void talk_send(Talk *talk, const char *lines);
/* The next line of the console; valid until the one after. */
const char *talk_read(Talk *talk);

void talk_expect(Talk *talk, const char *line);
void talk_expect_start(Talk *talk, const char *start);
/* Reads on to the first line that begins so. */
const char *talk_find(Talk *talk, const char *start);

void talk_ask(Talk *talk, const char *line, const char *answer);
/* Closes the input, if that was not done. */
void talk_hang_up(Talk *talk);

/* Waits until the console is through, which must not have said more. */
void talk_join(Talk *talk);

void talk_free(Talk *talk);
void talk_end(Talk *talk);
void talk_quit(Talk *talk);

/* A further case of the suite, with time enough for whole games. */
TCase *talk_add_case(Suite *suite, const char *name);

#endif
