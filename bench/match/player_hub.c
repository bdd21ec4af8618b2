/* SPDX-License-Identifier: MIT */
#include "bench/match/hub_engine_internal.h"
#include "engine/base/clock.h"
#include "engine/notation/move_text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double quit_seconds = 0.8; /* from `quit` to the end of the engine */
static const double stop_seconds = 2.0; /* from `stop` to an answer, when the game is over */

/* ---- Lines ---- */

Status hub_send(HubEngine *engine, PlayerAnswer *answer, Error *error) {
    if (engine->writer.failed)
        return error_set(error, STATUS_NO_MEMORY, "out of memory for a line to an engine");
    channel_send(&engine->channel, engine->writer.text, engine->writer.length, answer);
    return STATUS_OK;
}

Status hub_send_word(HubEngine *engine, const char *word, PlayerAnswer *answer, Error *error) {
    hub_writer_begin(&engine->writer, word);
    return hub_send(engine, answer, error);
}

Status hub_receive(HubEngine *engine, int64_t deadline_ns, HubReply *ret_reply,
                   PlayerAnswer *answer, Error *error) {
    Line line;
    if (channel_next(&engine->channel, deadline_ns, &line, answer) != FAULT_NONE)
        return STATUS_OK;
    Error reason;
    Status status = hub_reply_read(engine->version, line.text, line.length, ret_reply, &reason);
    if (status == STATUS_NO_MEMORY)
        return error_set(error, status, "%s", reason.text);
    if (status < 0)
        player_fail(answer, FAULT_GARBLED, "\"%.80s\": %.120s", line.text, reason.text);
    return STATUS_OK;
}

/* ---- Life ---- */

static int forced_version(EngineProtocol protocol) {
    return protocol == ENGINE_HUB1 ? 1 : protocol == ENGINE_HUB2 ? 2 : 0;
}

static Status hub_start(Player *player, int64_t deadline_ns, PlayerAnswer *answer, Error *error) {
    HubEngine *engine = calloc(1, sizeof *engine);
    if (!engine)
        return error_set(error, STATUS_NO_MEMORY, "out of memory for an engine");
    player->engine = engine;
    engine->child = child_none();
    player_clear_answer(&engine->waiting);
    engine->version = forced_version(player->spec->protocol);
    hub_writer_init(&engine->writer);
    Error reason;
    if (child_start(player->spec->command, player->spec->directory, &engine->child, &reason) < 0) {
        player_fail(answer, FAULT_START, "%s", reason.text);
        return STATUS_OK;
    }
    side_talk_init(&engine->talk, &engine->child, &player->log);
    side_talk_add(&engine->talk, engine->child.errors);
    Status status = channel_init(&engine->channel, engine->child.output, engine->child.input, '\n',
                                 HUB_ENGINE_LINE_MAX, &engine->talk, &player->log, error);
    return status < 0 ? status : hub_greet(player, deadline_ns, answer, error);
}

static void hub_stop(Player *player, bool politely) {
    HubEngine *engine = player->engine;
    if (politely && engine->child.pid > 0)
        channel_send_last(&engine->channel, "quit");
    child_end(&engine->child, politely ? quit_seconds : 0);
    channel_done(&engine->channel);
    hub_writer_done(&engine->writer);
    text_buffer_done(&engine->params);
    free(engine);
}

/* ---- Games ---- */

static Status fail_unasked(const HubReply *reply, PlayerAnswer *answer) {
    player_fail(answer, FAULT_GARBLED, "the engine answered \"%.60s\" without being asked",
                reply->text);
    return STATUS_OK;
}

/* Waits until the engine has done all it was told, so that this time is not its thinking time. */
static Status synchronise(HubEngine *engine, int64_t deadline_ns, PlayerAnswer *answer,
                          Error *error) {
    Status status = hub_send_word(engine, "ping", answer, error);
    while (status >= 0 && !hub_has_fault(answer)) {
        HubReply reply;
        status = hub_receive(engine, deadline_ns, &reply, answer, error);
        if (status < 0 || hub_has_fault(answer) || reply.kind == REPLY_PONG)
            break;
        if (reply.kind == REPLY_MOVE)
            return fail_unasked(&reply, answer);
    }
    return status;
}

static Status hub_begin_game(Player *player, Position *start, Color *color,
                             const MatchLimits *limits, int64_t deadline_ns, PlayerAnswer *answer,
                             Error *error) {
    (void)start, (void)color;
    HubEngine *engine = player->engine;
    engine->reply[0] = '\0';
    channel_begin_question(&engine->channel);
    if (engine->version == 1 && limits->nodes > 0) {
        player_fail(answer, FAULT_START,
                    "Hub 1 has no limit of nodes: give the engine time= or depth=");
        return STATUS_OK;
    }
    Status status = hub_send_word(engine, engine->version == 1 ? "new" : "new-game", answer, error);
    if (status < 0 || hub_has_fault(answer) || !engine->has_ping)
        return status;
    return synchronise(engine, deadline_ns, answer, error);
}

/* ---- Answers ---- */

static void keep_findings(HubReply *found, const HubReply *info) {
    if (info->has_score) {
        found->has_score = true;
        found->score = info->score;
    }
    if (info->has_depth) {
        found->has_depth = true;
        found->depth = info->depth;
    }
    if (info->has_nodes) {
        found->has_nodes = true;
        found->nodes = info->nodes;
    }
}

/* Reads on until the answer to a question has come. */
static Status receive_move(HubEngine *engine, int64_t deadline_ns, HubReply *ret_move,
                           PlayerAnswer *answer, Error *error) {
    for (;;) {
        HubReply reply;
        Status status = hub_receive(engine, deadline_ns, &reply, answer, error);
        if (status < 0 || hub_has_fault(answer))
            return status;
        if (reply.kind == REPLY_MOVE) {
            *ret_move = reply;
            return STATUS_OK;
        }
        if (reply.kind == REPLY_INFO)
            keep_findings(&engine->found, &reply);
        if (reply.kind == REPLY_ERROR) {
            player_fail(answer, FAULT_GARBLED, "the engine says: error %.150s", reply.text);
            return STATUS_OK;
        }
        /* An engine that never stops talking does not let the time run out by itself. */
        if (clock_now_ns() >= deadline_ns) {
            player_fail(answer, FAULT_HANG, "no answer in time");
            return STATUS_OK;
        }
    }
}

/* The answer to the question of `start_ns`; the engine is told to stop when the flag falls. */
static Status await_move(HubEngine *engine, const PlayerTurn *turn, int64_t start_ns,
                         HubReply *ret_move, PlayerAnswer *answer, Error *error) {
    int64_t hang_ns = player_hang_deadline(turn, start_ns);
    int64_t flag_ns = player_deadline(start_ns, turn->flag);
    Status status =
        receive_move(engine, flag_ns < hang_ns ? flag_ns : hang_ns, ret_move, answer, error);
    if (status < 0 || answer->fault != FAULT_HANG || flag_ns >= hang_ns)
        return status;
    player_clear_answer(answer);
    status = hub_send_word(engine, "stop", answer, error);
    if (status < 0 || hub_has_fault(answer))
        return status;
    return receive_move(engine, hang_ns, ret_move, answer, error);
}

static void judge_move(HubEngine *engine, const HubReply *move, const Position *position,
                       PlayerAnswer *answer) {
    strcpy(engine->reply, move->ponder);
    if (move->text[0] == '\0') {
        player_fail(answer, FAULT_ILLEGAL, "the engine answered without a move");
        return;
    }
    Error reason;
    Status status =
        move_text_read(position, move->text, strlen(move->text), &answer->move, &reason);
    if (status < 0)
        player_fail(answer, status == STATUS_SYNTAX ? FAULT_GARBLED : FAULT_ILLEGAL,
                    "\"%.60s\": %.180s", move->text, reason.text);
}

static void fill_findings(const HubReply *found, PlayerAnswer *answer) {
    answer->has_score = found->has_score;
    answer->has_depth = found->has_depth;
    answer->has_nodes = found->has_nodes;
    answer->score = found->score;
    answer->depth = found->depth;
    answer->nodes = found->nodes;
}

/* ---- Thinking ---- */

/* Sees to it that nothing unread is taken for the answer to the next question. */
static Status drop_old_lines(HubEngine *engine, PlayerAnswer *answer, Error *error) {
    for (;;) {
        HubReply reply;
        Status status = hub_receive(engine, 0, &reply, answer, error);
        if (status < 0)
            return status;
        if (hub_has_fault(answer)) {
            if (answer->fault == FAULT_HANG)
                player_clear_answer(answer); /* there is nothing, as it should be */
            return STATUS_OK;
        }
        if (reply.kind == REPLY_MOVE)
            return fail_unasked(&reply, answer);
    }
}

/* Ends thinking in the other's time and throws its answer away. */
static Status break_pondering(HubEngine *engine, double patience, PlayerAnswer *answer,
                              Error *error) {
    HubReply ignored;
    engine->pondering = false;
    Status status = hub_send_word(engine, "stop", answer, error);
    if (status < 0 || hub_has_fault(answer))
        return status;
    return receive_move(engine, player_deadline(clock_now_ns(), patience), &ignored, answer, error);
}

/* Gets the engine to think about the position of the turn. */
static Status ask(HubEngine *engine, const PlayerTurn *turn, int64_t *ret_start_ns,
                  PlayerAnswer *answer, Error *error) {
    const GameRecord *record = turn->record;
    bool hit =
        engine->pondering && move_equals(record->entries[record->count - 1].move, engine->expected);
    Status status = STATUS_OK;
    if (engine->pondering && !hit)
        status = break_pondering(engine, turn->patience, answer, error);
    if (!hit && status >= 0 && !hub_has_fault(answer))
        status = drop_old_lines(engine, answer, error);
    if (!hit && status >= 0 && !hub_has_fault(answer))
        status = hub_send_position(engine, turn, move_none(), answer, error);
    if (status < 0 || hub_has_fault(answer))
        return status;
    if (!hit)
        engine->found = (HubReply){0};
    engine->pondering = false;
    *ret_start_ns = clock_now_ns();
    hub_writer_begin(&engine->writer, hit ? "ponder-hit" : "go");
    if (!hit && engine->version == 2)
        hub_writer_add_flag(&engine->writer, "think");
    return hub_send(engine, answer, error);
}

static Status hub_think(Player *player, const PlayerTurn *turn, PlayerAnswer *answer,
                        Error *error) {
    HubEngine *engine = player->engine;
    int64_t start_ns = 0;
    HubReply move = {.kind = REPLY_OTHER};
    if (hub_has_fault(&engine->waiting)) {
        *answer = engine->waiting;
        return STATUS_OK;
    }
    channel_begin_question(&engine->channel);
    Status status = ask(engine, turn, &start_ns, answer, error);
    if (status >= 0 && !hub_has_fault(answer))
        status = await_move(engine, turn, start_ns, &move, answer, error);
    if (status < 0 || hub_has_fault(answer))
        return status;
    /* An answer to pondering may have come before the question. */
    answer->seconds = fmax(0, (double)(channel_get_read_time(&engine->channel) - start_ns) * 1e-9);
    fill_findings(&engine->found, answer);
    judge_move(engine, &move, record_current(turn->record), answer);
    return STATUS_OK;
}

/* Whether there is an expected reply, after which the engine would have something to think about.
 */
static bool expect_reply(HubEngine *engine, const Position *position) {
    Position next;
    if (move_text_read(position, engine->reply, strlen(engine->reply), &engine->expected, NULL) < 0)
        return false;
    position_make(position, engine->expected, &next);
    return movegen_has_move(&next);
}

static void hub_ponder(Player *player, const PlayerTurn *turn) {
    HubEngine *engine = player->engine;
    PlayerAnswer *fault = &engine->waiting;
    if (!expect_reply(engine, record_current(turn->record)) ||
        drop_old_lines(engine, fault, NULL) < 0 || hub_has_fault(fault) ||
        hub_send_position(engine, turn, engine->expected, fault, NULL) < 0 || hub_has_fault(fault))
        return;
    engine->found = (HubReply){0};
    hub_writer_begin(&engine->writer, engine->version == 2 ? "go" : "ponder");
    if (engine->version == 2)
        hub_writer_add_flag(&engine->writer, "ponder");
    engine->pondering = hub_send(engine, fault, NULL) >= 0 && !hub_has_fault(fault);
}

static bool hub_end_game(Player *player, const GameRecord *record, Outcome outcome) {
    (void)record, (void)outcome; /* Hub has no word for it */
    HubEngine *engine = player->engine;
    PlayerAnswer answer;
    player_clear_answer(&answer);
    channel_begin_question(&engine->channel);
    if (hub_has_fault(&engine->waiting))
        return false;
    return !engine->pondering ||
           (break_pondering(engine, stop_seconds, &answer, NULL) >= 0 && !hub_has_fault(&answer));
}

const PlayerDriver player_hub_driver = {
    .start = hub_start,
    .stop = hub_stop,
    .begin_game = hub_begin_game,
    .think = hub_think,
    .ponder = hub_ponder,
    .end_game = hub_end_game,
};
