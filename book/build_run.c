/* SPDX-License-Identifier: MIT */
#include "book/build_run.h"

#include "engine/base/checksum.h"

#include <pthread.h>
#include <stdlib.h>

enum {
    TABLE_MIB_BY_TIME = 16,     /* of a search by time */
    TABLE_NODES_OF_MIB = 16384, /* nodes for which one MiB is added */
    TABLE_MIB_MAX = 256,
};

/* ---- one search ---- */

/* A table that is larger than the search can fill only costs the time to clear it. */
static int find_table_mib(const BookEffort *effort) {
    if (!effort->nodes)
        return TABLE_MIB_BY_TIME;
    uint64_t mib = effort->nodes / TABLE_NODES_OF_MIB;
    return mib < TABLE_MIB_MAX ? (int)mib : TABLE_MIB_MAX;
}

Status book_search_new(const BookEffort *effort, Search **ret_search, Error *error) {
    SearchConfig config = {.threads = 1,
                           .table_mib = find_table_mib(effort),
                           .eval = EVAL_FULL,
                           .weights = effort->weights};
    return search_new(&config, ret_search, error);
}

static Status run_search(Search *search, const Position *position, const BookEffort *effort,
                         const SearchEvents *events, Error *error) {
    SearchLimits limits = {
        .has_nodes = effort->nodes > 0,
        .nodes = effort->nodes,
        .has_move_time = effort->nodes == 0,
        .move_time = effort->time_ms * 1e-3,
    };
    GameRecord record;
    Status status = record_init(&record, position, error);
    if (status < 0)
        return status;
    status = search_clear(search, error);
    if (status == STATUS_OK)
        status = search_start(search, &record, &limits, SEARCH_ANALYSE, events, error);
    if (status == STATUS_OK)
        search_wait(search);
    record_done(&record);
    return status;
}

static void keep_result(void *context, const SearchResult *result) {
    *(SearchResult *)context = *result;
}

Status book_search_position(Search *search, const Position *position, const BookEffort *effort,
                            BookWorkScore *ret_score, Error *error) {
    SearchResult result;
    SearchEvents events = {.on_done = keep_result, .context = &result};
    Status status = run_search(search, position, effort, &events, error);
    if (status == STATUS_OK)
        *ret_score = (BookWorkScore){.score = result.score, .depth = result.depth};
    return status;
}

static void add_info(void *context, const SearchInfo *info) {
    uint32_t *mark = context;
    const int32_t facts[] = {info->depth, info->score, (int32_t)info->nodes, info->line[0].from,
                             info->line[0].to};
    *mark = checksum_add(*mark, facts, sizeof facts);
}

Status book_search_find_mark(const Rules *rules, const EvalWeights *weights, uint32_t *ret_mark,
                             Error *error) {
    const BookEffort effort = {.nodes = 5000, .weights = weights};
    uint32_t mark = 0;
    SearchEvents events = {.on_info = add_info, .context = &mark};
    Position start;
    Search *search;
    position_init_start(&start, rules);
    Status status = book_search_new(&effort, &search, error);
    if (status < 0)
        return status;
    status = run_search(search, &start, &effort, &events, error);
    search_free(search);
    if (status == STATUS_OK)
        *ret_mark = mark;
    return status;
}

/* ---- many ---- */

/* What the threads share; the build and everything else here is used with the mutex held. */
typedef struct {
    BookBuild *build;
    const BookRun *run;
    pthread_mutex_t mutex;
    pthread_cond_t changed; /* a round was planned, or the end has come */
    Status status;          /* the first failure */
    Error *error;
} Crew;

static void fail(Crew *crew, Status status, const Error *reason) {
    if (crew->status == STATUS_OK) {
        crew->status = status;
        error_set(crew->error, status, "%s", reason->text);
    }
    pthread_cond_broadcast(&crew->changed);
}

/* Waits for a position to search; false when there is nothing more to do. */
static bool wait_for_leaf(Crew *crew, BookLeaf *ret_leaf) {
    while (crew->status == STATUS_OK && !book_build_is_over(crew->build)) {
        if (book_build_next(crew->build, ret_leaf))
            return true;
        pthread_cond_wait(&crew->changed, &crew->mutex);
    }
    return false;
}

static void put_score(Crew *crew, const BookLeaf *leaf, const BookWorkScore *score) {
    Error reason;
    Status status = book_build_put(crew->build, leaf, score, &reason);
    if (status < 0) {
        fail(crew, status, &reason);
        return;
    }
    pthread_cond_broadcast(&crew->changed);
    if (crew->run->on_progress) {
        BookProgress progress = book_build_get_progress(crew->build);
        crew->run->on_progress(crew->run->context, &progress);
    }
}

static void search_leaves(Crew *crew, Search *search) {
    BookLeaf leaf;
    pthread_mutex_lock(&crew->mutex);
    while (wait_for_leaf(crew, &leaf)) {
        BookWorkScore score;
        Error reason;
        pthread_mutex_unlock(&crew->mutex);
        Status status =
            book_search_position(search, &leaf.position, &crew->run->effort, &score, &reason);
        pthread_mutex_lock(&crew->mutex);
        if (status < 0)
            fail(crew, status, &reason);
        else if (crew->status == STATUS_OK)
            put_score(crew, &leaf, &score);
    }
    pthread_mutex_unlock(&crew->mutex);
}

static void *run_thread(void *context) {
    Crew *crew = context;
    Search *search = NULL;
    Error reason;
    Status status = book_search_new(&crew->run->effort, &search, &reason);
    if (status < 0) {
        pthread_mutex_lock(&crew->mutex);
        fail(crew, status, &reason);
        pthread_mutex_unlock(&crew->mutex);
        return NULL;
    }
    search_leaves(crew, search);
    search_free(search);
    return NULL;
}

/* With more threads than the system grants, the calling thread does their share. */
static void run_threads(Crew *crew) {
    pthread_t handles[BOOK_THREADS_MAX];
    int started = 0;
    while (started < crew->run->threads - 1 &&
           pthread_create(&handles[started], NULL, run_thread, crew) == 0)
        started++;
    run_thread(crew);
    for (int i = 0; i < started; i++)
        pthread_join(handles[i], NULL);
}

Status book_build_run(BookBuild *build, const BookRun *run, Error *error) {
    if (run->threads < 1 || run->threads > BOOK_THREADS_MAX)
        return error_set(error, STATUS_RANGE,
                         "%d threads to build a book; from 1 to %d are "
                         "possible",
                         run->threads, BOOK_THREADS_MAX);
    Crew crew = {.build = build, .run = run, .error = error};
    if (pthread_mutex_init(&crew.mutex, NULL) != 0)
        return error_set(error, STATUS_NO_MEMORY, "the system refuses a mutex");
    if (pthread_cond_init(&crew.changed, NULL) != 0) {
        pthread_mutex_destroy(&crew.mutex);
        return error_set(error, STATUS_NO_MEMORY, "the system refuses a condition variable");
    }
    run_threads(&crew);
    pthread_cond_destroy(&crew.changed);
    pthread_mutex_destroy(&crew.mutex);
    return crew.status;
}
