/* SPDX-License-Identifier: MIT
 *
 * The state that the game runners share, and their threads. */
#include "bench/match/match_work.h"
#include "engine/base/checksum.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* One thread that plays. */
typedef struct {
    Match *match;
    int number; /* from 0 */
    pthread_t thread;
} MatchThread;

struct Match {
    MatchConfig config;
    void (*on_game)(void *context, const MatchGame *game);
    void *context;
    int games;

    pthread_mutex_t lock;        /* guards all below */
    pthread_cond_t over_changed; /* `running` became 0 */
    Schedule schedule;
    Ledger *ledger; /* NULL once closed */
    MatchTally tally;
    uint8_t *done; /* a bit a game */
    int next_pair;
    int *faults; /* games in a row that each engine spoilt */
    bool *began; /* engines that were ready for a game once */
    bool ending; /* no further pair is begun */
    MatchOver over;
    Status status;
    Error error;
    int running; /* workers that take part */

    int thread_count; /* started */
    MatchThread *threads;
    atomic_bool stop; /* games are to be broken off */
};

/* ---- What a ledger says of the match. */

static Status add_number(LedgerHead *head, const char *key, double value, Error *error) {
    char text[32];
    snprintf(text, sizeof text, "%g", value);
    return ledger_head_add(head, key, text, error);
}

static Status add_unsigned(LedgerHead *head, const char *key, uint64_t value, Error *error) {
    char text[32];
    snprintf(text, sizeof text, "%llu", (unsigned long long)value);
    return ledger_head_add(head, key, text, error);
}

static Status add_scores(LedgerHead *head, const ScoreAdjudication *by, Error *error) {
    char text[96];
    Status status = STATUS_OK;
    if (by->win_moves > 0) {
        snprintf(text, sizeof text, "%d centimen for %d moves", by->win_score, by->win_moves);
        status = ledger_head_add(head, "win-by-score", text, error);
    }
    if (status == STATUS_OK && by->draw_moves > 0) {
        snprintf(text, sizeof text, "%d centimen for %d moves after move %d", by->draw_score,
                 by->draw_moves, by->draw_after);
        status = ledger_head_add(head, "draw-by-score", text, error);
    }
    return status;
}

/* Tells lists of ballots apart that have the same name. */
static uint32_t sum_ballots(const BallotList *list) {
    uint32_t sum = 0;
    for (int i = 0; i < list->count; i++)
        sum = checksum_add(sum, &list->ballots[i].start.key, sizeof list->ballots[i].start.key);
    return sum;
}

static Status make_head(const MatchConfig *config, LedgerHead *head, Error *error) {
    char limits[MATCH_LIMITS_SIZE], ballots[256], text[96];
    Status status = ledger_head_add(head, "variant", config->rules->name, error);
    for (int i = 0; status == STATUS_OK && i < config->engine_count; i++)
        status = ledger_head_add(head, "engine", config->engines[i].text, error);
    if (status == STATUS_OK)
        status = ledger_head_add(
            head, "form", config->form == MATCH_GAUNTLET ? "gauntlet" : "round-robin", error);
    if (status == STATUS_OK)
        status =
            ledger_head_add(head, "limits", match_limits_write(&config->limits, limits), error);
    snprintf(ballots, sizeof ballots, "%s, %d, %08x", config->ballots_name, config->ballots->count,
             (unsigned)sum_ballots(config->ballots));
    if (status == STATUS_OK)
        status = ledger_head_add(head, "ballots", ballots, error);
    if (status == STATUS_OK)
        status = ledger_head_add(head, "order", config->shuffled ? "shuffled" : "as given", error);
    if (status == STATUS_OK)
        status = add_unsigned(head, "seed", config->seed, error);
    if (status == STATUS_OK)
        status = add_number(head, "margin", config->referee.margin, error);
    if (status == STATUS_OK)
        status = add_number(head, "longest-game", config->referee.plies_max, error);
    if (status == STATUS_OK && config->referee.oracle) {
        snprintf(text, sizeof text, "up to %d pieces, %d %% of the pairs exempt",
                 config->referee.oracle->pieces_max, config->exempt_percent);
        status = ledger_head_add(head, "by-tables", text, error);
    }
    return status < 0 ? status : add_scores(head, &config->referee.by_score, error);
}

/* ---- Which games are there. */

static bool game_is_done(const Match *match, int number) {
    return match->done[number / 8] >> number % 8 & 1;
}

/* Counts a finished game, whether it was just played or stood in the ledger. Games beyond the
 * match's own (the ledger is of a longer one) are passed over. */
static Status count_game(Match *match, const MatchGame *game, Error *error) {
    if (game->number >= match->games)
        return STATUS_OK;
    if (game_is_done(match, game->number))
        return error_set(error, STATUS_STATE, "the ledger has game %d twice", game->number);
    Status status = match_tally_add(&match->tally, game, error);
    if (status < 0)
        return status;
    match->done[game->number / 8] |= (uint8_t)(1u << game->number % 8);
    if (match->on_game)
        match->on_game(match->context, game);
    return STATUS_OK;
}

/* The ledger's games come while it is opened; the first error is kept for prepare. */
static void on_old_game(void *context, const MatchGame *game) {
    Match *match = context;
    if (match->status == STATUS_OK)
        match->status = count_game(match, game, &match->error);
}

/* ---- The end. */

/* The first reason stands. The lock is held. */
static void end_match(Match *match, MatchOver over) {
    if (!match->ending) {
        match->ending = true;
        match->over = over;
    }
}

void match_fail(Match *match, Status status, const Error *error) {
    pthread_mutex_lock(&match->lock);
    if (!match->ending) {
        match->status = status;
        match->error = *error;
    }
    end_match(match, MATCH_OVER_FAILED);
    atomic_store(&match->stop, true);
    pthread_mutex_unlock(&match->lock);
}

static void check_sprt(Match *match) {
    int first, second;
    if (!match->config.has_sprt)
        return;
    schedule_get_pairing(&match->schedule, 0, &first, &second);
    MatchScore score = match_tally_get_pairing(&match->tally, first, second);
    if (match_sprt_decide(&match->config.sprt, &score) != MATCH_SPRT_CONTINUE)
        end_match(match, MATCH_OVER_SPRT);
}

/* Gives a match up in which one engine does nothing but fail. The lock is held. */
static void check_faults(Match *match, const MatchGame *game) {
    int guilty = game->guilty == COLOR_WHITE ? game->white : game->black;
    bool fault = match_end_is_fault(game->end);
    if (!fault || guilty != game->white)
        match->faults[game->white] = 0;
    if (!fault || guilty != game->black)
        match->faults[game->black] = 0;
    if (!fault || guilty != game->white || game->end != END_NO_START)
        match->began[game->white] = true;
    if (!fault || guilty != game->black || game->end != END_NO_START)
        match->began[game->black] = true;
    if (!fault || match->ending)
        return;
    int limit = match->began[guilty] ? MATCH_FAULTS_MAX : MATCH_NO_STARTS_MAX;
    if (++match->faults[guilty] < limit)
        return;
    match->status = error_set(&match->error, STATUS_STATE,
                              "engine %d (%s) spoilt %d games in a row, the last by: %s: %s",
                              guilty + 1, match->config.engines[guilty].text, limit,
                              match_end_get_name(game->end), game->text);
    end_match(match, MATCH_OVER_FAILED);
}

/* ---- The runners' side. */

bool match_take_pair(Match *match, MatchPair *ret_pair) {
    bool found = false;
    pthread_mutex_lock(&match->lock);
    while (!match->ending && !found && match->next_pair < match->games / 2) {
        int pair = match->next_pair++;
        *ret_pair = (MatchPair){.number = pair, .plan = schedule_plan(&match->schedule, pair)};
        for (int i = 0; i < 2; i++) {
            ret_pair->wanted[i] = !game_is_done(match, 2 * pair + i);
            found |= ret_pair->wanted[i];
        }
    }
    pthread_mutex_unlock(&match->lock);
    return found;
}

Status match_give_game(Match *match, const MatchGame *game, Error *error) {
    pthread_mutex_lock(&match->lock);
    Status status = ledger_add(match->ledger, game, error);
    if (status == STATUS_OK)
        status = count_game(match, game, error);
    if (status == STATUS_OK) {
        check_sprt(match);
        check_faults(match, game);
    }
    pthread_mutex_unlock(&match->lock);
    return status;
}

/* ---- Life. */

static Status check_config(const MatchConfig *config, Error *error) {
    if (config->games < 0 || config->games % 2 != 0 || config->games > MATCH_GAMES_MAX)
        return error_set(error, STATUS_RANGE,
                         "a match has an even number of games up to %d (pairs with both colours), "
                         "not %d",
                         MATCH_GAMES_MAX, config->games);
    if (config->concurrency < 1 || config->concurrency > MATCH_CONCURRENCY_MAX)
        return error_set(error, STATUS_RANGE, "games at a time must be 1 to %d, not %d",
                         MATCH_CONCURRENCY_MAX, config->concurrency);
    for (int i = 0, asking = 0; i < config->engine_count; i++) {
        asking += config->engines[i].asks;
        if (asking > 1)
            return error_set(error, STATUS_RANGE,
                             "only one engine of a match can name the games itself (asks=true)");
    }
    return config->has_sprt ? match_sprt_check(&config->sprt, error) : STATUS_OK;
}

static Status prepare(Match *match, Error *error) {
    const MatchConfig *config = &match->config;
    LedgerHead head = {0};
    Status status = schedule_init(&match->schedule, config->form, config->engine_count,
                                  config->ballots, config->shuffled, config->seed, error);
    if (status < 0)
        return status;
    match->games = config->games ? config->games : 2 * schedule_count_all(&match->schedule);
    match->done = calloc((size_t)match->games / 8 + 1, 1);
    match->began = calloc((size_t)config->engine_count, sizeof *match->began);
    match->faults = calloc((size_t)config->engine_count, sizeof *match->faults);
    match->threads = calloc((size_t)config->concurrency, sizeof *match->threads);
    if (!match->done || !match->began || !match->faults || !match->threads)
        return error_set(error, STATUS_NO_MEMORY, "no memory for %d games", match->games);
    status = match_tally_init(&match->tally, config->engine_count, error);
    if (status == STATUS_OK)
        status = make_head(config, &head, error);
    if (status == STATUS_OK)
        status = ledger_open(config->ledger_path, &head, config->rules, on_old_game, match,
                             &match->ledger, error);
    ledger_head_done(&head);
    if (status == STATUS_OK && match->status < 0) {
        if (error)
            *error = match->error;
        status = match->status;
    }
    if (status == STATUS_OK)
        check_sprt(match);
    return status;
}

Status match_new(const MatchConfig *config, void (*on_game)(void *context, const MatchGame *game),
                 void *context, Match **ret_match, Error *error) {
    Status status = check_config(config, error);
    if (status < 0)
        return status;
    Match *match = calloc(1, sizeof *match);
    if (!match)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a match");
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_mutex_init(&match->lock, NULL);
    pthread_cond_init(&match->over_changed, &attributes);
    pthread_condattr_destroy(&attributes);
    match->config = *config;
    match->on_game = on_game;
    match->context = context;
    status = prepare(match, error);
    if (status < 0) {
        match_free(match);
        return status;
    }
    *ret_match = match;
    return STATUS_OK;
}

void match_free(Match *match) {
    if (!match)
        return;
    match_stop(match);
    match_wait(match, -1);
    for (int i = 0; i < match->thread_count; i++)
        pthread_join(match->threads[i].thread, NULL);
    ledger_close(match->ledger, NULL);
    match_tally_done(&match->tally);
    schedule_done(&match->schedule);
    pthread_cond_destroy(&match->over_changed);
    pthread_mutex_destroy(&match->lock);
    free(match->threads);
    free(match->faults);
    free(match->began);
    free(match->done);
    free(match);
}

int match_count_games(const Match *match) {
    return match->games;
}

const Rules *match_get_rules(const Match *match) {
    return match->config.rules;
}

void match_join(Match *match) {
    pthread_mutex_lock(&match->lock);
    match->running++;
    pthread_mutex_unlock(&match->lock);
}

/* The last one closes the ledger: only then the match is over. */
void match_leave(Match *match) {
    pthread_mutex_lock(&match->lock);
    if (--match->running == 0) {
        Error error;
        Status status = ledger_close(match->ledger, &error);
        match->ledger = NULL;
        if (status < 0 && !match->ending) {
            match->status = status;
            match->error = error;
            end_match(match, MATCH_OVER_FAILED);
        }
        end_match(match, MATCH_OVER_ALL);
        pthread_cond_broadcast(&match->over_changed);
    }
    pthread_mutex_unlock(&match->lock);
}

static bool take(void *context, MatchPair *ret_pair) {
    return match_take_pair(context, ret_pair);
}

static Status give(void *context, const MatchGame *game, Error *error) {
    return match_give_game(context, game, error);
}

static void *run(void *argument) {
    MatchThread *thread = argument;
    Match *match = thread->match;
    RunnerWork work = {take, give, match};
    Error error;
    Status status = runner_run(&match->config, thread->number, &work, &match->stop, &error);
    if (status < 0)
        match_fail(match, status, &error);
    match_leave(match);
    return NULL;
}

Status match_start(Match *match, Error *error) {
    for (int i = 0; i < match->config.concurrency; i++) {
        MatchThread *thread = &match->threads[i];
        *thread = (MatchThread){.match = match, .number = i};
        match_join(match);
        int code = pthread_create(&thread->thread, NULL, run, thread);
        if (code != 0) {
            match_stop(match);
            match_leave(match);
            return error_set(error, STATUS_NO_MEMORY, "cannot start a thread for games: %s",
                             strerror(code));
        }
        match->thread_count++;
    }
    return STATUS_OK;
}

static struct timespec deadline_after(int milliseconds) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    int64_t ns = time.tv_nsec + (int64_t)milliseconds * 1000000;
    time.tv_sec += ns / 1000000000;
    time.tv_nsec = ns % 1000000000;
    return time;
}

bool match_wait(Match *match, int milliseconds) {
    struct timespec deadline = deadline_after(milliseconds);
    int code = 0;
    pthread_mutex_lock(&match->lock);
    while (match->running > 0 && code == 0)
        code = milliseconds < 0
                   ? pthread_cond_wait(&match->over_changed, &match->lock)
                   : pthread_cond_timedwait(&match->over_changed, &match->lock, &deadline);
    bool over = match->running == 0;
    pthread_mutex_unlock(&match->lock);
    return over;
}

void match_stop(Match *match) {
    pthread_mutex_lock(&match->lock);
    end_match(match, MATCH_OVER_STOPPED);
    atomic_store(&match->stop, true);
    pthread_mutex_unlock(&match->lock);
}

MatchOver match_get_over(const Match *match) {
    return match->over;
}

Status match_get_error(const Match *match, Error *error) {
    if (error)
        *error = match->error;
    return match->status;
}

void match_read_tally(Match *match, void (*read)(void *context, const MatchTally *tally),
                      void *context) {
    pthread_mutex_lock(&match->lock);
    read(context, &match->tally);
    pthread_mutex_unlock(&match->lock);
}
