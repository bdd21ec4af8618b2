/* SPDX-License-Identifier: MIT
 *
 * One line on standard error that tells how far long work is; only on a terminal. And how long work
 * is told to end early: an interrupt (Ctrl-C) or a request to terminate sets a flag. */
#ifndef HUFF_PROTOCOL_CLI_PROGRESS_LINE_H
#define HUFF_PROTOCOL_CLI_PROGRESS_LINE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum {
    PROGRESS_TIME_SIZE = 32
};

typedef struct {
    bool active;     /* standard error is a terminal */
    bool shown;      /* there is a line to be ended */
    int64_t next_ns; /* nothing is shown before, so that the terminal is not flooded */
} ProgressLine;

void progress_line_init(ProgressLine *line);

/* Shows the line unless the last one is too fresh. */
void progress_line_show(ProgressLine *line, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Ends the line. */
void progress_line_end(ProgressLine *line);

/* Seconds as people write them: "1:05:09", "4:59"; "?" when negative. */
void progress_line_time(double seconds, char buffer[PROGRESS_TIME_SIZE]);

/* From now on an interrupt sets the flag below, and a second one ends the process. */
void progress_line_catch_interrupt(void);
const atomic_bool *progress_line_interrupted(void);

#endif
