/* SPDX-License-Identifier: MIT */
#include "protocol/thought.h"

#include "engine/base/clock.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

Status thought_init(Thought *thought, Session *session, Error *error) {
    *thought = (Thought){.session = session, .wake_fd = eventfd(0, EFD_CLOEXEC)};
    if (thought->wake_fd < 0)
        return error_set(error, STATUS_IO, "cannot make an event descriptor: %s", strerror(errno));
    return STATUS_OK;
}

void thought_done(Thought *thought) {
    if (thought->begun) {
        session_stop(thought->session);
        session_wait(thought->session);
    }
    close(thought->wake_fd);
}

static void on_info(void *context, const SearchInfo *info) {
    Thought *thought = context;
    if (thought->on_info)
        thought->on_info(thought->context, info);
}

/* A counter write of 8 bytes to an eventfd that is read after each search cannot fall short. */
static void on_done(void *context, const SearchResult *result) {
    Thought *thought = context;
    uint64_t one = 1;
    thought->result = *result;
    while (write(thought->wake_fd, &one, sizeof one) < 0 && errno == EINTR)
        continue;
}

Status thought_begin(Thought *thought, const SearchLimits *limits, SearchMode mode,
                     void (*info)(void *context, const SearchInfo *info), void *context,
                     Error *error) {
    if (thought->begun)
        return error_set(error, STATUS_STATE, "the last search's result was not taken");
    thought->on_info = info;
    thought->context = context;
    SearchEvents events = {.on_info = on_info, .on_done = on_done, .context = thought};
    Status status = session_think(thought->session, limits, mode, &events, error);
    thought->begun = status >= 0;
    return status;
}

bool thought_is_open(const Thought *thought) {
    return thought->begun;
}

ThoughtEvent thought_wait(Thought *thought, LineInput *input, int timeout_ms) {
    int64_t start = clock_now_ns();
    for (;;) {
        if (line_input_is_ready(input))
            return THOUGHT_LINE;
        int elapsed_ms = (int)((clock_now_ns() - start) / 1000000);
        int left = timeout_ms < 0 ? -1 : timeout_ms > elapsed_ms ? timeout_ms - elapsed_ms : 0;
        struct pollfd watched[3];
        line_input_fill_poll(input, watched);
        watched[2] =
            (struct pollfd){.fd = thought->begun ? thought->wake_fd : -1, .events = POLLIN};
        int count = poll(watched, 3, left);
        if (count > 0 && (watched[0].revents || watched[1].revents))
            return THOUGHT_LINE;
        if (count > 0)
            return THOUGHT_OVER;
        if (count == 0)
            return THOUGHT_TIMEOUT;
    }
}

bool thought_wait_over(const Thought *thought, const LineInput *input) {
    struct pollfd watched[2];
    int count;
    do {
        line_input_fill_poll(input, watched);
        watched[0] = (struct pollfd){.fd = thought->wake_fd, .events = POLLIN};
        count = poll(watched, 2, -1);
    } while (count <= 0);
    return watched[0].revents != 0;
}

SearchResult thought_take(Thought *thought) {
    uint64_t count;
    while (read(thought->wake_fd, &count, sizeof count) < 0 && errno == EINTR)
        continue;
    session_wait(thought->session);
    thought->begun = false;
    return thought->result;
}
