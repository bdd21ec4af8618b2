/* SPDX-License-Identifier: MIT */
#include "bench/match/dxp_link_internal.h"
#include "engine/base/clock.h"
#include "protocol/dxp_net.h"

#include <math.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    LOOK_MS = 100 /* between two looks at a port that is taken; few, as they queue up there */
};
/* Of the first and the longest try to connect; after each the child is looked at again. An engine
 * on this machine listens within milliseconds of its start, one far away may be slow to answer. */
static const double connect_seconds = 0.02;
static const double connect_seconds_max = 2.0;
static const double free_seconds = 1.0; /* for a port to become free */
static const double quit_seconds = 0.4; /* from the end of the connection to the engine's own */

/* ---- Connecting ---- */

static void await_connection(DxpEngine *engine, const char *address, int64_t deadline_ns,
                             PlayerAnswer *answer) {
    struct pollfd watch = {.fd = engine->listener, .events = POLLIN};
    SideTalkEvent event = side_talk_wait(&engine->talk, &watch, 1, deadline_ns);
    char peer[DXP_PEER_SIZE];
    Error reason;
    if (event == SIDE_TALK_ENDED)
        channel_fail_crash(&engine->talk, answer);
    else if (event == SIDE_TALK_TIMEOUT)
        player_fail(answer, FAULT_START, "nobody connected to %.80s in time", address);
    else if (dxp_accept(engine->listener, &engine->fd, peer, &reason) < 0)
        player_fail(answer, FAULT_START, "%s", reason.text);
}

static void connect_to_engine(DxpEngine *engine, const char *address, int64_t deadline_ns,
                              PlayerAnswer *answer) {
    Error reason;
    double seconds = connect_seconds;
    while (dxp_connect(address, seconds, &engine->fd, &reason) < 0) {
        if (side_talk_wait(&engine->talk, NULL, 0, 0) == SIDE_TALK_ENDED) {
            channel_fail_crash(&engine->talk, answer);
            return;
        }
        if (clock_now_ns() >= deadline_ns) {
            player_fail(answer, FAULT_START, "%s", reason.text);
            return;
        }
        double left = (double)(deadline_ns - clock_now_ns()) * 1e-9;
        seconds = fmin(fmin(2 * seconds, connect_seconds_max), fmax(left, connect_seconds));
    }
}

/* Whether nobody answers at the address where the child is to listen. Somebody else's engine must
 * not be taken for it, and the system may need a moment to close the port of one that was killed.
 */
static bool wait_for_free_port(const char *address, PlayerAnswer *answer) {
    int64_t deadline_ns = player_deadline(clock_now_ns(), free_seconds);
    int fd;
    while (dxp_connect(address, 0, &fd, NULL) == STATUS_OK) {
        close(fd);
        if (clock_now_ns() >= deadline_ns) {
            player_fail(answer, FAULT_START, "another program listens on %.80s already", address);
            return false;
        }
        poll(NULL, 0, LOOK_MS);
    }
    return true;
}

/* The listener comes before the child, which may connect at once. */
static void start_parts(Player *player, PlayerAnswer *answer) {
    DxpEngine *engine = player->engine;
    const EngineSpec *spec = player->spec;
    Error reason;
    if (spec->listens && dxp_listen(spec->address, &engine->listener, &reason) < 0) {
        player_fail(answer, FAULT_START, "%s", reason.text);
        return;
    }
    if (!spec->command || (!spec->listens && !wait_for_free_port(spec->address, answer)))
        return;
    if (child_start(spec->command, spec->directory, &engine->child, &reason) < 0) {
        player_fail(answer, FAULT_START, "%s", reason.text);
        return;
    }
    side_talk_add(&engine->talk, engine->child.output);
    side_talk_add(&engine->talk, engine->child.errors);
}

Status dxp_link_open(Player *player, int64_t deadline_ns, PlayerAnswer *answer, Error *error) {
    DxpEngine *engine = player->engine;
    engine->child = child_none();
    engine->listener = engine->fd = -1;
    engine->square_count = rules_geometry(player->rules)->square_count;
    side_talk_init(&engine->talk, &engine->child, &player->log);
    start_parts(player, answer);
    if (answer->kind == ANSWER_FAULT)
        return STATUS_OK;
    if (player->spec->listens)
        await_connection(engine, player->spec->address, deadline_ns, answer);
    else
        connect_to_engine(engine, player->spec->address, deadline_ns, answer);
    if (answer->kind == ANSWER_FAULT)
        return STATUS_OK;
    return channel_init(&engine->channel, engine->fd, engine->fd, '\0', DXP_LENGTH_MAX,
                        &engine->talk, &player->log, error);
}

/* The match closes first: else the system would keep the port of an engine that listens for a
 * minute, and one that does not ask to use it again could not be started on it. */
static void close_connection(int fd, bool politely) {
    struct linger at_once = {.l_onoff = 1};
    if (fd < 0)
        return;
    if (politely) {
        dxp_close(fd);
        return;
    }
    setsockopt(fd, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    close(fd);
}

void dxp_link_close(DxpEngine *engine, bool politely) {
    close_connection(engine->fd, politely);
    if (engine->listener >= 0)
        close(engine->listener);
    child_end(&engine->child, politely ? quit_seconds : 0);
    channel_done(&engine->channel);
}

/* ---- Messages ---- */

void dxp_link_send(DxpEngine *engine, const DxpMessage *message, bool fractions,
                   PlayerAnswer *answer) {
    char text[DXP_TEXT_SIZE];
    Error reason;
    /* Only looks at the child meanwhile; what it says on the line waits. */
    side_talk_wait(&engine->talk, NULL, 0, engine->quiet_until_ns);
    int length = dxp_message_write(message, engine->square_count, fractions, text, &reason);
    if (length < 0)
        player_fail(answer, FAULT_START, "DXP cannot say this: %.200s", reason.text);
    else
        channel_send(&engine->channel, text, (size_t)length, answer);
}

/* Taking back is for people. */
static void refuse_back(DxpEngine *engine, PlayerAnswer *answer) {
    DxpMessage message = {.kind = DXP_BACKACC, .back_accept = {DXP_BACK_UNSUPPORTED}};
    dxp_link_send(engine, &message, false, answer);
}

static bool is_of_games(DxpKind kind) {
    return kind == DXP_GAMEREQ || kind == DXP_GAMEACC || kind == DXP_MOVE || kind == DXP_GAMEEND;
}

/* True when the caller gets the message or a fault. */
static bool take_message(DxpEngine *engine, const Line *line, DxpMessage *ret_message,
                         PlayerAnswer *answer) {
    Error reason;
    Status status =
        dxp_message_read(line->text, line->length, engine->square_count, ret_message, &reason);
    if (status >= 0 && ret_message->kind == DXP_BACKREQ) {
        refuse_back(engine, answer);
        return answer->kind == ANSWER_FAULT;
    }
    if (!is_of_games(ret_message->kind))
        return false;
    if (status < 0 || line->cut)
        player_fail(answer, FAULT_GARBLED, "\"%.80s\": %.150s", line->text,
                    status < 0 ? reason.text : "a message that is too long");
    return true;
}

void dxp_link_receive(DxpEngine *engine, int64_t deadline_ns, DxpMessage *ret_message,
                      PlayerAnswer *answer) {
    for (;;) {
        Line line;
        if (channel_next(&engine->channel, deadline_ns, &line, answer) != FAULT_NONE ||
            take_message(engine, &line, ret_message, answer))
            return;
        if (clock_now_ns() >= deadline_ns) {
            player_fail(answer, FAULT_HANG, "no answer in time");
            return;
        }
    }
}
