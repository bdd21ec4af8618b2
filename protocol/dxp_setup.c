/* SPDX-License-Identifier: MIT */
#include "protocol/dxp_board.h"
#include "protocol/dxp_internal.h"

#include <stdio.h>
#include <string.h>

enum {
    REFUSALS_MAX = 2,    /* in a row, one for each colour: a third request would be refused too */
    CLOSING_SECONDS = 1, /* for a peer that does not stop talking */
};

bool dxp_setup_is_last(const DxpTalk *talk) {
    return talk->config->games > 0 && talk->games >= talk->config->games;
}

const Rules *dxp_setup_next_rules(const DxpTalk *talk) {
    return talk->conditions.rules ? talk->conditions.rules : talk->home_rules;
}

static void announce(DxpTalk *talk) {
    char text[DXP_CHAT_LENGTH + 1];
    talk->announced = true;
    dxp_line_write_announce(text);
    dxp_talk_put_line(talk, text);
}

/* ---- The initiator asks ---- */

/* The minutes as the peer reads them: without the extension it gets whole ones, and both clocks
 * must agree. */
static double minutes_as_sent(const DxpTalk *talk, const DxpMessage *message) {
    char text[DXP_TEXT_SIZE];
    DxpMessage read;
    int squares = rules_geometry(session_settings(talk->session)->rules)->square_count;
    bool fractions = talk->peer_knows & DXP_KNOWS_MINUTES;
    int length = dxp_message_write(message, squares, fractions, text, NULL);
    if (length < 0 || dxp_message_read(text, (size_t)length, squares, &read, NULL) < 0)
        return message->request.minutes;
    return read.request.minutes;
}

/* The position to send: one that was asked for, or the start position of a board that is not that
 * of the protocol, so that a peer set to another game refuses instead of waiting for ever. */
static void put_position(const DxpTalk *talk, DxpGameRequest *request) {
    const Rules *rules = session_settings(talk->session)->rules;
    Position start;
    position_init_start(&start, rules);
    if (talk->config->start)
        dxp_board_write(talk->config->start, request);
    else if (rules_geometry(rules)->square_count != DXP_BOARD_SQUARES)
        dxp_board_write(&start, request);
}

static void request_game(DxpTalk *talk) {
    const DxpConfig *config = talk->config;
    Color own = talk->games % 2 == 0 ? config->own_color : color_other(config->own_color);
    DxpConditions conditions = {0};
    talk->games++;
    if (talk->peer_knows & DXP_KNOWS_VARIANT)
        conditions.rules = talk->home_rules;
    if (talk->peer_knows & DXP_KNOWS_INCREMENT)
        conditions.increment = config->increment;
    if (conditions.rules || conditions.increment > 0) {
        char text[DXP_CHAT_LENGTH + 1];
        dxp_line_write_game(&conditions, text);
        dxp_talk_put_line(talk, text);
    }
    DxpMessage message = {.kind = DXP_GAMEREQ,
                          .request = {.version = DXP_VERSION,
                                      .follower = dxp_letter_of_color(color_other(own)),
                                      .minutes = config->minutes,
                                      .moves = config->moves}};
    memcpy(message.request.name, talk->name, sizeof talk->name);
    put_position(talk, &message.request);
    double minutes = minutes_as_sent(talk, &message);
    talk->game = (DxpGame){
        .own = own,
        .seconds = 60 * (minutes > 0 ? minutes : config->own_minutes),
        .increment = conditions.increment,
        .moves = config->moves,
        .draw_plies = -1,
    };
    dxp_talk_put(talk, &message);
    dxp_talk_enter(talk, DXP_REQUESTED, config->accept_seconds);
}

void dxp_setup_begin(DxpTalk *talk) {
    if (talk->config->role == DXP_FOLLOWER) {
        dxp_talk_enter(talk, DXP_IDLE, 0);
    } else if (talk->config->announces) {
        announce(talk);
        dxp_talk_enter(talk, DXP_GREETING, talk->config->ack_seconds);
    } else {
        request_game(talk);
    }
}

void dxp_setup_go_on(DxpTalk *talk, bool stop) {
    bool initiator = talk->config->role == DXP_INITIATOR;
    if (stop || (initiator && dxp_setup_is_last(talk)))
        dxp_talk_enter(talk, DXP_CLOSING, CLOSING_SECONDS);
    else if (initiator)
        request_game(talk);
    else
        dxp_talk_enter(talk, DXP_IDLE, 0);
}

void dxp_setup_time_out(DxpTalk *talk) {
    if (talk->phase == DXP_GREETING)
        request_game(talk);
    else if (talk->phase == DXP_CLOSING)
        dxp_talk_enter(talk, DXP_OVER, 0);
    else
        dxp_talk_fail(talk, STATUS_STATE, "the peer did not answer the request for a game");
}

/* Sets the session up for the game and forgets what was learnt in others. */
static Status prepare_session(DxpTalk *talk, const Rules *rules, const Position *start,
                              Error *error) {
    Status status = STATUS_OK;
    if (session_settings(talk->session)->rules != rules)
        status = session_set_option(talk->session, "variant", rules->name, error);
    if (status == STATUS_OK)
        status = session_new_game(talk->session, error);
    if (status == STATUS_OK)
        status = session_set_position(talk->session, start, error);
    return status;
}

static void take_refusal(DxpTalk *talk, const DxpGameAccept *accept) {
    static const char *const reasons[] = {
        [DXP_ACCEPT_OK] = "",
        [DXP_ACCEPT_BAD_VERSION] = "the peer does not know this version of DXP",
        [DXP_ACCEPT_REFUSED] = "the peer refuses this game",
        [DXP_ACCEPT_NO_GAMES] = "the peer plays no more games",
    };
    dxp_talk_report(talk, true, OUTCOME_NONE, reasons[accept->code]);
    talk->refusals++;
    dxp_setup_go_on(talk, accept->code != DXP_ACCEPT_REFUSED || talk->refusals >= REFUSALS_MAX);
}

void dxp_setup_take_accept(DxpTalk *talk, const DxpGameAccept *accept) {
    if (talk->phase != DXP_REQUESTED)
        return;
    memcpy(talk->peer_name, accept->name, sizeof talk->peer_name);
    Position start;
    Error error;
    if (talk->config->start)
        start = *talk->config->start;
    else
        position_init_start(&start, talk->home_rules);
    dxp_think_halt(talk);
    Status status = prepare_session(talk, talk->home_rules, &start, &error);
    if (status < 0) {
        dxp_talk_fail(talk, status, error.text);
    } else if (accept->code != DXP_ACCEPT_OK) {
        take_refusal(talk, accept);
    } else {
        talk->refusals = 0;
        dxp_game_begin(talk);
    }
}

/* ---- The follower answers ---- */

static void answer_request(DxpTalk *talk, DxpAcceptCode code) {
    DxpMessage message = {.kind = DXP_GAMEACC, .accept.code = code};
    memcpy(message.accept.name, talk->name, sizeof talk->name);
    dxp_talk_put(talk, &message);
}

static void refuse_request(DxpTalk *talk, const char *reason) {
    dxp_talk_say(talk, "game refused: %s", reason);
    answer_request(talk, DXP_ACCEPT_REFUSED);
}

static void accept_request(DxpTalk *talk, const DxpGameRequest *request) {
    Position start;
    Error error;
    const Rules *rules = dxp_setup_next_rules(talk);
    if (talk->wrong_conditions) {
        refuse_request(talk, "its conditions cannot be met");
        return;
    }
    dxp_think_halt(talk);
    Status status = dxp_board_read(request, rules, &start, &error);
    if (status == STATUS_OK)
        status = prepare_session(talk, rules, &start, &error);
    if (status < 0) {
        refuse_request(talk, error.text);
        return;
    }
    memcpy(talk->peer_name, request->name, sizeof talk->peer_name);
    talk->games++;
    talk->game = (DxpGame){
        .own = dxp_color_of_letter(request->follower),
        .seconds = 60 * (request->minutes > 0 ? request->minutes : talk->config->own_minutes),
        .increment = talk->conditions.increment,
        .moves = request->moves,
        .draw_plies = -1,
    };
    answer_request(talk, DXP_ACCEPT_OK);
    dxp_game_begin(talk);
}

void dxp_setup_take_request(DxpTalk *talk, const DxpGameRequest *request, const char *wrong) {
    if (talk->phase == DXP_ENDING) /* a peer that does not acknowledge goes on */
        dxp_setup_go_on(talk, talk->own_stop);
    if (talk->phase == DXP_CLOSING || (talk->phase == DXP_IDLE && dxp_setup_is_last(talk))) {
        answer_request(talk, DXP_ACCEPT_NO_GAMES);
        dxp_talk_enter(talk, DXP_CLOSING, CLOSING_SECONDS);
    } else if (talk->phase != DXP_IDLE) {
        refuse_request(talk, talk->phase == DXP_PLAYING ? "a game is in progress"
                                                        : "a request from here is on its way");
    } else {
        if (request->version > DXP_VERSION)
            answer_request(talk, DXP_ACCEPT_BAD_VERSION);
        else if (wrong)
            refuse_request(talk, wrong);
        else
            accept_request(talk, request);
        talk->conditions = (DxpConditions){0};
        talk->wrong_conditions = false;
    }
}

/* ---- Talk ---- */

static void take_announcement(DxpTalk *talk, unsigned known) {
    talk->peer_knows = known;
    dxp_outbox_drop_gap(&talk->outbox);
    if (!talk->announced)
        announce(talk);
    if (talk->phase == DXP_GREETING)
        request_game(talk);
}

void dxp_setup_take_chat(DxpTalk *talk, const DxpChat *chat) {
    DxpLine line;
    Error error;
    Status status = dxp_line_read(chat->text, &line, &error);
    dxp_talk_tell(talk, "peer: %s", chat->text);
    if (line.kind == DXP_LINE_ANNOUNCE) {
        take_announcement(talk, line.known);
        return;
    }
    if (line.kind == DXP_LINE_CHAT || line.kind == DXP_LINE_NOTE || !talk->announced)
        return;
    if (line.kind == DXP_LINE_GAME) {
        talk->conditions = status == STATUS_OK ? line.conditions : (DxpConditions){0};
        talk->wrong_conditions = status < 0;
    }
    if (status < 0)
        dxp_talk_say(talk, "#huff error %s", error.text);
    else if (line.kind == DXP_LINE_ANALYSE)
        dxp_think_analyse(talk, &line);
}
