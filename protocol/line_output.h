/* SPDX-License-Identifier: MIT
 *
 * Whole lines to a file descriptor, from any thread. A search that tells its progress and a door
 * that answers a ping share one LineOutput; their lines never mix. Nothing is buffered between
 * calls. When the other end goes away the LineOutput turns closed and stays so: writing to it is
 * harmless, and the door asks for its state when it suits. */
#ifndef HUFF_PROTOCOL_LINE_OUTPUT_H
#define HUFF_PROTOCOL_LINE_OUTPUT_H

#include "engine/base/status.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

/* Private: use the functions. */
typedef struct {
    pthread_mutex_t mutex; /* held while a line is made and written */
    int fd;
    char ending;
    bool is_socket;
    char *buffer; /* the line being written */
    size_t capacity;
    atomic_int failure; /* errno of the write that failed, or 0 while open; atomic so that its
                           state can be asked for while a write waits */
} LineOutput;

/* Prepares to write to `fd`, which stays the caller's and may be blocking or not. Every line gets
 * `ending` appended: '\n' or '\0'. On a pipe the process must ignore SIGPIPE (the command line
 * does); on a socket nothing is needed. STATUS_IO when `fd` is no open descriptor. */
Status line_output_init(LineOutput *output, int fd, char ending, Error *error);

/* Frees the memory; does not close the descriptor. No other thread may use the output any more. */
void line_output_done(LineOutput *output);

/* Writes `length` bytes and the ending as one line, with one system call where the system takes
 * it whole; waits while the other end is slow. No length limit. A byte of the text that equals the
 * ending is written as a blank, so that a call is always one line. Any thread.
 * STATUS_CLOSED when the other end is gone, STATUS_IO when writing failed otherwise (now or
 * earlier), STATUS_NO_MEMORY (nothing was written, the output stays open). */
Status line_output_write(LineOutput *output, const char *bytes, size_t length);

/* The same with a printf format; write no '\n' at its end. */
Status line_output_printf(LineOutput *output, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Writes a text without an ending, after which a person is to type. Any thread, but it is for the
 * caller to see that no other line follows before the person's. */
Status line_output_prompt(LineOutput *output, const char *text);

/* STATUS_OK while the output is open, else what every further write returns, STATUS_CLOSED or
 * STATUS_IO, with the reason in `error`. Never waits. Any thread. */
Status line_output_get_status(LineOutput *output, Error *error);

#endif
