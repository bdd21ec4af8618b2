/* SPDX-License-Identifier: MIT */
#include "bench/match/player_internal.h"

#include "engine/base/clock.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double deadline_seconds_max = 1e9; /* beyond it nobody waits; it fits nanoseconds */

/* ---- For drivers ---- */

static void make_printable(char *text) {
    for (; *text != '\0'; text++)
        if (*text < ' ' || *text > '~')
            *text = '?';
}

PlayerFault player_fail(PlayerAnswer *answer, PlayerFault fault, const char *format, ...) {
    answer->kind = ANSWER_FAULT;
    answer->fault = fault;
    answer->move = move_none();
    va_list args;
    va_start(args, format);
    vsnprintf(answer->text, sizeof answer->text, format, args);
    va_end(args);
    make_printable(answer->text);
    return fault;
}

void player_clear_answer(PlayerAnswer *answer) {
    *answer = (PlayerAnswer){.kind = ANSWER_MOVE, .fault = FAULT_NONE};
}

void player_set_name(Player *player, const char *name) {
    name += strspn(name, " \t");
    if (player->spec->name || *name == '\0')
        return;
    snprintf(player->name, sizeof player->name, "%s", name);
    make_printable(player->name);
}

int64_t player_deadline(int64_t start_ns, double seconds) {
    if (!(seconds < deadline_seconds_max))
        return INT64_MAX;
    return start_ns + (seconds > 0 ? (int64_t)(seconds * 1e9) : 0);
}

int64_t player_hang_deadline(const PlayerTurn *turn, int64_t start_ns) {
    return player_deadline(start_ns,
                           isinf(turn->flag) ? turn->patience : turn->flag + turn->patience);
}

/* ---- Life ---- */

static const PlayerDriver *find_driver(EngineProtocol protocol) {
    switch (protocol) {
    case ENGINE_SELF:
        return &player_self_driver;
    case ENGINE_DXP:
        return &player_dxp_driver;
    case ENGINE_HUB:
    case ENGINE_HUB1:
    case ENGINE_HUB2:
        break;
    }
    return &player_hub_driver;
}

/* The name before the engine has told its own. */
static void set_first_name(Player *player) {
    const EngineSpec *spec = player->spec;
    const char *name = spec->address ? spec->address : "self";
    if (spec->name) {
        name = spec->name;
    } else if (spec->command) {
        const char *slash = strrchr(spec->command[0], '/');
        name = slash && slash[1] != '\0' ? slash + 1 : spec->command[0];
    }
    snprintf(player->name, sizeof player->name, "%s", name);
    make_printable(player->name);
}

Status player_new(const EngineSpec *spec, const Rules *rules, Player **ret_player, Error *error) {
    Player *player = calloc(1, sizeof *player);
    if (!player)
        return error_set(error, STATUS_NO_MEMORY, "out of memory for a player");
    player->spec = spec;
    player->rules = rules;
    player->driver = find_driver(spec->protocol);
    set_first_name(player);
    Status status = talk_log_init(&player->log, error);
    if (status < 0) {
        free(player);
        return status;
    }
    *ret_player = player;
    return STATUS_OK;
}

static void stop_engine(Player *player, bool politely) {
    if (player->engine)
        player->driver->stop(player, politely);
    player->engine = NULL;
}

void player_free(Player *player) {
    if (!player)
        return;
    stop_engine(player, true);
    talk_log_done(&player->log);
    free(player);
}

void player_kill(Player *player) {
    stop_engine(player, false);
}

/* After a call of the driver: an engine is not talked to any more once it is unclear what it will
 * say next. One that made a wrong move can go on. */
static Status settle(Player *player, Status status, const PlayerAnswer *answer) {
    bool confused = answer->kind == ANSWER_FAULT && answer->fault != FAULT_ILLEGAL;
    if (status < 0 || confused)
        stop_engine(player, false);
    return status;
}

Status player_start(Player *player, double patience, PlayerAnswer *ret_answer, Error *error) {
    player_clear_answer(ret_answer);
    if (player->engine)
        return STATUS_OK;
    int64_t deadline_ns = player_deadline(clock_now_ns(), patience);
    Status status = player->driver->start(player, deadline_ns, ret_answer, error);
    /* Whatever went wrong, the engine did not get ready. */
    if (ret_answer->kind == ANSWER_FAULT)
        ret_answer->fault = FAULT_START;
    return settle(player, status, ret_answer);
}

const char *player_get_name(const Player *player) {
    return player->name;
}

bool player_asks(const Player *player) {
    return player->spec->asks;
}

static Status check_started(const Player *player, Error *error) {
    if (!player->engine)
        return error_set(error, STATUS_STATE, "%s was not started", player->name);
    return STATUS_OK;
}

/* ---- Games ---- */

Status player_begin_game(Player *player, Position *start, Color *color, const MatchLimits *limits,
                         double patience, PlayerAnswer *ret_answer, Error *error) {
    player_clear_answer(ret_answer);
    Status status = check_started(player, error);
    if (status < 0)
        return status;
    int64_t deadline_ns = player_deadline(clock_now_ns(), patience);
    status =
        player->driver->begin_game(player, start, color, limits, deadline_ns, ret_answer, error);
    return settle(player, status, ret_answer);
}

Status player_think(Player *player, const PlayerTurn *turn, PlayerAnswer *ret_answer,
                    Error *error) {
    player_clear_answer(ret_answer);
    Status status = check_started(player, error);
    if (status < 0)
        return status;
    status = player->driver->think(player, turn, ret_answer, error);
    return settle(player, status, ret_answer);
}

void player_ponder(Player *player, const PlayerTurn *turn) {
    if (player->engine && player->spec->ponder)
        player->driver->ponder(player, turn);
}

void player_end_game(Player *player, const GameRecord *record, Outcome outcome) {
    if (player->engine && !player->driver->end_game(player, record, outcome))
        stop_engine(player, false);
}

const char *player_get_log(const Player *player, size_t *ret_length) {
    return talk_log_get(&player->log, ret_length);
}
