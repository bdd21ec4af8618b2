/* SPDX-License-Identifier: MIT
 *
 * Threads that share out work of many equal parts. One thread (an owner) hands in a job of `count`
 * parts and takes part in it until it is done; threads that have nothing else to do help. Several
 * owners may have jobs going on at once. */
#ifndef HUFF_ENDGAME_POOL_H
#define HUFF_ENDGAME_POOL_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum {
    POOL_THREADS_MAX = 256,
    POOL_JOBS_MAX = POOL_THREADS_MAX,
};

/* Does part `part` of a job; `worker` (0 .. threads-1) tells the threads apart, so that each can
 * have memory of its own. */
typedef void PoolFunction(void *context, uint64_t part, int worker);

typedef struct {
    PoolFunction *function;
    void *context;
    uint64_t count;
    _Atomic uint64_t next; /* first part nobody has taken */
    int busy;              /* threads at it; guarded by the pool's mutex */
} PoolJob;

typedef struct {
    pthread_mutex_t mutex;
    pthread_cond_t changed; /* a job has come or a thread has left one */
    PoolJob *jobs[POOL_JOBS_MAX];
    int job_count;
} Pool;

/* Cannot fail but for want of system resources (false). */
bool pool_init(Pool *pool);
/* No thread may be using the pool. */
void pool_done(Pool *pool);

/* Does all parts of a job, with the help of whoever calls pool_help meanwhile. */
void pool_run(Pool *pool, PoolFunction *function, void *context, uint64_t count, int worker);

/* Helps at one job until it has no part left; false when there was none. The caller holds the
 * pool's mutex, which is let go during the work. */
bool pool_help(Pool *pool, int worker);

#endif
