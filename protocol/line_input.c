/* SPDX-License-Identifier: MIT */
#include "protocol/line_input.h"

#include "engine/base/clock.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    CHUNK_SIZE = 16384, /* bytes asked for by one read */
};

Status line_input_init(LineInput *input, int fd, LineEnding ending, size_t limit,
                       LineLongPolicy policy, Error *error) {
    *input =
        (LineInput){.fd = fd, .ending = ending, .policy = policy, .limit = limit, .watched_fd = -1};
    input->chunk = malloc(CHUNK_SIZE);
    /* One byte more than the limit, for a CR that turns out to belong to the end of the line, and
     * one for the NUL behind the text. */
    input->line = limit <= SIZE_MAX - 2 ? malloc(limit + 2) : NULL;
    if (!input->chunk || !input->line) {
        line_input_done(input);
        return error_set(error, STATUS_NO_MEMORY, "no memory for lines of %zu bytes", limit);
    }
    return STATUS_OK;
}

void line_input_done(LineInput *input) {
    free(input->chunk);
    free(input->line);
    input->chunk = NULL;
    input->line = NULL;
}

int line_input_get_fd(const LineInput *input) {
    return input->fd;
}

static const char *earlier_of(const char *a, const char *b) {
    if (!a)
        return b;
    return b && b < a ? b : a;
}

/* The first byte of the chunk that ends a line, or NULL. */
static const char *find_ending(const LineInput *input) {
    const char *start = input->chunk + input->chunk_start;
    size_t length = input->chunk_end - input->chunk_start;
    switch (input->ending) {
    case LINE_ENDS_LF:
        return memchr(start, '\n', length);
    case LINE_ENDS_NUL:
        return memchr(start, '\0', length);
    case LINE_ENDS_LF_OR_NUL:
        break;
    }
    const char *newline = memchr(start, '\n', length);
    size_t before = newline ? (size_t)(newline - start) : length;
    return earlier_of(newline, memchr(start, '\0', before));
}

/* Moves `length` bytes from the chunk to the line; what does not fit is forgotten. */
static void take_bytes(LineInput *input, size_t length) {
    size_t room = input->limit + 1 - input->line_length;
    size_t kept = length < room ? length : room;
    memcpy(input->line + input->line_length, input->chunk + input->chunk_start, kept);
    input->line_length += kept;
    input->chunk_start += length;
    if (kept < length)
        input->line_overflow = true;
    if (length > 0)
        input->line_open = true;
}

/* Collects what has been read. After it either a line is complete or the chunk is empty. */
static void collect_line(LineInput *input) {
    if (input->line_complete)
        return;
    const char *ending = find_ending(input);
    if (ending) {
        bool is_newline = *ending == '\n';
        take_bytes(input, (size_t)(ending - (input->chunk + input->chunk_start)));
        input->chunk_start++;
        if (is_newline && !input->line_overflow && input->line_length > 0 &&
            input->line[input->line_length - 1] == '\r')
            input->line_length--;
        input->line_complete = true;
        return;
    }
    take_bytes(input, input->chunk_end - input->chunk_start);
    if (input->line_open && (input->at_end || input->failure != 0))
        input->line_complete = true;
}

bool line_input_is_ready(LineInput *input) {
    collect_line(input);
    return input->line_complete || input->at_end || input->failure != 0;
}

/* Hands out the complete line and makes room for the next. */
static LineEvent deliver_line(LineInput *input, Line *ret_line) {
    bool too_long = input->line_overflow || input->line_length > input->limit;
    size_t length = input->line_length < input->limit ? input->line_length : input->limit;
    input->line[length] = '\0';
    input->line_length = 0;
    input->line_overflow = false;
    input->line_complete = false;
    input->line_open = false;
    if (too_long && input->policy == LINE_LONG_DROP)
        return LINE_TOO_LONG;
    *ret_line = (Line){
        .text = input->line,
        .length = length,
        .cut = too_long,
        .has_nul = memchr(input->line, '\0', length) != NULL,
    };
    return LINE_TEXT;
}

/* One read of the descriptor, which poll said would not block. */
static void read_chunk(LineInput *input) {
    ssize_t count = read(input->fd, input->chunk, CHUNK_SIZE);
    input->chunk_start = 0;
    input->chunk_end = count > 0 ? (size_t)count : 0;
    if (count == 0)
        input->at_end = true;
    else if (count < 0 && errno != EINTR && errno != EAGAIN && errno != EWOULDBLOCK)
        input->failure = errno;
}

/* Milliseconds from now to `deadline_ns`, rounded up so that poll does not return too early. */
static int milliseconds_until(int64_t deadline_ns) {
    int64_t left = deadline_ns - clock_now_ns();
    if (left <= 0)
        return 0;
    int64_t milliseconds = (left + 999999) / 1000000;
    return milliseconds < INT_MAX ? (int)milliseconds : INT_MAX;
}

LineEvent line_input_next(LineInput *input, int timeout_ms, Line *ret_line, Error *error) {
    int64_t deadline_ns = clock_now_ns() + (int64_t)timeout_ms * 1000000;
    bool looked = false;
    for (;;) {
        collect_line(input);
        if (input->line_complete)
            return deliver_line(input, ret_line);
        if (input->failure != 0) {
            error_set(error, STATUS_IO, "cannot read: %s", strerror(input->failure));
            return LINE_FAILED;
        }
        if (input->at_end)
            return LINE_END;
        int wait_ms = timeout_ms < 0 ? -1 : milliseconds_until(deadline_ns);
        /* Asked after the first look only, so that a timeout of 0 looks once, and a peer that sends
         * an endless line cannot hold the caller beyond its time. */
        if (wait_ms == 0 && looked)
            return LINE_TIMEOUT;
        struct pollfd watched[2];
        line_input_fill_poll(input, watched);
        int ready = poll(watched, 2, wait_ms);
        looked = true;
        if (ready > 0 && watched[0].revents)
            read_chunk(input);
        else if (ready > 0)
            input->at_end = true;
        else if (ready < 0 && errno != EINTR)
            input->failure = errno;
    }
}

void line_input_watch(LineInput *input, int output_fd) {
    input->watched_fd = output_fd;
}

/* Nothing is asked of the output, so poll reports only that its other end is gone. */
void line_input_fill_poll(const LineInput *input, struct pollfd ret_watched[static 2]) {
    ret_watched[0] = (struct pollfd){.fd = input->fd, .events = POLLIN};
    ret_watched[1] = (struct pollfd){.fd = input->watched_fd};
}

void line_input_repeat(LineInput *input, const Line *line, LineEnding ending, size_t limit,
                       LineLongPolicy policy) {
    input->ending = ending;
    input->limit = limit;
    input->policy = policy;
    input->line_length = line->length; /* its bytes are still where they were handed out */
    input->line_complete = true;
    input->line_open = true;
}
