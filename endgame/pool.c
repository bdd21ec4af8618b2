/* SPDX-License-Identifier: MIT */
#include "endgame/pool.h"

bool pool_init(Pool *pool) {
    pool->job_count = 0;
    if (pthread_mutex_init(&pool->mutex, NULL) != 0)
        return false;
    if (pthread_cond_init(&pool->changed, NULL) == 0)
        return true;
    pthread_mutex_destroy(&pool->mutex);
    return false;
}

void pool_done(Pool *pool) {
    pthread_cond_destroy(&pool->changed);
    pthread_mutex_destroy(&pool->mutex);
}

static void work(PoolJob *job, int worker) {
    for (;;) {
        uint64_t part = atomic_fetch_add_explicit(&job->next, 1, memory_order_relaxed);
        if (part >= job->count)
            return;
        job->function(job->context, part, worker);
    }
}

static void remove_job(Pool *pool, const PoolJob *job) {
    int i = 0;
    while (pool->jobs[i] != job)
        i++;
    pool->jobs[i] = pool->jobs[--pool->job_count];
}

void pool_run(Pool *pool, PoolFunction *function, void *context, uint64_t count, int worker) {
    PoolJob job = {.function = function, .context = context, .count = count};
    if (count <= 1) {
        work(&job, worker);
        return;
    }
    pthread_mutex_lock(&pool->mutex);
    pool->jobs[pool->job_count++] = &job;
    pthread_cond_broadcast(&pool->changed);
    pthread_mutex_unlock(&pool->mutex);
    work(&job, worker);
    pthread_mutex_lock(&pool->mutex);
    remove_job(pool, &job);
    while (job.busy > 0)
        pthread_cond_wait(&pool->changed, &pool->mutex);
    pthread_mutex_unlock(&pool->mutex);
}

bool pool_help(Pool *pool, int worker) {
    for (int i = 0; i < pool->job_count; i++) {
        PoolJob *job = pool->jobs[i];
        if (atomic_load_explicit(&job->next, memory_order_relaxed) >= job->count)
            continue;
        job->busy++;
        pthread_mutex_unlock(&pool->mutex);
        work(job, worker);
        pthread_mutex_lock(&pool->mutex);
        job->busy--;
        pthread_cond_broadcast(&pool->changed);
        return true;
    }
    return false;
}
