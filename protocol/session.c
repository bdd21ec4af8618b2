/* SPDX-License-Identifier: MIT */
#include "protocol/session.h"

#include "protocol/evaluation.h"

#include <stdlib.h>
#include <string.h>

struct Session {
    Settings settings;
    GameRecord record;
    Search *search;
    EvalWeights *weights; /* NULL: the variant has none */
};

static SearchConfig config_of(const Settings *settings, const EvalWeights *weights) {
    return (SearchConfig){
        .threads = settings->threads,
        .table_mib = settings->hash_mib,
        .eval = settings->eval,
        .weights = weights,
    };
}

Status session_new(const Settings *settings, Session **ret_session, Error *error) {
    Session *session = calloc(1, sizeof *session);
    if (!session)
        return error_set(error, STATUS_NO_MEMORY, "out of memory for a session");
    session->settings = *settings;
    Position start;
    position_init_start(&start, settings->rules);
    Status status = record_init(&session->record, &start, error);
    if (status >= 0)
        status = evaluation_load(settings, &session->weights, error);
    if (status >= 0) {
        SearchConfig config = config_of(settings, session->weights);
        status = search_new(&config, &session->search, error);
    }
    if (status < 0) {
        session_free(session);
        return status;
    }
    *ret_session = session;
    return STATUS_OK;
}

void session_free(Session *session) {
    if (!session)
        return;
    search_free(session->search);
    eval_weights_free(session->weights);
    record_done(&session->record);
    free(session);
}

const Settings *session_settings(const Session *session) {
    return &session->settings;
}

Evaluator session_evaluator(const Session *session) {
    return (Evaluator){session->settings.eval, session->weights};
}

static Status check_idle(const Session *session, Error *error) {
    if (session_is_thinking(session))
        return error_set(error, STATUS_STATE, "not while the engine is thinking: stop it first");
    return STATUS_OK;
}

Status session_set_option(Session *session, const char *name, const char *value, Error *error) {
    Status status = check_idle(session, error);
    if (status < 0)
        return status;
    Settings changed = session->settings;
    status = settings_set(&changed, name, value, error);
    if (status < 0)
        return status;
    bool other_game = changed.rules != session->settings.rules;
    bool other_weights = other_game || strcmp(changed.weights, session->settings.weights) != 0;
    EvalWeights *weights = session->weights;
    if (other_weights)
        status = evaluation_load(&changed, &weights, error);
    if (status < 0)
        return status;
    SearchConfig config = config_of(&changed, weights);
    status = search_configure(session->search, &config, error);
    if (other_weights)
        eval_weights_free(status < 0 ? weights : session->weights);
    if (status < 0)
        return status;
    session->weights = weights;
    session->settings = changed;
    return other_game ? session_new_game(session, error) : STATUS_OK;
}

Status session_new_game(Session *session, Error *error) {
    Status status = search_clear(session->search, error);
    if (status < 0)
        return status;
    Position start;
    position_init_start(&start, session->settings.rules);
    record_restart(&session->record, &start);
    return STATUS_OK;
}

Status session_set_position(Session *session, const Position *position, Error *error) {
    Status status = check_idle(session, error);
    if (status >= 0)
        record_restart(&session->record, position);
    return status;
}

Status session_play(Session *session, Move move, Error *error) {
    Status status = check_idle(session, error);
    return status < 0 ? status : record_push(&session->record, move, error);
}

Status session_undo(Session *session, Error *error) {
    Status status = check_idle(session, error);
    if (status >= 0 && !record_pop(&session->record))
        status = error_set(error, STATUS_STATE, "no move to take back");
    return status;
}

const GameRecord *session_record(const Session *session) {
    return &session->record;
}

const Position *session_position(const Session *session) {
    return record_current(&session->record);
}

Status session_think(Session *session, const SearchLimits *limits, SearchMode mode,
                     const SearchEvents *events, Error *error) {
    SearchLimits reduced = *limits;
    double overhead = session->settings.overhead_ms * 1e-3;
    reduced.move_time -= overhead;
    reduced.clock_time -= overhead;
    return search_start(session->search, &session->record, &reduced, mode, events, error);
}

void session_stop(Session *session) {
    search_stop(session->search);
}

void session_ponder_hit(Session *session) {
    search_ponder_hit(session->search);
}

bool session_is_thinking(const Session *session) {
    return search_is_running(session->search);
}

void session_wait(Session *session) {
    search_wait(session->search);
}
