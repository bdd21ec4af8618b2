/* SPDX-License-Identifier: MIT */
#include "bench/match/channel_internal.h"

#include "bench/match/player_internal.h"
#include "engine/base/clock.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>

static const double send_seconds = 2.0;  /* for an engine to take a line */
static const double ended_seconds = 0.2; /* from the end of its line to its own, if it ends */

Status channel_init(Channel *channel, int input, int output, char ending, size_t limit,
                    SideTalk *talk, TalkLog *log, Error *error) {
    *channel = (Channel){.output = output, .ending = ending, .talk = talk, .log = log};
    return line_input_init(&channel->input, input, ending == '\n' ? LINE_ENDS_LF : LINE_ENDS_NUL,
                           limit, ending == '\n' ? LINE_LONG_DROP : LINE_LONG_CUT, error);
}

void channel_done(Channel *channel) {
    line_input_done(&channel->input);
}

void channel_begin_question(Channel *channel) {
    channel->lines = 0;
}

PlayerFault channel_fail_crash(const SideTalk *talk, PlayerAnswer *ret_answer) {
    char end[CHILD_END_SIZE] = "closed the connection";
    if (talk->child->pid > 0 && child_wait(talk->child, ended_seconds))
        child_describe_end(talk->child, end);
    else if (talk->child->pid > 0)
        snprintf(end, sizeof end, "closed its line");
    const char *last = side_talk_get_last(talk);
    return player_fail(ret_answer, FAULT_CRASH, "the engine %s%s%.120s", end,
                       *last != '\0' ? ", and said: " : "", last);
}

/* Sends what the engine takes at once of text and ending, from `sent` on; bytes or -1. */
static ssize_t send_some(Channel *channel, const char *text, size_t length, size_t sent) {
    struct iovec parts[2] = {
        {.iov_base = (char *)(uintptr_t)text, .iov_len = length},
        {.iov_base = &channel->ending, .iov_len = 1},
    };
    size_t skipped = sent < length ? sent : length;
    parts[0].iov_base = (char *)parts[0].iov_base + skipped;
    parts[0].iov_len -= skipped;
    struct msghdr message = {.msg_iov = parts, .msg_iovlen = 2};
    ssize_t count;
    do {
        if (channel->ending == '\0')
            count = sendmsg(channel->output, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
        else
            count = writev(channel->output, parts, 2);
    } while (count < 0 && errno == EINTR);
    return count;
}

PlayerFault channel_send(Channel *channel, const char *text, size_t length,
                         PlayerAnswer *ret_answer) {
    int64_t deadline_ns = player_deadline(clock_now_ns(), send_seconds);
    talk_log_add(channel->log, '>', text, length);
    for (size_t sent = 0; sent < length + 1;) {
        ssize_t count = send_some(channel, text, length, sent);
        if (count < 0 && errno != EAGAIN && errno != EWOULDBLOCK)
            return channel_fail_crash(channel->talk, ret_answer);
        if (count >= 0) {
            sent += (size_t)count;
            continue;
        }
        struct pollfd watch = {.fd = channel->output, .events = POLLOUT};
        SideTalkEvent event = side_talk_wait(channel->talk, &watch, 1, deadline_ns);
        if (event == SIDE_TALK_ENDED)
            return channel_fail_crash(channel->talk, ret_answer);
        if (event == SIDE_TALK_TIMEOUT)
            return player_fail(ret_answer, FAULT_HANG,
                               "the engine does not read what it is sent (\"%.60s\")", text);
    }
    return FAULT_NONE;
}

void channel_send_last(Channel *channel, const char *text) {
    talk_log_add(channel->log, '>', text, strlen(text));
    (void)send_some(channel, text, strlen(text), 0);
}

/* What a line or its absence means; FAULT_NONE with *ret_again when there is none yet. */
static PlayerFault judge_event(Channel *channel, LineEvent event, const Line *line, bool *ret_again,
                               PlayerAnswer *ret_answer) {
    *ret_again = false;
    switch (event) {
    case LINE_TEXT:
        talk_log_add(channel->log, '<', line->text, line->length);
        if (++channel->lines > CHANNEL_LINES_MAX)
            return player_fail(ret_answer, FAULT_GARBLED,
                               "the engine said more than %d lines to one question",
                               CHANNEL_LINES_MAX);
        return FAULT_NONE;
    case LINE_TIMEOUT:
        *ret_again = true;
        return FAULT_NONE;
    case LINE_TOO_LONG:
        talk_log_add(channel->log, '<', "(a line too long)", strlen("(a line too long)"));
        return player_fail(ret_answer, FAULT_GARBLED, "the engine sent a line above %zu bytes",
                           channel->input.limit);
    case LINE_END:
    case LINE_FAILED:
        break;
    }
    return channel_fail_crash(channel->talk, ret_answer);
}

PlayerFault channel_next(Channel *channel, int64_t deadline_ns, Line *ret_line,
                         PlayerAnswer *ret_answer) {
    for (;;) {
        if (!line_input_is_ready(&channel->input)) {
            struct pollfd watched[2];
            line_input_fill_poll(&channel->input, watched);
            SideTalkEvent event = side_talk_wait(channel->talk, watched, 2, deadline_ns);
            if (event == SIDE_TALK_ENDED)
                return channel_fail_crash(channel->talk, ret_answer);
            if (event == SIDE_TALK_TIMEOUT)
                return player_fail(ret_answer, FAULT_HANG, "no answer in time");
            channel->read_ns = clock_now_ns();
        }
        bool again;
        LineEvent event = line_input_next(&channel->input, 0, ret_line, NULL);
        PlayerFault fault = judge_event(channel, event, ret_line, &again, ret_answer);
        if (!again)
            return fault;
        /* A line without end must not hold the caller either. */
        if (channel->read_ns >= deadline_ns)
            return player_fail(ret_answer, FAULT_HANG, "no whole line in time");
    }
}

int64_t channel_get_read_time(const Channel *channel) {
    return channel->read_ns;
}
