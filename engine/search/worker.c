/* SPDX-License-Identifier: MIT */
#include "engine/search/worker_internal.h"

#include "engine/base/clock.h"
#include "engine/search/params.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

static void reset(Worker *worker) {
    const Job *job = &worker->search->job;
    worker->quiet = worker->yields = worker->stopped = false;
    worker->pruning = true;
    worker->iteration = worker->depth = 0;
    worker->depth_max = 0;
    worker->nodes = 0;
    worker->poll_at = 0;
    atomic_store_explicit(&worker->nodes_seen, 0, memory_order_relaxed);
    worker->root_moves = job->root_moves;
    worker->root_ids[0] = 0; /* also without a move */
    worker->findings[0] = (Finding){0};
    for (int i = 1; i < job->root_moves.count; i++) {
        worker->root_ids[i] = i;
        worker->findings[i].score = worker->findings[i].depth = worker->findings[i].line_length = 0;
    }
    memset(worker->history, 0, sizeof worker->history);
    for (int ply = 0; ply <= SEARCH_PLY_MAX; ply++)
        memset(worker->frames[ply].killers, 0, sizeof worker->frames[ply].killers);
    worker->frames[0].position = job->root;
}

/* Sleeps until there is a search the worker has not taken part in. False when it is to end. */
static bool wait_for_search(Worker *worker) {
    Search *search = worker->search;
    pthread_mutex_lock(&search->mutex);
    while (!worker->quit && worker->generation == search->generation)
        pthread_cond_wait(&search->changed, &search->mutex);
    worker->generation = search->generation;
    bool quit = worker->quit;
    pthread_mutex_unlock(&search->mutex);
    return !quit;
}

static void end_search(Worker *worker) {
    Search *search = worker->search;
    pthread_mutex_lock(&search->mutex);
    if (worker->index == 0)
        atomic_store(&search->running, false);
    else
        search->helpers_busy--;
    pthread_cond_broadcast(&search->changed);
    pthread_mutex_unlock(&search->mutex);
}

static void *run_thread(void *argument) {
    Worker *worker = argument;
    while (wait_for_search(worker)) {
        reset(worker);
        if (worker->index == 0)
            iterate_lead(worker);
        else
            iterate_help(worker);
        end_search(worker);
    }
    return NULL;
}

Status worker_new(Search *search, int index, Worker **ret_worker, Error *error) {
    /* Most of it is the stack of frames, of which calloc hands out untouched pages. */
    Worker *worker = calloc(1, sizeof *worker);
    if (!worker)
        return error_set(error, STATUS_NO_MEMORY, "no memory for search thread %d", index + 1);
    worker->search = search;
    worker->index = index;
    worker->generation = search->generation;
    if (pthread_create(&worker->thread, NULL, run_thread, worker) != 0) {
        free(worker);
        return error_set(error, STATUS_NO_MEMORY,
                         "the system refuses search thread %d; fewer may work", index + 1);
    }
    *ret_worker = worker;
    return STATUS_OK;
}

void worker_free(Worker *worker) {
    pthread_join(worker->thread, NULL);
    free(worker);
}

/* ---- Pondering ---- */

typedef struct {
    Worker *worker;
    void (*work)(Worker *worker);
} QuietWork;

/* A thread may lower its own priority but not raise it again: that is why it ends with the
 * pondering. Should the system refuse, it ponders as it is. */
static void *run_quietly(void *argument) {
    QuietWork *quiet = argument;
    setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + PONDER_NICENESS);
    quiet->work(quiet->worker);
    return NULL;
}

void worker_run_quietly(Worker *worker, void (*work)(Worker *worker)) {
    QuietWork quiet = {worker, work};
    pthread_t thread;
    worker->quiet = atomic_load(&worker->search->pondering);
    if (worker->quiet && pthread_create(&thread, NULL, run_quietly, &quiet) == 0) {
        pthread_join(thread, NULL);
        worker->quiet = false;
        if (!worker->yields)
            return;
        /* The iteration that was broken off is begun again, with the table's help. */
        worker->yields = worker->stopped = false;
        worker->iteration--;
        worker->poll_at = 0;
    }
    worker->quiet = false;
    work(worker);
}

/* ---- Limits ---- */

uint64_t worker_count_nodes(const Worker *worker) {
    const Search *search = worker->search;
    uint64_t nodes = worker->nodes;
    for (int i = 0; i < search->config.threads; i++)
        if (i != worker->index)
            nodes += atomic_load_explicit(&search->workers[i]->nodes_seen, memory_order_relaxed);
    return nodes;
}

int64_t worker_clock_elapsed(const Worker *worker) {
    Search *search = worker->search;
    if (atomic_load(&search->pondering))
        return 0;
    return clock_now_ns() - atomic_load(&search->clock_ns);
}

/* The lead alone counts nodes, so that the count is exact at one thread. */
static bool is_over_nodes(const Worker *worker) {
    const SearchLimits *limits = &worker->search->job.limits;
    return worker->index == 0 && limits->has_nodes && worker_count_nodes(worker) >= limits->nodes;
}

/* Every worker watches the clock: with more threads than processors the lead may have to wait for
 * one longer than the whole search may take. */
static bool is_over_time(const Worker *worker) {
    const Search *search = worker->search;
    return search->timing.limit_ns != INT64_MAX &&
           worker_clock_elapsed(worker) >= search->timing.limit_ns;
}

bool worker_poll(Worker *worker) {
    Search *search = worker->search;
    const SearchLimits *limits = &search->job.limits;
    atomic_store_explicit(&worker->nodes_seen, worker->nodes, memory_order_relaxed);
    if (is_over_time(worker))
        atomic_store_explicit(&search->stop, true, memory_order_relaxed);
    if (worker->stopped || atomic_load_explicit(&search->stop, memory_order_relaxed) ||
        is_over_nodes(worker)) {
        worker->stopped = true;
        return false;
    }
    if (worker->quiet && !atomic_load_explicit(&search->pondering, memory_order_relaxed)) {
        worker->yields = worker->stopped = true;
        return false;
    }
    worker->poll_at = worker->nodes + POLL_INTERVAL;
    if (limits->has_nodes && worker->poll_at > limits->nodes)
        worker->poll_at = limits->nodes;
    return true;
}

void worker_update_line(Worker *worker, int ply, Move move) {
    Frame *frame = &worker->frames[ply];
    const Frame *next = &worker->frames[ply + 1];
    frame->line[0] = move;
    memcpy(frame->line + 1, next->line, (size_t)next->line_length * sizeof *next->line);
    frame->line_length = next->line_length + 1;
}
