/* SPDX-License-Identifier: MIT */
#include "engine/learn/selfplay.h"

#include "engine/base/clock.h"
#include "engine/base/crew.h"
#include "engine/learn/game_internal.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

/* Games that are played and written together. */
typedef struct {
    uint32_t first, count;
} Batch;

/* What the threads share. */
typedef struct {
    const SelfplayConfig *config;
    const SelfplayEvents *events;
    Player *players; /* one for each thread */
    Batch *batches;  /* to play */
    size_t batch_count;
    uint64_t games_due; /* in all of them */
    int64_t begin_ns;

    pthread_mutex_t mutex; /* guards what follows */
    TrainingWriter *writer;
    uint64_t games_new;
    Status status; /* the first failure */
    Error error;
    atomic_bool failed;
} Workshop;

static Status check_config(const SelfplayConfig *config, Error *error) {
    if (config->threads < 1 || config->threads > SELFPLAY_THREADS_MAX)
        return error_set(error, STATUS_RANGE, "%d threads; from 1 to %d are possible",
                         config->threads, SELFPLAY_THREADS_MAX);
    if (config->opening_min < 0 || config->opening_max > SELFPLAY_OPENING_MAX ||
        config->opening_min > config->opening_max)
        return error_set(error, STATUS_RANGE,
                         "from %d to %d random plies; 0 to %d are possible, the first number not "
                         "above the second",
                         config->opening_min, config->opening_max, SELFPLAY_OPENING_MAX);
    if (config->branch_percent < 0 || config->branch_percent > 100)
        return error_set(error, STATUS_RANGE, "branches in %d of 100 games; 0 to 100 are possible",
                         config->branch_percent);
    if (config->part < 1 || config->part > config->parts)
        return error_set(error, STATUS_RANGE, "part %d of %d; from 1 to all of them are possible",
                         config->part, config->parts);
    if (config->games < 1)
        return error_set(error, STATUS_RANGE, "no games to play; 1 is the least");
    return STATUS_OK;
}

static void describe(const SelfplayConfig *config, char *buffer, size_t size) {
    char limit[64];
    if (config->nodes > 0)
        snprintf(limit, sizeof limit, "nodes=%" PRIu64, config->nodes);
    else
        snprintf(limit, sizeof limit, "seconds=%g", config->seconds);
    int length = snprintf(
        buffer, size, "eval=%s %s seed=%" PRIu64 " opening=%d-%d branch=%d limit=%d table=%d",
        config->eval_name, limit, config->seed, config->opening_min, config->opening_max,
        config->branch_percent, config->opening_limit, config->table_mib);
    if (config->oracle && config->oracle->pieces_max > 0)
        snprintf(buffer + length, size - (size_t)length, " exact=%d", config->oracle->pieces_max);
}

static void fail(Workshop *shop, Status status, const Error *error) {
    pthread_mutex_lock(&shop->mutex);
    if (shop->status >= 0) {
        shop->status = status;
        shop->error = *error;
    }
    atomic_store(&shop->failed, true);
    pthread_mutex_unlock(&shop->mutex);
}

static bool is_over(const Workshop *shop) {
    const atomic_bool *stop = shop->events->stop;
    return atomic_load_explicit(&shop->failed, memory_order_relaxed) ||
           (stop && atomic_load_explicit(stop, memory_order_relaxed));
}

/* To be called with the mutex held. */
static void report(Workshop *shop) {
    if (!shop->events->on_progress)
        return;
    SelfplayProgress progress = {
        .counts = *training_writer_counts(shop->writer),
        .games_new = shop->games_new,
        .games_left = shop->games_due - shop->games_new,
        .seconds = clock_seconds_since(shop->begin_ns),
    };
    shop->events->on_progress(shop->events->context, &progress);
}

static Status write_batch(Workshop *shop, Batch batch, const TrainingGame *games, Error *error) {
    pthread_mutex_lock(&shop->mutex);
    Status status = training_writer_append(shop->writer, batch.first, games, batch.count, error);
    if (status >= 0)
        report(shop);
    pthread_mutex_unlock(&shop->mutex);
    return status;
}

static void count_game(Workshop *shop) {
    pthread_mutex_lock(&shop->mutex);
    shop->games_new++;
    report(shop);
    pthread_mutex_unlock(&shop->mutex);
}

/* Plays the games of a batch and writes them. */
static Status play_batch(Workshop *shop, Player *player, Batch batch, Error *error) {
    PlayedGame **played = calloc(batch.count, sizeof *played);
    TrainingGame games[SELFPLAY_CHUNK_GAMES];
    Status status =
        played ? STATUS_OK : error_set(error, STATUS_NO_MEMORY, "no memory for a chunk of games");
    for (uint32_t i = 0; status >= 0 && i < batch.count; i++) {
        played[i] = malloc(sizeof *played[i]);
        if (!played[i]) {
            status = error_set(error, STATUS_NO_MEMORY, "no memory for a game");
            break;
        }
        status = game_play(player, batch.first + i, played[i], error);
        games[i] = played[i]->game;
        if (status >= 0)
            count_game(shop);
    }
    if (status >= 0)
        status = write_batch(shop, batch, games, error);
    for (uint32_t i = 0; played && i < batch.count; i++)
        free(played[i]);
    free(played);
    return status;
}

static void do_batch(void *context, int member, size_t task) {
    Workshop *shop = context;
    if (is_over(shop))
        return;
    Error error = {""};
    Status status = play_batch(shop, &shop->players[member], shop->batches[task], &error);
    if (status < 0 && status != STATUS_CLOSED)
        fail(shop, status, &error);
}

/* The games before `end` from `first` on that the file has not got. Chunks begin at multiples of
 * SELFPLAY_CHUNK_GAMES, and where a shorter run ended within such a block. */
static Batch find_missing(const Workshop *shop, uint32_t first, uint32_t end) {
    uint32_t held;
    while (first < end && (held = training_writer_games_from(shop->writer, first)) > 0)
        first += held;
    return (Batch){first, first < end ? end - first : 0};
}

/* Lists the games of this part that the file has not got. */
static Status list_batches(Workshop *shop, Error *error) {
    uint32_t games = shop->config->games;
    size_t blocks = (games - 1) / SELFPLAY_CHUNK_GAMES + 1;
    shop->batches = malloc(blocks * sizeof *shop->batches);
    if (!shop->batches)
        return error_set(error, STATUS_NO_MEMORY, "no memory for %zu chunks of games", blocks);
    for (size_t i = (size_t)shop->config->part - 1; i < blocks; i += (size_t)shop->config->parts) {
        uint32_t first = (uint32_t)i * SELFPLAY_CHUNK_GAMES;
        uint32_t room = games - first < SELFPLAY_CHUNK_GAMES ? games - first : SELFPLAY_CHUNK_GAMES;
        Batch batch = find_missing(shop, first, first + room);
        if (batch.count == 0)
            continue;
        shop->batches[shop->batch_count++] = batch;
        shop->games_due += batch.count;
    }
    return STATUS_OK;
}

static Status init_players(Workshop *shop, Error *error) {
    int count = shop->config->threads;
    shop->players = calloc((size_t)count, sizeof *shop->players);
    if (!shop->players)
        return error_set(error, STATUS_NO_MEMORY, "no memory for %d players", count);
    Status status = STATUS_OK;
    for (int i = 0; status >= 0 && i < count; i++)
        status = game_player_init(&shop->players[i], shop->config, shop->events->stop, error);
    return status;
}

static Status play_all(Workshop *shop, Error *error) {
    Crew *crew;
    Status status = crew_new(shop->config->threads, &crew, error);
    if (status < 0)
        return status;
    report(shop); /* nobody else yet; what the file holds is told even if nothing is to do */
    crew_run(crew, shop->batch_count, do_batch, shop);
    crew_free(crew);
    if (shop->status < 0 && error)
        *error = shop->error;
    return shop->status;
}

static void release(Workshop *shop) {
    for (int i = 0; shop->players && i < shop->config->threads; i++)
        game_player_done(&shop->players[i]);
    free(shop->players);
    free(shop->batches);
    pthread_mutex_destroy(&shop->mutex);
}

Status selfplay_run(const SelfplayConfig *config, const char *path, const SelfplayEvents *events,
                    Error *error) {
    static const SelfplayEvents no_events = {0};
    Status status = check_config(config, error);
    if (status < 0)
        return status;
    Workshop shop = {
        .config = config,
        .events = events ? events : &no_events,
        .begin_ns = clock_now_ns(),
    };
    if (pthread_mutex_init(&shop.mutex, NULL) != 0)
        return error_set(error, STATUS_NO_MEMORY, "the system refuses a mutex");
    char text[TRAINING_SET_TEXT_MAX];
    describe(config, text, sizeof text);
    status = training_writer_open(path, config->rules, text, &shop.writer, error);
    if (status >= 0)
        status = list_batches(&shop, error);
    if (status >= 0)
        status = init_players(&shop, error);
    if (status >= 0)
        status = play_all(&shop, error);
    Status closed = training_writer_close(shop.writer, status < 0 ? NULL : error);
    release(&shop);
    return status < 0 ? status : closed;
}
