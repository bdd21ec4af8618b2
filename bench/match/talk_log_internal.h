/* SPDX-License-Identifier: MIT
 *
 * Private to bench/match: the last of what was said with an engine, in bounded memory. */
#ifndef HUFF_BENCH_MATCH_TALK_LOG_INTERNAL_H
#define HUFF_BENCH_MATCH_TALK_LOG_INTERNAL_H

#include "engine/base/status.h"

#include <stddef.h>
#include <stdint.h>

enum {
    TALK_LOG_SIZE = 65536,      /* bytes kept */
    TALK_LOG_LINE_LENGTH = 1000 /* bytes of a line kept; of longer ones the beginning */
};

/* Private: use the functions. */
typedef struct {
    char *bytes; /* 2 * TALK_LOG_SIZE, so that old lines are dropped seldom and many at once */
    size_t length;
    int64_t start_ns;
} TalkLog;

/* An empty log whose times count from now. STATUS_NO_MEMORY. */
Status talk_log_init(TalkLog *log, Error *error);
void talk_log_done(TalkLog *log);

/* Adds a line "SECONDS MARK TEXT". Bytes that are not printable ASCII become '?', of a line above
 * TALK_LOG_LINE_LENGTH the length is told instead of its rest. */
void talk_log_add(TalkLog *log, char mark, const char *text, size_t length);

/* The last lines that fit TALK_LOG_SIZE, each with its newline. Valid until the next call. */
const char *talk_log_get(const TalkLog *log, size_t *ret_length);

#endif
