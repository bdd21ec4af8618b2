/* SPDX-License-Identifier: MIT */
#include "protocol/session.h"

#include "endgame/embedded.h"
#include "endgame/probe.h"
#include "engine/base/clock.h"
#include "protocol/evaluation.h"
#include "protocol/session_book.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct Session {
    Settings settings;
    GameRecord record;
    Search *search;
    Book *book; /* NULL: the variant has none */
    Rng rng;    /* draws book moves */
    bool used_book;
    Tables *tables;
    Oracle oracle;        /* asks the tables */
    EvalWeights *weights; /* NULL: the variant has none */
};

static SearchConfig config_of(const Session *session, const Settings *settings,
                              const EvalWeights *weights) {
    return (SearchConfig){
        .threads = settings->threads,
        .table_mib = settings->hash_mib,
        .eval = settings->eval,
        .oracle = &session->oracle,
        .weights = weights,
    };
}

static Status open_book(const Settings *settings, Book **ret_book, Error *error) {
    if (*settings->book_file)
        return book_open(settings->book_file, settings->rules, ret_book, error);
    return book_open_embedded(settings->rules, ret_book, error);
}

static Status check_idle(const Session *session, Error *error) {
    if (session_is_thinking(session))
        return error_set(error, STATUS_STATE, "not while the engine is thinking: stop it first");
    return STATUS_OK;
}

/* ---- tables ---- */

static Status open_tables(const Rules *rules, const char *folders, bool must_have,
                          Tables **ret_tables, Error *error) {
    Tables *tables;
    Status status = tables_new(rules, TABLES_CACHE_MIB_DEFAULT, &tables, error);
    if (status < 0)
        return status;
    status = tables_add_folders(tables, folders, error);
    if (status == STATUS_UNKNOWN && !must_have)
        status = STATUS_OK;
    if (status == STATUS_OK)
        status = embedded_add(tables, error);
    if (status < 0) {
        tables_free(tables);
        return status;
    }
    *ret_tables = tables;
    return STATUS_OK;
}

static void take_tables(Session *session, Tables *tables) {
    tables_free(session->tables);
    session->tables = tables;
    session->oracle = probe_oracle(tables);
}

const Tables *session_tables(const Session *session) {
    return session->tables;
}

const Book *session_get_book(const Session *session) {
    return session->book;
}

/* ---- life ---- */

Status session_new(const Settings *settings, Session **ret_session, Error *error) {
    Session *session = calloc(1, sizeof *session);
    if (!session)
        return error_set(error, STATUS_NO_MEMORY, "out of memory for a session");
    session->settings = *settings;
    session_seed(session, (uint64_t)clock_now_ns() ^ (uint64_t)getpid() << 32);
    Position start;
    position_init_start(&start, settings->rules);
    Status status = record_init(&session->record, &start, error);
    Tables *tables;
    if (status >= 0)
        status = open_tables(settings->rules, settings->tables, true, &tables, error);
    if (status >= 0) {
        take_tables(session, tables);
        status = evaluation_load(settings, &session->weights, error);
    }
    if (status >= 0) {
        SearchConfig config = config_of(session, settings, session->weights);
        status = search_new(&config, &session->search, error);
    }
    if (status >= 0)
        status = open_book(settings, &session->book, error);
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
    book_close(session->book);
    tables_free(session->tables);
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

/* ---- options ---- */

/* What changed settings ask for anew. */
typedef struct {
    bool other_book, other_tables, other_weights; /* which take the place of the old ones */
    Book *book;
    Tables *tables;
    EvalWeights *weights;
} Renewal;

static Status renew(const Session *session, const Settings *changed, Renewal *renewal,
                    Error *error) {
    const Settings *old = &session->settings;
    bool other_game = changed->rules != old->rules;
    bool other_folders = strcmp(changed->tables, old->tables) != 0;
    *renewal = (Renewal){0};
    if (other_game || strcmp(changed->book_file, old->book_file) != 0) {
        Status status = open_book(changed, &renewal->book, error);
        if (status < 0)
            return status;
        renewal->other_book = true;
    }
    if (other_game || other_folders) {
        /* Folders once taken may hold nothing of another variant. */
        Status status =
            open_tables(changed->rules, changed->tables, other_folders, &renewal->tables, error);
        if (status < 0)
            return status;
        renewal->other_tables = true;
    }
    if (other_game || strcmp(changed->weights, old->weights) != 0) {
        Status status = evaluation_load(changed, &renewal->weights, error);
        if (status < 0)
            return status;
        renewal->other_weights = true;
    }
    return STATUS_OK;
}

static void drop_renewal(Renewal *renewal) {
    book_close(renewal->book);
    tables_free(renewal->tables);
    eval_weights_free(renewal->weights);
}

static void take_renewal(Session *session, const Renewal *renewal) {
    if (renewal->other_book) {
        book_close(session->book);
        session->book = renewal->book;
    }
    if (renewal->other_tables)
        take_tables(session, renewal->tables);
    if (renewal->other_weights) {
        eval_weights_free(session->weights);
        session->weights = renewal->weights;
    }
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
    Renewal renewal;
    status = renew(session, &changed, &renewal, error);
    if (status >= 0) {
        SearchConfig config = config_of(session, &changed,
                                        renewal.other_weights ? renewal.weights : session->weights);
        status = search_configure(session->search, &config, error);
    }
    if (status < 0) {
        drop_renewal(&renewal);
        return status;
    }
    take_renewal(session, &renewal);
    session->settings = changed;
    if (renewal.other_tables)
        status = search_clear(session->search, error);
    if (status < 0)
        return status;
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
    if (mode == SEARCH_ANALYSE && limits->lines == 0)
        reduced.lines = session->settings.multi_pv;
    session->used_book = false;
    if (mode == SEARCH_THINK && session->settings.book && session->book && !limits->moves) {
        int answered = session_book_answer(session->book, &session->settings, &session->rng,
                                           session->search, &session->record, events, error);
        session->used_book = answered > 0;
        if (answered != 0)
            return answered < 0 ? (Status)answered : STATUS_OK;
    }
    return search_start(session->search, &session->record, &reduced, mode, events, error);
}

bool session_used_book(const Session *session) {
    return session->used_book;
}

void session_seed(Session *session, uint64_t seed) {
    rng_init(&session->rng, seed);
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
