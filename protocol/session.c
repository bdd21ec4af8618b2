/* SPDX-License-Identifier: MIT */
#include "protocol/session.h"

#include "engine/base/clock.h"
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
};

static SearchConfig config_of(const Settings *settings) {
    return (SearchConfig){
        .threads = settings->threads,
        .table_mib = settings->hash_mib,
        .eval = settings->eval,
    };
}

static Status open_book(const Settings *settings, Book **ret_book, Error *error) {
    if (*settings->book_file)
        return book_open(settings->book_file, settings->rules, ret_book, error);
    return book_open_embedded(settings->rules, ret_book, error);
}

Status session_new(const Settings *settings, Session **ret_session, Error *error) {
    Session *session = calloc(1, sizeof *session);
    if (!session)
        return error_set(error, STATUS_NO_MEMORY, "out of memory for a session");
    session->settings = *settings;
    session_seed(session, (uint64_t)clock_now_ns() ^ (uint64_t)getpid() << 32);
    Position start;
    position_init_start(&start, settings->rules);
    Status status = record_init(&session->record, &start, error);
    if (status >= 0) {
        SearchConfig config = config_of(settings);
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
    record_done(&session->record);
    free(session);
}

const Settings *session_settings(const Session *session) {
    return &session->settings;
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
    bool other_book = other_game || strcmp(changed.book_file, session->settings.book_file) != 0;
    Book *book = session->book;
    if (other_book)
        status = open_book(&changed, &book, error);
    if (status < 0)
        return status;
    SearchConfig config = config_of(&changed);
    status = search_configure(session->search, &config, error);
    if (other_book)
        book_close(status < 0 ? book : session->book);
    if (status < 0)
        return status;
    session->book = book;
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
    session->used_book = false;
    if (mode == SEARCH_THINK && session->settings.book && session->book) {
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
