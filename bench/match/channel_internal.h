/* SPDX-License-Identifier: MIT
 *
 * Private to bench/match: the line to and from an engine, with deadlines, in bounded memory, every
 * line logged. */
#ifndef HUFF_BENCH_MATCH_CHANNEL_INTERNAL_H
#define HUFF_BENCH_MATCH_CHANNEL_INTERNAL_H

#include "bench/match/player.h"
#include "bench/match/side_talk_internal.h"
#include "protocol/line_input.h"

enum {
    CHANNEL_LINES_MAX = 1000000, /* lines to a question; no engine has that much to say */
};

/* Private: use the functions. */
typedef struct {
    int output; /* to the engine */
    char ending;
    LineInput input;
    SideTalk *talk;
    TalkLog *log;
    int lines;       /* since channel_begin_question */
    int64_t read_ns; /* when the last line had come */
} Channel;

/* A line over descriptors that stay the caller's; `output` does not block or is a socket. `ending`
 * is '\n' or NUL and `limit` the longest line in bytes: longer ones are a fault where '\n' ends
 * them and are cut where NUL does. `talk` and `log` must outlive the channel. STATUS_NO_MEMORY. */
Status channel_init(Channel *channel, int input, int output, char ending, size_t limit,
                    SideTalk *talk, TalkLog *log, Error *error);
/* A zeroed channel is allowed. */
void channel_done(Channel *channel);

/* Says that a question begins: only CHANNEL_LINES_MAX lines are taken until the next. */
void channel_begin_question(Channel *channel);

/* Sends one line, given without its end. FAULT_NONE; FAULT_CRASH when the engine has closed its
 * end, FAULT_HANG when it took nothing for some seconds, with ret_answer filled. */
PlayerFault channel_send(Channel *channel, const char *text, size_t length,
                         PlayerAnswer *ret_answer);

/* Sends a line of farewell if the engine takes it at once. */
void channel_send_last(Channel *channel, const char *text);

/* The next line. Faults fill ret_answer: FAULT_HANG when none came until `deadline_ns` (a past one:
 * only looks), FAULT_CRASH when the engine has ended or closed its end, FAULT_GARBLED for a line
 * above the limit and for too many. */
PlayerFault channel_next(Channel *channel, int64_t deadline_ns, Line *ret_line,
                         PlayerAnswer *ret_answer);

/* When the last line had come, a value of clock_now_ns. */
int64_t channel_get_read_time(const Channel *channel);

/* Fills `ret_answer` with FAULT_CRASH and how the engine ended, and returns it. */
PlayerFault channel_fail_crash(const SideTalk *talk, PlayerAnswer *ret_answer);

#endif
