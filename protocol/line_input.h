/* SPDX-License-Identifier: MIT
 *
 * Lines from a file descriptor, in bounded memory and linear time whatever the other end sends.
 * The doors read commands and messages through it, and may watch its descriptor together with
 * others:
 *
 *     if (!line_input_is_ready(&input))
 *         poll(...); // what line_input_fill_poll says, and others
 *     event = line_input_next(&input, 0, &line, &error);
 *
 * A LineInput belongs to one thread at a time. */
#ifndef HUFF_PROTOCOL_LINE_INPUT_H
#define HUFF_PROTOCOL_LINE_INPUT_H

#include "engine/base/status.h"

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>

/* What ends a line. One CR directly before an LF that ends a line is dropped. */
typedef enum {
    LINE_ENDS_LF,        /* Hub and console; a NUL is an ordinary byte, see Line.has_nul */
    LINE_ENDS_NUL,       /* DXP on a socket; LF is an ordinary byte (it may stand in a CHAT) */
    LINE_ENDS_LF_OR_NUL, /* DXP on stdin, where a person or a script writes lines */
} LineEnding;

/* What becomes of a line longer than the limit. Its rest is thrown away up to its end either way,
 * and it gives exactly one event. */
typedef enum {
    LINE_LONG_DROP, /* the event is LINE_TOO_LONG, without text */
    LINE_LONG_CUT,  /* the event is LINE_TEXT with the first `limit` bytes and Line.cut set */
} LineLongPolicy;

typedef enum {
    LINE_TEXT,     /* a line, perhaps an empty one */
    LINE_TIMEOUT,  /* no complete line within the time */
    LINE_END,      /* the other end closed; every later call says so again */
    LINE_TOO_LONG, /* a line above the limit came and was dropped */
    LINE_FAILED,   /* reading failed, the Error says why; every later call says so again */
} LineEvent;

typedef struct {
    const char *text; /* without its end, always followed by a NUL; the LineInput's memory, valid
                         until the next call with that LineInput */
    size_t length;    /* bytes in text, at most the limit */
    bool cut;         /* text is the beginning of a longer line */
    bool has_nul;     /* text holds a NUL byte (LINE_ENDS_LF only): strlen would fall short */
} Line;

/* Private: use the functions. */
typedef struct {
    int fd;
    LineEnding ending;
    LineLongPolicy policy;
    size_t limit;
    char *chunk; /* bytes read and not yet part of a line: chunk_start..chunk_end */
    size_t chunk_start, chunk_end;
    char *line;         /* the line being collected: its first bytes, at most limit + 1 */
    size_t line_length; /* bytes in `line` */
    bool line_overflow; /* the line had more bytes than `line` holds */
    bool line_complete; /* `line` is to be handed out next */
    bool line_open;     /* a byte of an unfinished line has come */
    bool at_end;
    int failure;    /* errno of the read that failed, or 0 */
    int watched_fd; /* output whose reader must not go away, -1 if none */
} LineInput;

/* Prepares to read from `fd`, which stays the caller's and may be blocking or not. `limit` is the
 * length in bytes, without the end, of the longest line taken whole, 1 or more; that much memory
 * is reserved at once. STATUS_NO_MEMORY. */
Status line_input_init(LineInput *input, int fd, LineEnding ending, size_t limit,
                       LineLongPolicy policy, Error *error);

/* Takes the end of whoever reads `output_fd` for the end of input: while a door waits for a line it
 * would not notice otherwise that nobody hears it any more. -1 ends the watch. */
void line_input_watch(LineInput *input, int output_fd);

/* Frees the memory; does not close the descriptor. */
void line_input_done(LineInput *input);

/* Waits up to `timeout_ms` milliseconds for the next line (0: only looks, negative: for ever) and
 * says what came. `ret_line` is set for LINE_TEXT only. At the end of input a last line without
 * its end is given first, then LINE_END. Signals do not end the wait. `error` is filled for
 * LINE_FAILED only, and may be NULL. */
LineEvent line_input_next(LineInput *input, int timeout_ms, Line *ret_line, Error *error);

/* Whether the next call of line_input_next gives something else than LINE_TIMEOUT without looking
 * at the descriptor. Ask before waiting with poll: bytes already taken in do not wake poll. Ends
 * the validity of the last Line. */
bool line_input_is_ready(LineInput *input);

/* Makes the next call of line_input_next give `line` again, which must be what it gave last, and
 * tells the lines to come apart as the other arguments say: for whoever reads a first line only to
 * see who should read on. `limit` may not be above that of init. */
void line_input_repeat(LineInput *input, const Line *line, LineEnding ending, size_t limit,
                       LineLongPolicy policy);

/* The descriptor given at init. */
int line_input_get_fd(const LineInput *input);

/* What to wait for with poll when line_input_is_ready says no: the input and the output watched, if
 * there is one. When poll says anything about either, line_input_next has something to find. */
void line_input_fill_poll(const LineInput *input, struct pollfd ret_watched[static 2]);

#endif
