/* SPDX-License-Identifier: MIT */
#include "bench/match/talk_log_internal.h"

#include "engine/base/clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    EXTRA_LENGTH = 64 /* time, mark, "and N bytes more", newline */
};

Status talk_log_init(TalkLog *log, Error *error) {
    *log = (TalkLog){.bytes = malloc(2 * TALK_LOG_SIZE), .start_ns = clock_now_ns()};
    if (!log->bytes)
        return error_set(error, STATUS_NO_MEMORY, "out of memory for the log of an engine");
    return STATUS_OK;
}

void talk_log_done(TalkLog *log) {
    free(log->bytes);
    log->bytes = NULL;
}

void talk_log_add(TalkLog *log, char mark, const char *text, size_t length) {
    size_t kept = length < TALK_LOG_LINE_LENGTH ? length : TALK_LOG_LINE_LENGTH;
    if (log->length + kept + EXTRA_LENGTH > 2 * TALK_LOG_SIZE) {
        size_t last_length;
        const char *last = talk_log_get(log, &last_length);
        memmove(log->bytes, last, last_length);
        log->length = last_length;
    }
    log->length += (size_t)snprintf(log->bytes + log->length, EXTRA_LENGTH, "%.4f %c ",
                                    clock_seconds_since(log->start_ns), mark);
    for (size_t i = 0; i < kept; i++)
        log->bytes[log->length++] = text[i] >= ' ' && text[i] <= '~' ? text[i] : '?';
    if (kept < length)
        log->length += (size_t)snprintf(log->bytes + log->length, EXTRA_LENGTH / 2, "... %zu more",
                                        length - kept);
    log->bytes[log->length++] = '\n';
}

const char *talk_log_get(const TalkLog *log, size_t *ret_length) {
    const char *end = log->bytes + log->length;
    const char *first = log->bytes;
    if (log->length > TALK_LOG_SIZE) {
        /* Behind the first newline that leaves what fits; there is one, lines being short. */
        first = memchr(end - TALK_LOG_SIZE - 1, '\n', TALK_LOG_SIZE + 1);
        first = first ? first + 1 : end;
    }
    *ret_length = (size_t)(end - first);
    return first;
}
