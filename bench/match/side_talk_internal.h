/* SPDX-License-Identifier: MIT
 *
 * Private to bench/match: what a child says beside the line that the match speaks with it on
 * (standard error; of a DXP engine standard output too). It is read along with every wait, so that
 * no engine stands still because nobody hears it, and logged. */
#ifndef HUFF_BENCH_MATCH_SIDE_TALK_INTERNAL_H
#define HUFF_BENCH_MATCH_SIDE_TALK_INTERNAL_H

#include "bench/match/child_internal.h"
#include "bench/match/talk_log_internal.h"

#include <poll.h>
#include <stdint.h>

enum {
    SIDE_TALK_STREAMS = 2,
    SIDE_TALK_LINE_SIZE = 256, /* bytes of a line that are kept, NUL included */
    SIDE_TALK_WATCHED_MAX = 2, /* descriptors of the caller in one wait */
};

typedef struct {
    int fd; /* -1: none, or at its end */
    char line[SIDE_TALK_LINE_SIZE];
    size_t length;
} SideStream;

/* Private: use the functions. */
typedef struct {
    Child *child; /* its pid is 0 when there is none */
    TalkLog *log;
    SideStream streams[SIDE_TALK_STREAMS];
    char last[SIDE_TALK_LINE_SIZE];
} SideTalk;

typedef enum {
    SIDE_TALK_READY,   /* a watched descriptor has something */
    SIDE_TALK_ENDED,   /* the child has ended and no watched descriptor has anything */
    SIDE_TALK_TIMEOUT, /* neither until the deadline */
} SideTalkEvent;

/* Nothing is listened to yet. `child` and `log` must outlive it. */
void side_talk_init(SideTalk *talk, Child *child, TalkLog *log);

/* Listens to a descriptor, which stays the caller's and is not read elsewhere; at most
 * SIDE_TALK_STREAMS. */
void side_talk_add(SideTalk *talk, int fd);

/* Polls `watched` (at most SIDE_TALK_WATCHED_MAX, negative descriptors are left out) until
 * `deadline_ns` of clock_now_ns: INT64_MAX waits for ever, a past one only looks. */
SideTalkEvent side_talk_wait(SideTalk *talk, struct pollfd *watched, int count,
                             int64_t deadline_ns);

/* The last line that was said, "" if none; bytes as they came. */
const char *side_talk_get_last(const SideTalk *talk);

#endif
