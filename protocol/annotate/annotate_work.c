/* SPDX-License-Identifier: MIT
 *
 * The searching: workers, each with a session of its own, take games from the collection one after
 * another; the caller's thread watches them. */
#include "protocol/annotate/annotate_internal.h"
#include "protocol/annotate/think.h"

#include "engine/base/clock.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    WATCH_MS = 50 /* between two looks at the workers */
};

typedef struct Work Work;

/* One thread with its engine. */
typedef struct {
    Work *work;
    Session *session;
    pthread_t thread;
} Worker;

struct Work {
    const AnnotateConfig *config;
    atomic_bool stop;           /* nothing further is searched */
    atomic_ullong positions;    /* searched */
    pthread_mutex_t lock;       /* guards all below */
    pthread_cond_t all_changed; /* `running` became 0 */
    GameSource source;
    WorkFile *file;
    uint64_t games_done;
    int running;
    Status status; /* the first failure */
    Error error;
};

/* A game of the collection, kept while it is searched. */
typedef struct {
    uint64_t index;
    GameRecord record;
} Task;

static void fail(Work *work, Status status, const Error *error) {
    pthread_mutex_lock(&work->lock);
    if (work->status >= 0 && status != STATUS_CLOSED) {
        work->status = status;
        work->error = *error;
    }
    pthread_mutex_unlock(&work->lock);
    atomic_store(&work->stop, true);
}

/* ---- one game after another ---- */

static Status copy_game(const PdnGame *game, Task *task, Error *error) {
    task->index = game->index;
    record_done(&task->record);
    task->record = (GameRecord){0};
    Status status = record_init(&task->record, &game->record.entries[0].position, error);
    for (int i = 1; status >= 0 && i < game->record.count; i++)
        status = record_push(&task->record, game->record.entries[i].move, error);
    return status;
}

/* 1: there is a game to be searched, 0: there is none left. */
static int take_task(Work *work, Task *task, Error *error) {
    const PdnGame *game;
    int more = 0;
    pthread_mutex_lock(&work->lock);
    while (!atomic_load(&work->stop) && (more = game_source_next(&work->source, &game, error)) > 0)
        if (game->playable && !work_file_has(work->file, game->index)) {
            Status status = copy_game(game, task, error);
            more = status < 0 ? (int)status : 1;
            break;
        }
    if (atomic_load(&work->stop))
        more = 0;
    pthread_mutex_unlock(&work->lock);
    return more;
}

static Status give_notes(Work *work, const Task *task, const GameNotes *notes, Error *error) {
    pthread_mutex_lock(&work->lock);
    Status status = work_file_add(work->file, task->index, &task->record, notes, error);
    work->games_done++;
    pthread_mutex_unlock(&work->lock);
    return status;
}

static void on_position(void *context) {
    Work *work = context;
    atomic_fetch_add(&work->positions, 1);
}

static Status search_task(Worker *worker, const Task *task, GameNotes *notes, Error *error) {
    Work *work = worker->work;
    ThinkConfig think = {work->config->limits, &work->stop, on_position, work};
    const Rules *rules = task->record.entries[0].position.rules;
    Status status = STATUS_OK;
    if (session_settings(worker->session)->rules != rules)
        status = session_set_option(worker->session, "variant", rules->name, error);
    if (status >= 0)
        status = think_game(worker->session, &task->record, &think, notes, error);
    return status < 0 ? status : give_notes(work, task, notes, error);
}

static void *run(void *argument) {
    Worker *worker = argument;
    Work *work = worker->work;
    Task task = {0};
    GameNotes notes = {0};
    Error error;
    int more;
    while ((more = take_task(work, &task, &error)) > 0) {
        Status status = search_task(worker, &task, &notes, &error);
        if (status < 0)
            fail(work, status, &error);
    }
    if (more < 0)
        fail(work, (Status)more, &error);
    notes_done(&notes);
    record_done(&task.record);
    pthread_mutex_lock(&work->lock);
    if (--work->running == 0)
        pthread_cond_broadcast(&work->all_changed);
    pthread_mutex_unlock(&work->lock);
    return NULL;
}

/* ---- watching ---- */

/* True when all workers have ended. */
static bool wait_a_while(Work *work) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    time.tv_nsec += WATCH_MS * 1000000L;
    time.tv_sec += time.tv_nsec / 1000000000;
    time.tv_nsec %= 1000000000;
    pthread_mutex_lock(&work->lock);
    int code = 0;
    while (work->running > 0 && code == 0)
        code = pthread_cond_timedwait(&work->all_changed, &work->lock, &time);
    bool over = work->running == 0;
    pthread_mutex_unlock(&work->lock);
    return over;
}

static void watch(Work *work, Worker *workers, int count, AnnotateProgress *progress) {
    const AnnotateConfig *config = work->config;
    int64_t start_ns = clock_now_ns();
    uint64_t games_before = progress->games_done;
    while (!wait_a_while(work)) {
        if (config->stop && atomic_load(config->stop))
            atomic_store(&work->stop, true);
        /* Again and again, since a search may have begun in the same moment. */
        for (int i = 0; i < count && atomic_load(&work->stop); i++)
            session_stop(workers[i].session);
        pthread_mutex_lock(&work->lock);
        progress->games_done = games_before + work->games_done;
        pthread_mutex_unlock(&work->lock);
        progress->positions_done = atomic_load(&work->positions);
        progress->seconds = clock_seconds_since(start_ns);
        if (config->on_progress)
            config->on_progress(config->context, progress);
    }
}

/* ---- the whole ---- */

/* Games and positions that the work file does not have. */
static Status count_left(const AnnotateConfig *config, const WorkFile *file,
                         AnnotateProgress *progress, Error *error) {
    GameSource source;
    const PdnGame *game;
    int more = 0;
    Status status = game_source_open(config, &source, error);
    if (status < 0)
        return status;
    while ((more = game_source_next(&source, &game, error)) > 0) {
        bool left = game->playable && !work_file_has(file, game->index);
        progress->games++;
        progress->games_done += !left;
        progress->positions += left ? (uint64_t)game->record.count : 0;
    }
    game_source_close(&source);
    return more < 0 ? (Status)more : STATUS_OK;
}

static Status start_workers(Work *work, Worker *workers, int count, int *ret_started,
                            Error *error) {
    Settings settings = work->config->settings;
    settings.threads = 1;
    *ret_started = 0;
    for (int i = 0; i < count; i++) {
        workers[i] = (Worker){.work = work};
        Status status = session_new(&settings, &workers[i].session, error);
        if (status < 0)
            return status;
    }
    for (int i = 0; i < count; i++) {
        pthread_mutex_lock(&work->lock);
        work->running++;
        pthread_mutex_unlock(&work->lock);
        int code = pthread_create(&workers[i].thread, NULL, run, &workers[i]);
        if (code != 0) {
            pthread_mutex_lock(&work->lock);
            work->running--;
            pthread_mutex_unlock(&work->lock);
            return error_set(error, STATUS_NO_MEMORY, "cannot start a thread: %s", strerror(code));
        }
        ++*ret_started;
    }
    return STATUS_OK;
}

static Status search_all(Work *work, AnnotateProgress *progress, Error *error) {
    const AnnotateConfig *config = work->config;
    uint64_t left = progress->games - progress->games_done;
    int count = left < (uint64_t)config->workers ? (int)left : config->workers, started = 0;
    Worker *workers = calloc((size_t)config->workers, sizeof *workers);
    if (!workers)
        return error_set(error, STATUS_NO_MEMORY, "no memory for %d workers", config->workers);
    Status status = start_workers(work, workers, count, &started, error);
    if (status < 0)
        atomic_store(&work->stop, true);
    watch(work, workers, started, progress);
    for (int i = 0; i < started; i++)
        pthread_join(workers[i].thread, NULL);
    for (int i = 0; i < count; i++)
        session_free(workers[i].session);
    free(workers);
    if (status >= 0 && work->status < 0) {
        status = work->status;
        if (error)
            *error = work->error;
    }
    if (status >= 0 && config->stop && atomic_load(config->stop))
        status =
            error_set(error, STATUS_CLOSED, "broken off%s",
                      config->out || config->work ? "; the same command goes on from here" : "");
    return status;
}

static void init_lock(Work *work) {
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_mutex_init(&work->lock, NULL);
    pthread_cond_init(&work->all_changed, &attributes);
    pthread_condattr_destroy(&attributes);
}

Status annotate_work(const AnnotateConfig *config, const Survey *survey, WorkFile *file,
                     Error *error) {
    AnnotateProgress progress = {0};
    Work *work = calloc(1, sizeof *work);
    if (!work)
        return error_set(error, STATUS_NO_MEMORY, "no memory for the analysis");
    work->config = config;
    work->file = file;
    init_lock(work);
    Status status = count_left(config, file, &progress, error);
    if (status >= 0 && progress.games != survey->games)
        status = error_set(error, STATUS_STATE, "%s was changed while it was read", config->input);
    if (status >= 0)
        status = game_source_open(config, &work->source, error);
    if (status >= 0)
        status = search_all(work, &progress, error);
    game_source_close(&work->source);
    pthread_cond_destroy(&work->all_changed);
    pthread_mutex_destroy(&work->lock);
    free(work);
    return status;
}
