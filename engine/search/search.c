/* SPDX-License-Identifier: MIT */
#include "engine/search/search.h"

#include "engine/base/clock.h"
#include "engine/search/consult_internal.h"
#include "engine/search/worker_internal.h"

#include <stdlib.h>
#include <string.h>

static Status check_config(const SearchConfig *config, Error *error) {
    if (config->threads < 1 || config->threads > SEARCH_THREADS_MAX)
        return error_set(error, STATUS_RANGE, "%d search threads; from 1 to %d are possible",
                         config->threads, SEARCH_THREADS_MAX);
    if (config->table_mib < 0 || config->table_mib > SEARCH_TABLE_MIB_MAX)
        return error_set(error, STATUS_RANGE,
                         "a transposition table of %d MiB; from 0 to %d are possible",
                         config->table_mib, SEARCH_TABLE_MIB_MAX);
    if ((unsigned)config->eval >= EVAL_KIND_COUNT)
        return error_set(error, STATUS_RANGE, "evaluation number %d; from 0 to %d exist",
                         (int)config->eval, EVAL_KIND_COUNT - 1);
    return STATUS_OK;
}

static Status check_limits(const SearchLimits *limits, Error *error) {
    if (limits->has_depth && (limits->depth < 1 || limits->depth > SEARCH_DEPTH_MAX))
        return error_set(error, STATUS_RANGE, "depth %d; from 1 to %d are possible", limits->depth,
                         SEARCH_DEPTH_MAX);
    if (limits->lines < 0 || limits->lines > SEARCH_LINES_ALL)
        return error_set(error, STATUS_RANGE, "%d lines; from 1 to %d are possible", limits->lines,
                         SEARCH_LINES_ALL);
    if (limits->has_moves && limits->moves_to_control < 1)
        return error_set(error, STATUS_RANGE, "%d moves to the time control; 1 is the least",
                         limits->moves_to_control);
    return STATUS_OK;
}

/* Ends the workers from `keep` on. All are told before the first is waited for, since each takes
 * its turn at the mutex. */
static void end_workers(Search *search, int count, int keep) {
    pthread_mutex_lock(&search->mutex);
    for (int i = keep; i < count; i++)
        search->workers[i]->quit = true;
    pthread_cond_broadcast(&search->changed);
    pthread_mutex_unlock(&search->mutex);
    for (int i = keep; i < count; i++)
        worker_free(search->workers[i]);
}

/* Brings the number of workers from `have` to `want`; on failure there are `have` again. */
static Status resize_pool(Search *search, int have, int want, Error *error) {
    if (want < have) {
        end_workers(search, have, want);
        return STATUS_OK;
    }
    Worker **grown = realloc(search->workers, (size_t)want * sizeof *grown);
    if (!grown)
        return error_set(error, STATUS_NO_MEMORY, "no memory for %d search threads", want);
    search->workers = grown;
    for (int i = have; i < want; i++) {
        Status status = worker_new(search, i, &search->workers[i], error);
        if (status < 0) {
            end_workers(search, i, have);
            return status;
        }
    }
    return STATUS_OK;
}

static Status init_sync(Search *search, Error *error) {
    if (pthread_mutex_init(&search->mutex, NULL) != 0)
        return error_set(error, STATUS_NO_MEMORY, "the system refuses a mutex for the search");
    if (pthread_cond_init(&search->changed, NULL) != 0) {
        pthread_mutex_destroy(&search->mutex);
        return error_set(error, STATUS_NO_MEMORY,
                         "the system refuses a condition variable for the search");
    }
    return STATUS_OK;
}

static void done_sync(Search *search) {
    pthread_cond_destroy(&search->changed);
    pthread_mutex_destroy(&search->mutex);
}

Status search_new(const SearchConfig *config, Search **ret_search, Error *error) {
    Status status = check_config(config, error);
    if (status < 0)
        return status;
    Search *search = calloc(1, sizeof *search);
    if (!search)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a search");
    status = init_sync(search, error);
    if (status < 0)
        goto fail_search;
    status = table_init(&search->table, config->table_mib, error);
    if (status < 0)
        goto fail_sync;
    status = resize_pool(search, 0, config->threads, error);
    if (status < 0)
        goto fail_table;
    search->config = *config;
    *ret_search = search;
    return STATUS_OK;

fail_table:
    free(search->workers);
    table_done(&search->table);
fail_sync:
    done_sync(search);
fail_search:
    free(search);
    return status;
}

void search_free(Search *search) {
    if (!search)
        return;
    search_stop(search);
    search_wait(search);
    end_workers(search, search->config.threads, 0);
    free(search->workers);
    free(search->job.past_keys);
    table_done(&search->table);
    done_sync(search);
    free(search);
}

static Status check_idle(const Search *search, Error *error) {
    if (search_is_running(search))
        return error_set(error, STATUS_STATE,
                         "a search is running; it must end or be stopped first");
    return STATUS_OK;
}

Status search_configure(Search *search, const SearchConfig *config, Error *error) {
    Status status = check_config(config, error);
    if (status == STATUS_OK)
        status = check_idle(search, error);
    if (status < 0)
        return status;
    bool new_table = config->table_mib != search->config.table_mib;
    Table table;
    if (new_table) {
        status = table_init(&table, config->table_mib, error);
        if (status < 0)
            return status;
    }
    status = resize_pool(search, search->config.threads, config->threads, error);
    if (status < 0) {
        if (new_table)
            table_done(&table);
        return status;
    }
    if (new_table) {
        table_done(&search->table);
        search->table = table;
    }
    search->config = *config;
    return STATUS_OK;
}

Status search_clear(Search *search, Error *error) {
    Status status = check_idle(search, error);
    if (status == STATUS_OK)
        table_clear(&search->table);
    return status;
}

/* Copies the keys of the positions that the root or its successors can repeat. */
static Status copy_past(Job *job, const GameRecord *record, Error *error) {
    int count = record_plies(record);
    if (count > job->root.quiet_plies)
        count = job->root.quiet_plies;
    if (count > job->past_capacity) {
        uint64_t *grown = realloc(job->past_keys, (size_t)count * sizeof *grown);
        if (!grown)
            return error_set(error, STATUS_NO_MEMORY, "no memory for a game of %d plies", count);
        job->past_keys = grown;
        job->past_capacity = count;
    }
    for (int i = 0; i < count; i++)
        job->past_keys[i] = record->entries[record->count - 2 - i].position.key;
    job->past_count = count;
    return STATUS_OK;
}

/* Leaves the root moves that are to be looked at. */
static Status choose_moves(MoveList *list, const SearchLimits *limits, Error *error) {
    int kept = 0;
    for (int i = 0; i < list->count; i++)
        for (int j = 0; j < limits->move_count; j++)
            if (move_equals(list->moves[i], limits->moves[j])) {
                list->moves[kept++] = list->moves[i];
                break;
            }
    if (kept == 0 && list->count > 0)
        return error_set(error, STATUS_ILLEGAL,
                         "none of the %d moves that alone are to be searched is legal",
                         limits->move_count);
    list->count = kept;
    return STATUS_OK;
}

static Status prepare_job(Search *search, const GameRecord *record, const SearchLimits *limits,
                          SearchMode mode, const SearchEvents *events, Error *error) {
    Job *job = &search->job;
    job->root = *record_current(record);
    Status status = copy_past(job, record, error);
    if (status < 0)
        return status;
    movegen_generate(&job->root, &job->root_moves);
    if (limits->moves)
        status = choose_moves(&job->root_moves, limits, error);
    if (status < 0)
        return status;
    job->limits = *limits;
    job->limits.moves = NULL;
    job->lines = limits->lines > 1 ? limits->lines : 1;
    if (job->lines > job->root_moves.count)
        job->lines = job->root_moves.count;
    job->mode = mode;
    job->events = events ? *events : (SearchEvents){0};
    job->eval = (Evaluator){search->config.eval, search->config.weights};
    int asked_before = job->oracle_pieces;
    consult_root(search->config.oracle, job);
    /* Scores that lean on the oracle's word about positions it is no longer asked about would keep
     * the search from going on by itself there. */
    if (job->oracle_pieces < asked_before)
        table_clear(&search->table);
    search->timing = timing_plan(limits, &job->root);
    table_grow_older(&search->table);
    return STATUS_OK;
}

Status search_start(Search *search, const GameRecord *record, const SearchLimits *limits,
                    SearchMode mode, const SearchEvents *events, Error *error) {
    int64_t now = clock_now_ns();
    Status status = check_limits(limits, error);
    if (status == STATUS_OK)
        status = check_idle(search, error);
    if (status == STATUS_OK)
        status = prepare_job(search, record, limits, mode, events, error);
    if (status < 0)
        return status;
    pthread_mutex_lock(&search->mutex);
    search->job.begin_ns = now;
    atomic_store(&search->clock_ns, now);
    atomic_store(&search->pondering, mode == SEARCH_PONDER);
    atomic_store(&search->stop, false);
    atomic_store(&search->running, true);
    search->helpers_busy = search->config.threads - 1;
    search->generation++;
    pthread_cond_broadcast(&search->changed);
    pthread_mutex_unlock(&search->mutex);
    return STATUS_OK;
}

void search_stop(Search *search) {
    pthread_mutex_lock(&search->mutex);
    if (atomic_load(&search->running)) {
        atomic_store(&search->stop, true);
        pthread_cond_broadcast(&search->changed);
    }
    pthread_mutex_unlock(&search->mutex);
}

void search_ponder_hit(Search *search) {
    pthread_mutex_lock(&search->mutex);
    if (atomic_load(&search->running) && atomic_load(&search->pondering)) {
        atomic_store(&search->clock_ns, clock_now_ns());
        atomic_store(&search->pondering, false);
        pthread_cond_broadcast(&search->changed);
    }
    pthread_mutex_unlock(&search->mutex);
}

void search_wait(Search *search) {
    pthread_mutex_lock(&search->mutex);
    while (atomic_load(&search->running))
        pthread_cond_wait(&search->changed, &search->mutex);
    pthread_mutex_unlock(&search->mutex);
}

bool search_is_running(const Search *search) {
    return atomic_load(&search->running);
}
