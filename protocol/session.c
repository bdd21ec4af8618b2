/* SPDX-License-Identifier: MIT */
#include "protocol/session.h"

#include "endgame/embedded.h"
#include "endgame/probe.h"
#include "engine/base/clock.h"
#include "protocol/evaluation.h"
#include "protocol/level.h"
#include "protocol/session_book.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The lines among which a playing level chooses. Written by the search's thread. */
typedef struct {
    SearchEvents events; /* the caller's */
    int error;           /* that the move may have, centimen */
    int count;
    int scores[LEVEL_LINES];
    SearchInfo infos[LEVEL_LINES];
    Move lines[LEVEL_LINES][SEARCH_PLY_MAX + 1];
} LevelPlay;

struct Session {
    Settings settings;
    GameRecord record;
    Search *search;
    Book *book; /* NULL: the variant has none */
    Rng rng;    /* draws book moves */
    bool used_book;
    LevelPlay level_play; /* of the search under way, with a level */
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

/* ---- playing levels ---- */

static void note_level_line(void *context, const SearchInfo *info) {
    LevelPlay *play = context;
    int index = info->rank - 1;
    if (index >= LEVEL_LINES)
        return;
    play->count = info->rank;
    play->scores[index] = info->score;
    play->infos[index] = *info;
    memcpy(play->lines[index], info->line, (size_t)info->line_length * sizeof *info->line);
}

static void choose_level_move(void *context, const SearchResult *result) {
    LevelPlay *play = context;
    const SearchEvents *events = &play->events;
    SearchResult chosen = *result;
    if (play->count > 0) {
        int index = level_choose(play->scores, play->count, play->error);
        SearchInfo info = play->infos[index];
        info.rank = info.ranks = 1;
        info.line = play->lines[index];
        chosen.best = info.line[0];
        chosen.ponder = info.line_length > 1 ? info.line[1] : move_none();
        chosen.score = info.score;
        if (events->on_info)
            events->on_info(events->context, &info);
    }
    if (events->on_done)
        events->on_done(events->context, &chosen);
}

static SearchEvents begin_level_play(Session *session, SearchLimits *limits,
                                     const SearchEvents *events) {
    LevelPlay *play = &session->level_play;
    play->events = events ? *events : (SearchEvents){0};
    play->count = 0;
    play->error = level_draw_error(session->settings.level, &session->rng);
    level_limit(session->settings.level, limits);
    return (SearchEvents){note_level_line, choose_level_move, play};
}

/* A fixed time a move is meant to be used: the overhead takes at most this part of it. */
#define OVERHEAD_SHARE 0.1

SearchLimits session_take_overhead(const SearchLimits *limits, int overhead_ms) {
    SearchLimits reduced = *limits;
    double overhead = overhead_ms * 1e-3;
    reduced.move_time -= fmin(overhead, limits->move_time * OVERHEAD_SHARE);
    reduced.clock_time -= overhead;
    return reduced;
}

Status session_think(Session *session, const SearchLimits *limits, SearchMode mode,
                     const SearchEvents *events, Error *error) {
    SearchLimits reduced = session_take_overhead(limits, session->settings.overhead_ms);
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
    if (session->settings.level == 0 || mode == SEARCH_ANALYSE)
        return search_start(session->search, &session->record, &reduced, mode, events, error);
    Status status = check_idle(session, error);
    if (status < 0)
        return status;
    SearchEvents choosing = begin_level_play(session, &reduced, events);
    return search_start(session->search, &session->record, &reduced, mode, &choosing, error);
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
