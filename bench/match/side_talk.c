/* SPDX-License-Identifier: MIT */
#include "bench/match/side_talk_internal.h"

#include "engine/base/clock.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

enum {
    READ_SIZE = 4096,
    LOOK_MS = 50, /* between two looks at a child whose end poll cannot tell */
};

void side_talk_init(SideTalk *talk, Child *child, TalkLog *log) {
    *talk = (SideTalk){.child = child, .log = log};
    for (int i = 0; i < SIDE_TALK_STREAMS; i++)
        talk->streams[i].fd = -1;
}

void side_talk_add(SideTalk *talk, int fd) {
    int i = 0;
    while (i < SIDE_TALK_STREAMS - 1 && talk->streams[i].fd >= 0)
        i++;
    talk->streams[i] = (SideStream){.fd = fd};
}

static void finish_line(SideTalk *talk, SideStream *stream) {
    stream->line[stream->length] = '\0';
    if (stream->length > 0) {
        talk_log_add(talk->log, '!', stream->line, stream->length);
        memcpy(talk->last, stream->line, stream->length + 1);
    }
    stream->length = 0;
}

/* One read of a stream that poll said has something. */
static void read_stream(SideTalk *talk, SideStream *stream) {
    char bytes[READ_SIZE];
    ssize_t count = read(stream->fd, bytes, sizeof bytes);
    if (count < 0 && (errno == EINTR || errno == EAGAIN))
        return;
    for (ssize_t i = 0; i < count; i++) {
        if (bytes[i] == '\n')
            finish_line(talk, stream);
        else if (stream->length < SIDE_TALK_LINE_SIZE - 1)
            stream->line[stream->length++] = bytes[i] != '\0' ? bytes[i] : '?';
    }
    if (count <= 0) {
        finish_line(talk, stream);
        stream->fd = -1;
    }
}

/* Milliseconds for poll, rounded up so that it does not return too early; -1 for ever. */
static int milliseconds_until(int64_t deadline_ns) {
    if (deadline_ns == INT64_MAX)
        return -1;
    int64_t left = deadline_ns - clock_now_ns();
    if (left <= 0)
        return 0;
    return left / 1000000 < INT_MAX - 1 ? (int)(left / 1000000) + 1 : INT_MAX;
}

/* One poll; reads the streams and tells in `*ret_ended` whether the child is at its end. True when
 * a watched descriptor has something. */
static bool poll_once(SideTalk *talk, struct pollfd *watched, int count, int timeout_ms,
                      bool *ret_ended) {
    struct pollfd all[SIDE_TALK_WATCHED_MAX + SIDE_TALK_STREAMS + 1];
    bool has_child = talk->child->pid > 0;
    bool blind = has_child && talk->child->exit_fd < 0;
    for (int i = 0; i < count; i++)
        all[i] = watched[i];
    struct pollfd *sides = all + count;
    for (int i = 0; i < SIDE_TALK_STREAMS; i++)
        sides[i] = (struct pollfd){.fd = talk->streams[i].fd, .events = POLLIN};
    sides[SIDE_TALK_STREAMS] = (struct pollfd){.fd = talk->child->exit_fd, .events = POLLIN};
    if (blind && (timeout_ms < 0 || timeout_ms > LOOK_MS))
        timeout_ms = LOOK_MS;
    bool found = poll(all, (nfds_t)(count + SIDE_TALK_STREAMS + 1), timeout_ms) > 0;
    *ret_ended = blind && child_wait(talk->child, 0);
    bool ready = false;
    for (int i = 0; i < count; i++) {
        watched[i].revents = found ? all[i].revents : 0;
        ready = ready || watched[i].revents;
    }
    if (!found)
        return false;
    for (int i = 0; i < SIDE_TALK_STREAMS; i++)
        if (sides[i].revents)
            read_stream(talk, &talk->streams[i]);
    *ret_ended = *ret_ended || sides[SIDE_TALK_STREAMS].revents;
    return ready;
}

SideTalkEvent side_talk_wait(SideTalk *talk, struct pollfd *watched, int count,
                             int64_t deadline_ns) {
    for (;;) {
        bool ended = false;
        int timeout_ms = milliseconds_until(deadline_ns);
        if (poll_once(talk, watched, count, timeout_ms, &ended))
            return SIDE_TALK_READY;
        /* What it wrote just before its end may have come between two looks of the poll. */
        if (ended)
            return poll_once(talk, watched, count, 0, &ended) ? SIDE_TALK_READY : SIDE_TALK_ENDED;
        if (timeout_ms == 0)
            return SIDE_TALK_TIMEOUT;
    }
}

const char *side_talk_get_last(const SideTalk *talk) {
    return talk->last;
}
