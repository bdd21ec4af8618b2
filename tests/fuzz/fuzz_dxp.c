/* SPDX-License-Identifier: MIT
 *
 * Any bytes as the peer of a DXP door. The first byte chooses its role, variant and settings; the
 * others are messages, each ended by a NUL. After each the peer waits for a moment, so that games
 * get on; then it goes away, and the door must come to its end by itself. */
#include "protocol/dxp.h"
#include "protocol/dxp_message.h"

#include "tests/fuzz/fuzz.h"

#include <poll.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    NODES = 20,
    QUIET_MS = 2,      /* without an answer before the next message is sent */
    MESSAGES_MAX = 64, /* that the peer waits after; the rest comes in one piece */
};

/* Bits of the first byte. */
enum {
    AS_INITIATOR = 1,
    IN_ENGLISH = 2,
    BY_CLOCK = 4,
    ANNOUNCED = 8,
    PONDERING = 16,
    GIVING_UP = 32,
};

typedef struct {
    Session *session;
    DxpConfig config;
    int fd;
} Door;

static void check_text(void *context, const char *text) {
    (void)context;
    for (; *text != '\0'; text++)
        fuzz_require(*text >= ' ' && *text <= '~', "what people read is printable");
}

static void check_game(void *context, const DxpReport *report) {
    check_text(context, report->reason);
    check_text(context, report->peer_name);
    fuzz_require(report->record->count >= 1, "a game has a position");
    fuzz_require(!report->refused || report->outcome == OUTCOME_NONE,
                 "a refused game has no result");
}

static void *run_door(void *context) {
    Door *door = context;
    Error error = {""};
    Status status = dxp_run_socket(door->session, door->fd, &door->config, &error);
    fuzz_require(status == STATUS_OK || error.text[0] != '\0', "a failure says why");
    shutdown(door->fd, SHUT_RDWR);
    return NULL;
}

/* Takes what the door sends until it is quiet, or to its end. */
static void hear(LineInput *input, int quiet_ms) {
    Line line;
    while (line_input_next(input, quiet_ms, &line, NULL) == LINE_TEXT) {
        fuzz_require(line.length >= 1 && line.length <= DXP_LENGTH_MAX, "messages have a length");
        fuzz_require(strchr("RAMECK", line.text[0]) != NULL, "messages have a type");
    }
}

static void talk(int fd, const char *text, size_t size) {
    LineInput input;
    fuzz_require(line_input_init(&input, fd, LINE_ENDS_NUL, 1000, LINE_LONG_CUT, NULL) >= 0,
                 "there is memory");
    for (int i = 0; size > 0; i++) {
        const char *end = i < MESSAGES_MAX ? memchr(text, '\0', size) : NULL;
        size_t length = end ? (size_t)(end - text) + 1 : size;
        if (send(fd, text, length, MSG_NOSIGNAL) < 0)
            break;
        hear(&input, QUIET_MS);
        text += length;
        size -= length;
    }
    shutdown(fd, SHUT_WR);
    hear(&input, -1);
    line_input_done(&input);
}

static void set_up(Door *door, uint8_t flags) {
    Settings settings = settings_default();
    settings.rules = rules_get(flags & IN_ENGLISH ? VARIANT_ENGLISH : VARIANT_INTERNATIONAL);
    settings.hash_mib = 0;
    settings.book = false; /* its moves are drawn by chance */
    settings.ponder = flags & PONDERING;
    fuzz_require(session_new(&settings, &door->session, NULL) >= 0, "there is memory");
    door->config = dxp_config_default();
    door->config.role = flags & AS_INITIATOR ? DXP_INITIATOR : DXP_FOLLOWER;
    door->config.announces = flags & ANNOUNCED;
    door->config.resign_score = flags & GIVING_UP ? 100 : 0;
    door->config.nodes = flags & BY_CLOCK ? 0 : NODES;
    door->config.own_minutes = 0.001;
    door->config.ack_seconds = 0.001;
    door->config.gap_ms = 0;
    door->config.on_game = check_game;
    door->config.on_text = check_text;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0)
        return 0;
    Door door;
    int ends[2];
    pthread_t thread;
    set_up(&door, data[0]);
    fuzz_require(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0, "there are sockets");
    door.fd = ends[1];
    fuzz_require(pthread_create(&thread, NULL, run_door, &door) == 0, "there are threads");
    talk(ends[0], (const char *)data + 1, size - 1);
    pthread_join(thread, NULL);
    close(ends[0]);
    close(ends[1]);
    session_free(door.session);
    return 0;
}
