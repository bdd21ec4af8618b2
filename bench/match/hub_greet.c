/* SPDX-License-Identifier: MIT */
#include "bench/match/hub_engine_internal.h"
#include "engine/base/clock.h"

#include <stdio.h>
#include <string.h>

enum {
    PARAMS_SIZE = 65536 /* bytes of names that are kept; no engine has so many */
};
static const double ping_seconds = 1.0; /* in which an engine that knows `ping` answers */

/* ---- The engine's side ---- */

static void add_param(HubEngine *engine, const char *name) {
    if (engine->params.length < PARAMS_SIZE)
        text_buffer_printf(&engine->params, "\n%s\n", name);
}

static bool has_param(const HubEngine *engine, const char *name) {
    char line[HUB_REPLY_TEXT_SIZE + 2];
    if (strlen(name) >= HUB_REPLY_TEXT_SIZE)
        return false;
    snprintf(line, sizeof line, "\n%s\n", name);
    return strstr(text_buffer_get(&engine->params), line) != NULL;
}

/* From `hub` to `wait`. */
static Status read_greeting(Player *player, int64_t deadline_ns, PlayerAnswer *answer,
                            Error *error) {
    HubEngine *engine = player->engine;
    Status status = hub_send_word(engine, "hub", answer, error);
    HubReply reply = {.kind = REPLY_OTHER};
    while (status >= 0 && !hub_has_fault(answer) && reply.kind != REPLY_WAIT) {
        status = hub_receive(engine, deadline_ns, &reply, answer, error);
        if (status < 0 || hub_has_fault(answer))
            break;
        if (engine->version == 0)
            engine->version = reply.version;
        if (reply.kind == REPLY_NAME)
            player_set_name(player, reply.text);
        else if (reply.kind == REPLY_PARAM)
            add_param(engine, reply.text);
    }
    if (engine->version == 0)
        engine->version = 2;
    return status < 0 ? status : text_buffer_get_status(&engine->params, error);
}

/* From `init` to `ready`. */
static Status await_ready(HubEngine *engine, int64_t deadline_ns, PlayerAnswer *answer,
                          Error *error) {
    Status status = hub_send_word(engine, "init", answer, error);
    while (status >= 0 && !hub_has_fault(answer)) {
        HubReply reply;
        status = hub_receive(engine, deadline_ns, &reply, answer, error);
        if (status < 0 || hub_has_fault(answer) || reply.kind == REPLY_READY)
            break;
        if (reply.kind == REPLY_ERROR)
            player_fail(answer, FAULT_START, "the engine says: %.150s", reply.text);
    }
    return status;
}

/* Whether `ping` can be used to see that an engine has done all it was told. */
static Status try_ping(HubEngine *engine, int64_t deadline_ns, PlayerAnswer *answer, Error *error) {
    int64_t patience_ns = player_deadline(clock_now_ns(), ping_seconds);
    Status status = hub_send_word(engine, "ping", answer, error);
    HubReply reply = {.kind = REPLY_OTHER};
    while (status >= 0 && !hub_has_fault(answer) && reply.kind != REPLY_PONG &&
           reply.kind != REPLY_ERROR)
        status = hub_receive(engine, patience_ns < deadline_ns ? patience_ns : deadline_ns, &reply,
                             answer, error);
    if (status >= 0 && hub_has_fault(answer) && answer->fault == FAULT_HANG)
        player_clear_answer(answer);
    else
        engine->has_ping = reply.kind == REPLY_PONG;
    return status;
}

/* ---- Options ---- */

static Status send_option(HubEngine *engine, const char *name, const char *value,
                          PlayerAnswer *answer, Error *error) {
    if (engine->version == 1) {
        if (*value == '\0' || value[strcspn(value, " \t\r\n")] != '\0') {
            player_fail(answer, FAULT_START,
                        "set.%.40s: a value of Hub 1 is one word, not \"%.60s\"", name, value);
            return STATUS_OK;
        }
        hub_writer_begin(&engine->writer, "set");
        hub_writer_add_flag(&engine->writer, name);
        hub_writer_add_flag(&engine->writer, value);
    } else {
        hub_writer_begin(&engine->writer, "set-param");
        hub_writer_add(&engine->writer, "name", name);
        hub_writer_add(&engine->writer, "value", value);
    }
    return hub_send(engine, answer, error);
}

static bool is_set(const EngineSpec *spec, const char *name) {
    for (int i = 0; i < spec->option_count; i++)
        if (strcmp(spec->options[i].name, name) == 0)
            return true;
    return false;
}

/* What the match itself decides: the game that is played, and whether the engine ponders. */
static Status send_own_options(Player *player, PlayerAnswer *answer, Error *error) {
    HubEngine *engine = player->engine;
    Status status = STATUS_OK;
    if (has_param(engine, "variant") && !is_set(player->spec, "variant"))
        status = send_option(engine, "variant", player->rules->hub_name, answer, error);
    if (status >= 0 && !hub_has_fault(answer) && player->spec->ponder &&
        has_param(engine, "ponder") && !is_set(player->spec, "ponder"))
        status = send_option(engine, "ponder", "true", answer, error);
    return status;
}

/* A name that the engine has not declared would do nothing, and nobody would see it. Version 1 has
 * no declarations. */
static Status send_options(Player *player, PlayerAnswer *answer, Error *error) {
    HubEngine *engine = player->engine;
    Status status = send_own_options(player, answer, error);
    for (int i = 0; i < player->spec->option_count && status >= 0 && !hub_has_fault(answer); i++) {
        const EngineOption *option = &player->spec->options[i];
        if (engine->version == 2 && !has_param(engine, option->name))
            player_fail(answer, FAULT_START, "the engine has no parameter \"%.60s\"", option->name);
        else
            status = send_option(engine, option->name, option->value, answer, error);
    }
    return status;
}

Status hub_greet(Player *player, int64_t deadline_ns, PlayerAnswer *answer, Error *error) {
    HubEngine *engine = player->engine;
    Status status = read_greeting(player, deadline_ns, answer, error);
    if (status >= 0 && !hub_has_fault(answer))
        status = send_options(player, answer, error);
    if (status >= 0 && !hub_has_fault(answer))
        status = await_ready(engine, deadline_ns, answer, error);
    if (status >= 0 && !hub_has_fault(answer))
        status = try_ping(engine, deadline_ns, answer, error);
    return status;
}
