/* SPDX-License-Identifier: MIT */
#include "engine/board/movegen.h"
#include "protocol/dxp_board.h"
#include "protocol/dxp_net.h"
#include "protocol/line_input.h"
#include "tests/unit/fake_engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

typedef struct {
    const char *behaviour;
    bool asks;
    int fd;
    LineInput input;
    Position position;
    Color color;
    bool playing;
    int games, moves;
    bool asked_back; /* no answer to that has come */
} FakeDxp;

static bool is(const FakeDxp *dxp, const char *name) {
    return fake_is(dxp->behaviour, name);
}

static void send_text(FakeDxp *dxp, const char *text) {
    if (send(dxp->fd, text, strlen(text) + 1, MSG_NOSIGNAL) < 0)
        exit(EXIT_FAILURE);
}

static void send_message(FakeDxp *dxp, const DxpMessage *message) {
    char text[DXP_TEXT_SIZE];
    if (dxp_message_write(message, DXP_SQUARES_MAX, false, text, NULL) < 0)
        exit(9);
    send_text(dxp, text);
}

static void play(FakeDxp *dxp, Move move) {
    Position next;
    position_make(&dxp->position, move, &next);
    dxp->position = next;
}

static void send_first_move(FakeDxp *dxp) {
    MoveList list;
    if (movegen_generate(&dxp->position, &list) == 0) {
        send_text(dxp, "E10");
        dxp->playing = false;
        return;
    }
    DxpMessage message = {.kind = DXP_MOVE};
    dxp_move_write(&dxp->position, list.moves[0], &message.move);
    send_message(dxp, &message);
    play(dxp, list.moves[0]);
}

/* The engine is to move for the second time or later: what it does instead. True when done. */
static bool misbehave(FakeDxp *dxp) {
    static const struct {
        const char *behaviour, *message;
    } ends[] = {{"resigns", "E10"}, {"draws", "E20"},     {"wins", "E30"},
                {"ends", "E00"},    {"leaves", "E11"},    {"illegal", "M0000015000"},
                {"garbled", "Mxx"}, {"asks-again", "R01"}};
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++)
        if (is(dxp, ends[i].behaviour)) {
            send_text(dxp, ends[i].message);
            dxp->playing = ends[i].message[0] != 'E';
            return true;
        }
    if (is(dxp, "hang"))
        return true;
    if (is(dxp, "exit"))
        exit(3);
    if (is(dxp, "close")) {
        close(dxp->fd);
        fake_sleep();
    }
    if (is(dxp, "flood"))
        fake_flood(dxp->fd, 'C', 0);
    if (is(dxp, "talk")) {
        char text[1000];
        memset(text, 'C', sizeof text);
        text[999] = '\0';
        send_text(dxp, text);
        send_text(dxp, "CHello");
        send_text(dxp, "");
        send_text(dxp, "?\1\2\3");
        send_text(dxp, "B001W");
        dxp->asked_back = true;
        for (int i = 0; i < 3000; i++)
            printf("a long talk on standard output, line %d\n", i);
    }
    return false;
}

static void move_if_due(FakeDxp *dxp) {
    if (!dxp->playing || dxp->position.turn != dxp->color)
        return;
    if (dxp->moves++ > 0 && misbehave(dxp))
        return;
    send_first_move(dxp);
    if (is(dxp, "eager") && dxp->moves > 1)
        send_text(dxp, "M0000014900");
}

static void send_request(FakeDxp *dxp) {
    send_text(dxp, is(dxp, "version") ? "R99Fake                            W001075A"
                   : dxp->games % 2   ? "R01Fake                            W001075A"
                                      : "R01Fake                            Z001075A");
    dxp->color = dxp->games % 2 ? COLOR_BLACK : COLOR_WHITE;
}

static void begin_game(FakeDxp *dxp) {
    dxp->playing = true;
    dxp->games++;
    dxp->moves = 0;
    move_if_due(dxp);
}

static void take_request(FakeDxp *dxp, const DxpGameRequest *request) {
    if (is(dxp, "silent"))
        return;
    if (is(dxp, "refuses")) {
        send_text(dxp, "AFake                            2");
        return;
    }
    dxp->color = dxp_color_of_letter(request->follower);
    if (dxp_board_read(request, dxp->position.rules, &dxp->position, NULL) < 0)
        exit(9);
    send_text(dxp, "AFake                            0");
    begin_game(dxp);
}

static void take_move(FakeDxp *dxp, const DxpMove *message) {
    Move move;
    if (!dxp->playing || dxp->asked_back || dxp_move_find(&dxp->position, message, &move, NULL) < 0)
        exit(9);
    play(dxp, move);
    move_if_due(dxp);
}

static void take_end(FakeDxp *dxp) {
    if (dxp->playing && !is(dxp, "no-ack"))
        send_text(dxp, is(dxp, "last") ? "E01" : "E00");
    dxp->playing = false;
    position_init_start(&dxp->position, dxp->position.rules);
    if (dxp->asks)
        send_request(dxp);
}

static void take_message(FakeDxp *dxp, const DxpMessage *message) {
    switch (message->kind) {
    case DXP_GAMEREQ:
        take_request(dxp, &message->request);
        break;
    case DXP_GAMEACC:
        if (message->accept.code == DXP_ACCEPT_OK)
            begin_game(dxp);
        break;
    case DXP_MOVE:
        take_move(dxp, &message->move);
        break;
    case DXP_BACKACC:
        dxp->asked_back = false;
        break;
    case DXP_GAMEEND:
        take_end(dxp);
        break;
    default:
        break;
    }
}

static void connect_fake(FakeDxp *dxp, const char *role, const char *address) {
    char peer[DXP_PEER_SIZE];
    int listener;
    bool good = strstr(role, "listen") ? dxp_listen(address, &listener, NULL) == STATUS_OK &&
                                             dxp_accept(listener, &dxp->fd, peer, NULL) == STATUS_OK
                                       : dxp_connect(address, 5, &dxp->fd, NULL) == STATUS_OK;
    if (!good || line_input_init(&dxp->input, dxp->fd, LINE_ENDS_NUL, DXP_LENGTH_MAX, LINE_LONG_CUT,
                                 NULL) < 0)
        exit(8);
}

int fake_run_dxp(const char *role, const char *behaviour, const char *address) {
    FakeDxp dxp = {.behaviour = behaviour, .asks = strstr(role, "asks") != NULL};
    fake_tell_pid();
    position_init_start(&dxp.position, rules_get(VARIANT_INTERNATIONAL));
    if (is(&dxp, "no-start"))
        return 3;
    if (is(&dxp, "unread"))
        fake_sleep();
    connect_fake(&dxp, role, address);
    if (dxp.asks)
        send_request(&dxp);
    Line line;
    while (line_input_next(&dxp.input, -1, &line, NULL) == LINE_TEXT) {
        DxpMessage message;
        if (dxp_message_read(line.text, line.length, DXP_SQUARES_MAX, &message, NULL) < 0)
            return 9;
        take_message(&dxp, &message);
    }
    line_input_done(&dxp.input);
    return EXIT_SUCCESS;
}
