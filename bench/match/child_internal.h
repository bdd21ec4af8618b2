/* SPDX-License-Identifier: MIT
 *
 * Private to bench/match: a child process with pipes on its three standard descriptors. It leads a
 * process group of its own, so that what it starts itself ends with it, and begins with default
 * signal handling, no blocked signal and no further descriptor. */
#ifndef HUFF_BENCH_MATCH_CHILD_INTERNAL_H
#define HUFF_BENCH_MATCH_CHILD_INTERNAL_H

#include "engine/base/status.h"

#include <stdbool.h>
#include <sys/types.h>

enum {
    CHILD_END_SIZE = 96 /* bytes of a text on how a child ended */
};

typedef struct {
    pid_t pid;          /* 0 when there is none */
    int input, output;  /* its standard input (never blocks) and output */
    int errors;         /* its standard error */
    int exit_fd;        /* readable once it has ended; -1 where the system has no such thing */
    bool ended;         /* seen to have ended */
    int reason, status; /* of its end: CLD_EXITED and the like, exit status or signal */
} Child;

/* What child_end expects; the same as an ended one. */
Child child_none(void);

/* Starts `command` (NULL-terminated; its first word is looked for in PATH unless it holds a '/', a
 * relative path counts from `directory`) in `directory`, NULL for that of this process. STATUS_IO,
 * naming command and reason. */
Status child_start(char *const command[], const char *directory, Child *ret_child, Error *error);

/* Waits up to `seconds` for its end and says whether it has ended. */
bool child_wait(Child *child, double seconds);

/* One phrase for people on how it has ended, "still runs" when it has not. Fills and returns
 * `buffer`. */
const char *child_describe_end(const Child *child, char buffer[static CHILD_END_SIZE]);

/* Closes its input, waits up to `seconds` for its end, kills what is left of its group and closes
 * the other descriptors. Takes no longer than a second more. Harmless on an ended one. */
void child_end(Child *child, double seconds);

#endif
