/* SPDX-License-Identifier: MIT */
#include "bench/match/dxp_link_internal.h"
#include "engine/base/clock.h"
#include "protocol/dxp_board.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MINUTES_MAX = 999, /* what a GAMEREQ holds, of moves too */
    MOVES_MAX = 999,
};
static const char own_name[] = "huff match";
static const double ack_seconds = 1.0; /* for the answer to our GAMEEND; some programs give none */
static const double quiet_seconds = 0.1; /* between a GAMEACC and our first MOVE */

/* ---- Life ---- */

static Status dxp_start(Player *player, int64_t deadline_ns, PlayerAnswer *answer, Error *error) {
    DxpEngine *engine = calloc(1, sizeof *engine);
    if (!engine)
        return error_set(error, STATUS_NO_MEMORY, "out of memory for an engine");
    player->engine = engine;
    return dxp_link_open(player, deadline_ns, answer, error);
}

static void dxp_stop(Player *player, bool politely) {
    dxp_link_close(player->engine, politely);
    free(player->engine);
}

/* ---- The beginning of a game ---- */

/* Minutes for the request; 0 names none. */
static double find_minutes(const EngineSpec *spec, const MatchLimits *limits) {
    if (spec->minutes > 0)
        return spec->minutes;
    double seconds = limits->clock_time + limits->clock_increment * limits->clock_moves;
    return fmin(ceil(seconds / 60), MINUTES_MAX);
}

static void fill_request(const Position *start, Color color, double minutes,
                         const MatchLimits *limits, DxpGameRequest *request) {
    Position usual;
    *request = (DxpGameRequest){
        .version = DXP_VERSION,
        .follower = dxp_letter_of_color(color),
        .minutes = minutes,
        .moves = limits->clock_moves < MOVES_MAX ? limits->clock_moves : MOVES_MAX,
    };
    snprintf(request->name, sizeof request->name, "%s", own_name);
    /* The protocol's own start position has White to move. */
    position_init_start(&usual, start->rules);
    if (usual.turn != COLOR_WHITE || !position_same_placement(start, &usual))
        dxp_board_write(start, request);
}

static const char *describe_refusal(DxpAcceptCode code) {
    switch (code) {
    case DXP_ACCEPT_BAD_VERSION:
        return "another version of DXP";
    case DXP_ACCEPT_NO_GAMES:
        return "no more games";
    case DXP_ACCEPT_REFUSED:
    case DXP_ACCEPT_OK:
        break;
    }
    return "not with these parameters";
}

/* Waits for the answer to our request. What is left of an earlier game is passed over. */
static void await_accept(Player *player, int64_t deadline_ns, PlayerAnswer *answer) {
    DxpMessage message = {.kind = DXP_NONE};
    while (message.kind != DXP_GAMEACC) {
        dxp_link_receive(player->engine, deadline_ns, &message, answer);
        if (answer->kind == ANSWER_FAULT)
            return;
        if (message.kind == DXP_GAMEREQ) {
            player_fail(answer, FAULT_START,
                        "the engine asks for a game itself: it needs asks=true");
            return;
        }
    }
    if (message.accept.code != DXP_ACCEPT_OK)
        player_fail(answer, FAULT_START, "the engine refuses the game: %s (code %d)",
                    describe_refusal(message.accept.code), message.accept.code);
    else
        player_set_name(player, message.accept.name);
}

static void request_game(Player *player, const Position *start, Color color,
                         const MatchLimits *limits, int64_t deadline_ns, PlayerAnswer *answer) {
    double minutes = find_minutes(player->spec, limits);
    if (minutes == 0 && !(limits->move_time > 0)) {
        player_fail(answer, FAULT_START,
                    "DXP has no limit of nodes or depth: give the engine clock= or minutes=");
        return;
    }
    DxpMessage message = {.kind = DXP_GAMEREQ};
    fill_request(start, color, minutes, limits, &message.request);
    dxp_link_send(player->engine, &message, minutes != floor(minutes), answer);
    if (answer->kind != ANSWER_FAULT)
        await_accept(player, deadline_ns, answer);
}

static void send_accept(DxpEngine *engine, DxpAcceptCode code, PlayerAnswer *answer) {
    DxpMessage message = {.kind = DXP_GAMEACC, .accept = {.code = code}};
    snprintf(message.accept.name, sizeof message.accept.name, "%s", own_name);
    dxp_link_send(engine, &message, false, answer);
}

static bool await_request(DxpEngine *engine, int64_t deadline_ns, PlayerAnswer *answer) {
    DxpMessage message = {.kind = DXP_NONE};
    while (!engine->has_request) {
        dxp_link_receive(engine, deadline_ns, &message, answer);
        if (answer->kind == ANSWER_FAULT)
            return false;
        engine->has_request = message.kind == DXP_GAMEREQ;
        engine->request = message.request;
    }
    engine->has_request = false;
    return true;
}

static void answer_request(Player *player, Position *start, Color *color, PlayerAnswer *answer) {
    DxpEngine *engine = player->engine;
    const DxpGameRequest *request = &engine->request;
    Error reason;
    if (request->version > DXP_VERSION) {
        send_accept(engine, DXP_ACCEPT_BAD_VERSION, answer);
        player_fail(answer, FAULT_START, "the engine asks for version %d of DXP: %d expected",
                    request->version, DXP_VERSION);
        return;
    }
    if (dxp_board_read(request, player->rules, start, &reason) < 0) {
        send_accept(engine, DXP_ACCEPT_REFUSED, answer);
        player_fail(answer, FAULT_START, "the engine asks for a position that cannot be: %.150s",
                    reason.text);
        return;
    }
    *color = color_other(dxp_color_of_letter(request->follower));
    player_set_name(player, request->name);
    send_accept(engine, DXP_ACCEPT_OK, answer);
    engine->quiet_until_ns = player_deadline(clock_now_ns(), quiet_seconds);
}

static Status dxp_begin_game(Player *player, Position *start, Color *color,
                             const MatchLimits *limits, int64_t deadline_ns, PlayerAnswer *answer,
                             Error *error) {
    (void)error;
    DxpEngine *engine = player->engine;
    channel_begin_question(&engine->channel);
    if (!player->spec->asks)
        request_game(player, start, *color, limits, deadline_ns, answer);
    else if (await_request(engine, deadline_ns, answer))
        answer_request(player, start, color, answer);
    engine->color = *color;
    engine->known_plies = 0;
    engine->in_game = answer->kind != ANSWER_FAULT;
    return STATUS_OK;
}

/* ---- Moves ---- */

static void send_move(DxpEngine *engine, const GameRecord *record, double seconds,
                      PlayerAnswer *answer) {
    const RecordEntry *last = &record->entries[record->count - 1];
    DxpMessage message = {.kind = DXP_MOVE};
    dxp_move_write(&last[-1].position, last->move, &message.move);
    message.move.has_seconds = true;
    message.move.seconds = fmin(fmax(seconds, 0), 9999);
    dxp_link_send(engine, &message, false, answer);
    engine->known_plies = record_plies(record);
}

/* The engine ends the game: its word, and our answer to it. */
static void take_end(DxpEngine *engine, const DxpGameEnd *end, PlayerAnswer *answer) {
    static const AnswerKind kinds[] = {
        [DXP_END_UNKNOWN] = ANSWER_ENDS_UNKNOWN,
        [DXP_END_LOSS] = ANSWER_RESIGNS,
        [DXP_END_DRAW] = ANSWER_CLAIMS_DRAW,
        [DXP_END_WIN] = ANSWER_CLAIMS_WIN,
    };
    DxpMessage message = {.kind = DXP_GAMEEND, .end = {DXP_END_UNKNOWN, end->stop}};
    PlayerAnswer ignored; /* an engine that is gone has ended the game all the same */
    answer->kind = kinds[end->reason];
    engine->in_game = false;
    engine->wants_no_more = end->stop;
    dxp_link_send(engine, &message, false, &ignored);
}

static void judge_move(DxpEngine *engine, const DxpMove *move, const GameRecord *record,
                       PlayerAnswer *answer) {
    Error reason;
    if (dxp_move_find(record_current(record), move, &answer->move, &reason) < 0)
        player_fail(answer, FAULT_ILLEGAL, "%.200s", reason.text);
    engine->known_plies = record_plies(record) + 1;
}

/* Whether the engine has already spoken; a move out of turn is a fault. */
static bool look_for_end(DxpEngine *engine, PlayerAnswer *answer) {
    DxpMessage message = {.kind = DXP_NONE};
    while (message.kind != DXP_GAMEEND) {
        dxp_link_receive(engine, 0, &message, answer);
        if (answer->kind == ANSWER_FAULT) {
            bool nothing = answer->fault == FAULT_HANG;
            if (nothing)
                player_clear_answer(answer);
            return !nothing;
        }
        if (message.kind == DXP_MOVE) {
            player_fail(answer, FAULT_GARBLED, "the engine moved when it was not its turn");
            return true;
        }
    }
    take_end(engine, &message.end, answer);
    return true;
}

static void await_move(DxpEngine *engine, const PlayerTurn *turn, int64_t start_ns,
                       PlayerAnswer *answer) {
    int64_t hang_ns = player_hang_deadline(turn, start_ns);
    for (;;) {
        DxpMessage message;
        dxp_link_receive(engine, hang_ns, &message, answer);
        if (answer->kind == ANSWER_FAULT)
            return;
        answer->seconds =
            fmax(0, (double)(channel_get_read_time(&engine->channel) - start_ns) * 1e-9);
        if (message.kind == DXP_MOVE) {
            judge_move(engine, &message.move, turn->record, answer);
            return;
        }
        if (message.kind == DXP_GAMEEND) {
            take_end(engine, &message.end, answer);
            return;
        }
        if (message.kind == DXP_GAMEREQ) {
            player_fail(answer, FAULT_GARBLED, "the engine asked for a game during a game");
            return;
        }
    }
}

static Status dxp_think(Player *player, const PlayerTurn *turn, PlayerAnswer *answer,
                        Error *error) {
    DxpEngine *engine = player->engine;
    int unknown = record_plies(turn->record) - engine->known_plies;
    if (!engine->in_game || unknown < 0 || unknown > 1)
        return error_set(error, STATUS_STATE, "a DXP engine can be told one move at a time");
    channel_begin_question(&engine->channel);
    /* Once the game has begun with its own turn, or it knows all moves, it may have moved. */
    if (unknown == 1 && look_for_end(engine, answer))
        return STATUS_OK;
    int64_t start_ns = clock_now_ns();
    if (unknown == 1) {
        int64_t quiet_ns = engine->quiet_until_ns;
        send_move(engine, turn->record, turn->other_seconds, answer);
        start_ns = quiet_ns > start_ns ? quiet_ns : start_ns;
    }
    if (answer->kind != ANSWER_FAULT)
        await_move(engine, turn, start_ns, answer);
    return STATUS_OK;
}

static void dxp_ponder(Player *player, const PlayerTurn *turn) {
    (void)player, (void)turn; /* a DXP engine decides this itself */
}

/* ---- The end of a game ---- */

static DxpEndReason find_reason(Outcome outcome, Color own) {
    switch (outcome) {
    case OUTCOME_DRAW:
        return DXP_END_DRAW;
    case OUTCOME_WHITE_WINS:
        return own == COLOR_WHITE ? DXP_END_WIN : DXP_END_LOSS;
    case OUTCOME_BLACK_WINS:
        return own == COLOR_BLACK ? DXP_END_WIN : DXP_END_LOSS;
    case OUTCOME_NONE:
        break;
    }
    return DXP_END_UNKNOWN;
}

/* Waits for the answer to our GAMEEND; moves cross with it. False when nothing sensible came. */
static bool await_end(DxpEngine *engine, PlayerAnswer *answer) {
    int64_t deadline_ns = player_deadline(clock_now_ns(), ack_seconds);
    for (;;) {
        DxpMessage message;
        dxp_link_receive(engine, deadline_ns, &message, answer);
        if (answer->kind == ANSWER_FAULT)
            return false;
        if (message.kind == DXP_GAMEEND) {
            engine->wants_no_more = message.end.stop;
            return true;
        }
        if (message.kind == DXP_GAMEREQ) { /* it answers no GAMEEND but goes on at once */
            engine->has_request = true;
            engine->request = message.request;
            return true;
        }
    }
}

/* A move that the engine has not seen stays so: our GAMEEND comes in its place, as the protocol
 * wants it of the side to move. */
static bool dxp_end_game(Player *player, const GameRecord *record, Outcome outcome) {
    DxpEngine *engine = player->engine;
    if (!engine->in_game)
        return !engine->wants_no_more;
    engine->in_game = false;
    PlayerAnswer answer;
    player_clear_answer(&answer);
    channel_begin_question(&engine->channel);
    bool thinks = engine->known_plies == record_plies(record) &&
                  record_current(record)->turn == engine->color;
    DxpMessage message = {.kind = DXP_GAMEEND,
                          .end = {.reason = find_reason(outcome, color_other(engine->color))}};
    dxp_link_send(engine, &message, false, &answer);
    if (answer.kind == ANSWER_FAULT)
        return false;
    if (await_end(engine, &answer))
        return !engine->wants_no_more;
    /* One that thinks on would answer in the next game. */
    return answer.fault == FAULT_HANG && !thinks;
}

const PlayerDriver player_dxp_driver = {
    .start = dxp_start,
    .stop = dxp_stop,
    .begin_game = dxp_begin_game,
    .think = dxp_think,
    .ponder = dxp_ponder,
    .end_game = dxp_end_game,
};
