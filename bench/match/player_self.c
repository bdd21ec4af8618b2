/* SPDX-License-Identifier: MIT */
#include "bench/match/player_internal.h"

#include "engine/base/clock.h"
#include "engine/base/version.h"
#include "engine/notation/move_text.h"
#include "protocol/session.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* This program as an engine, in this process: one Session. */
typedef struct {
    Session *session;
    pthread_mutex_t lock;
    pthread_cond_t over; /* by the monotonic clock */
    bool is_over;        /* guarded by lock, as are the two below */
    int64_t over_ns;
    SearchResult result;
    /* A search in the other's time, of the position after `expected`. */
    bool pondering;
    Move expected;
    Move reply; /* what the last search expects the other to play, or none */
} SelfEngine;

/* ---- Life ---- */

static Status init_condition(SelfEngine *engine, Error *error) {
    pthread_condattr_t attributes;
    if (pthread_condattr_init(&attributes) != 0)
        return error_set(error, STATUS_NO_MEMORY, "out of memory for an engine");
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    int failure = pthread_cond_init(&engine->over, &attributes);
    pthread_condattr_destroy(&attributes);
    if (failure != 0)
        return error_set(error, STATUS_NO_MEMORY, "out of memory for an engine");
    pthread_mutex_init(&engine->lock, NULL);
    return STATUS_OK;
}

static void set_options(Player *player, Session *session, PlayerAnswer *answer) {
    Error error;
    for (int i = 0; i < player->spec->option_count; i++) {
        const EngineOption *option = &player->spec->options[i];
        if (session_set_option(session, option->name, option->value, &error) < 0) {
            player_fail(answer, FAULT_START, "set.%.40s=%.40s: %.150s", option->name, option->value,
                        error.text);
            return;
        }
    }
    const Tables *tables = session_tables(session);
    for (int i = 0; i < tables_fault_count(tables); i++) {
        const char *fault = tables_get_fault(tables, i);
        talk_log_add(&player->log, '!', fault, strlen(fault));
    }
    if (session_settings(session)->rules != player->rules)
        player_fail(answer, FAULT_START, "set.variant: the match plays %s", player->rules->title);
}

static Status self_start(Player *player, int64_t deadline_ns, PlayerAnswer *answer, Error *error) {
    (void)deadline_ns; /* nothing here waits for anybody */
    SelfEngine *engine = calloc(1, sizeof *engine);
    if (!engine)
        return error_set(error, STATUS_NO_MEMORY, "out of memory for an engine");
    Status status = init_condition(engine, error);
    if (status < 0) {
        free(engine);
        return status;
    }
    player->engine = engine;
    Settings settings = settings_default();
    settings.rules = player->rules;
    settings.book =
        false; /* the ballots are what a match begins with, unless its options say more */
    status = session_new(&settings, &engine->session, error);
    if (status < 0)
        return status;
    char name[PLAYER_NAME_SIZE];
    snprintf(name, sizeof name, "huff %s", version_get());
    player_set_name(player, name);
    set_options(player, engine->session, answer);
    return STATUS_OK;
}

static void self_stop(Player *player, bool politely) {
    (void)politely; /* a search stops within milliseconds */
    SelfEngine *engine = player->engine;
    session_free(engine->session);
    pthread_cond_destroy(&engine->over);
    pthread_mutex_destroy(&engine->lock);
    free(engine);
}

/* ---- Searching ---- */

static void on_done(void *context, const SearchResult *result) {
    SelfEngine *engine = context;
    pthread_mutex_lock(&engine->lock);
    engine->result = *result;
    engine->over_ns = clock_now_ns();
    engine->is_over = true;
    pthread_cond_signal(&engine->over);
    pthread_mutex_unlock(&engine->lock);
}

/* False when the search still runs at the deadline. */
static bool wait_until(SelfEngine *engine, int64_t deadline_ns) {
    struct timespec moment = {.tv_sec = deadline_ns / 1000000000,
                              .tv_nsec = deadline_ns % 1000000000};
    pthread_mutex_lock(&engine->lock);
    int failure = 0;
    while (!engine->is_over && failure == 0)
        failure = deadline_ns == INT64_MAX
                      ? pthread_cond_wait(&engine->over, &engine->lock)
                      : pthread_cond_timedwait(&engine->over, &engine->lock, &moment);
    bool over = engine->is_over;
    pthread_mutex_unlock(&engine->lock);
    return over;
}

static void stop_search(SelfEngine *engine) {
    session_stop(engine->session);
    session_wait(engine->session);
}

/* Sets the session up with all of a game, so that it sees repetitions as the referee does. */
static Status set_game(Session *session, const GameRecord *record, Error *error) {
    Status status = session_set_position(session, &record->entries[0].position, error);
    for (int i = 1; i < record->count && status >= 0; i++)
        status = session_play(session, record->entries[i].move, error);
    return status;
}

static SearchLimits find_limits(const PlayerTurn *turn) {
    const MatchLimits *limits = &turn->limits;
    return (SearchLimits){
        .has_depth = limits->depth > 0,
        .has_nodes = limits->nodes > 0,
        .has_move_time = limits->move_time > 0,
        .has_clock = limits->clock_time > 0,
        .has_moves = limits->clock_time > 0 && turn->moves_to_control > 0,
        .depth = limits->depth < SEARCH_DEPTH_MAX ? limits->depth : SEARCH_DEPTH_MAX,
        .nodes = limits->nodes,
        .move_time = limits->move_time,
        .clock_time = turn->remaining,
        .clock_increment = limits->clock_increment,
        .moves_to_control = turn->moves_to_control,
    };
}

static Status begin_search(SelfEngine *engine, const PlayerTurn *turn, SearchMode mode,
                           Error *error) {
    SearchLimits limits = find_limits(turn);
    SearchEvents events = {.on_done = on_done, .context = engine};
    engine->is_over = false; /* nothing searches now */
    return session_think(engine->session, &limits, mode, &events, error);
}

static Status self_begin_game(Player *player, Position *start, Color *color,
                              const MatchLimits *limits, int64_t deadline_ns, PlayerAnswer *answer,
                              Error *error) {
    (void)limits, (void)deadline_ns, (void)answer;
    SelfEngine *engine = player->engine;
    stop_search(engine);
    /* Book moves are drawn alike whenever this game is played, and otherwise in others. */
    session_seed(engine->session, start->key + (uint64_t)*color);
    engine->pondering = false;
    engine->reply = move_none();
    return session_new_game(engine->session, error);
}

/* Whether the search in the other's time is of the position that now stands; one of another
 * position is ended. */
static bool find_ponder_hit(SelfEngine *engine, const GameRecord *record) {
    if (!engine->pondering)
        return false;
    engine->pondering = false;
    if (move_equals(record->entries[record->count - 1].move, engine->expected))
        return true;
    stop_search(engine);
    return false;
}

/* Waits for the search, telling it to stop when the flag falls. */
static void take_result(SelfEngine *engine, const PlayerTurn *turn, int64_t start_ns) {
    if (!wait_until(engine, player_deadline(start_ns, turn->flag)))
        session_stop(engine->session);
    wait_until(engine, INT64_MAX);
    session_wait(engine->session);
}

static void fill_answer(SelfEngine *engine, int64_t start_ns, PlayerAnswer *answer) {
    const SearchResult *result = &engine->result;
    int64_t spent_ns = engine->over_ns - start_ns;
    answer->seconds = spent_ns > 0 ? (double)spent_ns * 1e-9 : 0;
    answer->move = result->best;
    answer->has_score = answer->has_depth = result->depth > 0;
    answer->has_nodes = true;
    answer->score = result->score;
    answer->depth = result->depth;
    answer->nodes = result->nodes;
    engine->reply = result->ponder;
    if (move_is_none(result->best))
        player_fail(answer, FAULT_ILLEGAL, "no move");
}

static Status self_think(Player *player, const PlayerTurn *turn, PlayerAnswer *answer,
                         Error *error) {
    SelfEngine *engine = player->engine;
    Status status = STATUS_OK;
    bool hit = find_ponder_hit(engine, turn->record);
    if (!hit)
        status = set_game(engine->session, turn->record, error);
    int64_t start_ns = clock_now_ns();
    if (hit)
        session_ponder_hit(engine->session);
    else if (status >= 0)
        status = begin_search(engine, turn, SEARCH_THINK, error);
    if (status < 0)
        return status;
    take_result(engine, turn, start_ns);
    fill_answer(engine, start_ns, answer);
    return STATUS_OK;
}

/* A failure only means that the other's time is not used. */
static void self_ponder(Player *player, const PlayerTurn *turn) {
    SelfEngine *engine = player->engine;
    const Position *position = record_current(turn->record);
    Move expected = movegen_find(position, engine->reply);
    if (move_is_none(engine->reply) || move_is_none(expected) ||
        set_game(engine->session, turn->record, NULL) < 0 ||
        session_play(engine->session, expected, NULL) < 0 ||
        !movegen_has_move(session_position(engine->session)))
        return;
    engine->expected = expected;
    engine->pondering = begin_search(engine, turn, SEARCH_PONDER, NULL) >= 0;
}

static bool self_end_game(Player *player, const GameRecord *record, Outcome outcome) {
    (void)record, (void)outcome;
    SelfEngine *engine = player->engine;
    stop_search(engine);
    engine->pondering = false;
    return true;
}

const PlayerDriver player_self_driver = {
    .start = self_start,
    .stop = self_stop,
    .begin_game = self_begin_game,
    .think = self_think,
    .ponder = self_ponder,
    .end_game = self_end_game,
};
