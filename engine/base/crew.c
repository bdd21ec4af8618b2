/* SPDX-License-Identifier: MIT */
#include "engine/base/crew.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

typedef struct {
    Crew *crew;
    int index;
    pthread_t thread;
} Member;

struct Crew {
    int threads;
    Member *members; /* [0] is the caller of crew_run and has no thread */

    pthread_mutex_t mutex;
    pthread_cond_t changed; /* any of the following has changed */
    uint64_t round;         /* rounds begun */
    int busy;               /* members that have not finished this round */
    bool quit;

    size_t tasks; /* of this round; constant while members work */
    CrewTask *task;
    void *context;
    atomic_size_t next;
};

static void work(Crew *crew, int index) {
    for (size_t task; (task = atomic_fetch_add(&crew->next, 1)) < crew->tasks;)
        crew->task(crew->context, index, task);
}

static void *run_member(void *argument) {
    Member *member = argument;
    Crew *crew = member->crew;
    uint64_t seen = 0;
    pthread_mutex_lock(&crew->mutex);
    for (;;) {
        while (!crew->quit && crew->round == seen)
            pthread_cond_wait(&crew->changed, &crew->mutex);
        if (crew->quit)
            break;
        seen = crew->round;
        pthread_mutex_unlock(&crew->mutex);
        work(crew, member->index);
        pthread_mutex_lock(&crew->mutex);
        if (--crew->busy == 0)
            pthread_cond_broadcast(&crew->changed);
    }
    pthread_mutex_unlock(&crew->mutex);
    return NULL;
}

/* Ends the members 1 .. count-1. */
static void end_members(Crew *crew, int count) {
    pthread_mutex_lock(&crew->mutex);
    crew->quit = true;
    pthread_cond_broadcast(&crew->changed);
    pthread_mutex_unlock(&crew->mutex);
    for (int i = 1; i < count; i++)
        pthread_join(crew->members[i].thread, NULL);
}

static Status start_members(Crew *crew, Error *error) {
    for (int i = 1; i < crew->threads; i++) {
        Member *member = &crew->members[i];
        *member = (Member){.crew = crew, .index = i};
        if (pthread_create(&member->thread, NULL, run_member, member) != 0) {
            end_members(crew, i);
            return error_set(error, STATUS_NO_MEMORY,
                             "the system refuses thread %d; fewer may work", i + 1);
        }
    }
    return STATUS_OK;
}

static void release(Crew *crew) {
    pthread_cond_destroy(&crew->changed);
    pthread_mutex_destroy(&crew->mutex);
    free(crew->members);
    free(crew);
}

Status crew_new(int threads, Crew **ret_crew, Error *error) {
    if (threads < 1 || threads > CREW_THREADS_MAX)
        return error_set(error, STATUS_RANGE, "%d threads; from 1 to %d are possible", threads,
                         CREW_THREADS_MAX);
    Crew *crew = calloc(1, sizeof *crew);
    Member *members = calloc((size_t)threads, sizeof *members);
    if (!crew || !members || pthread_mutex_init(&crew->mutex, NULL) != 0) {
        free(crew);
        free(members);
        return error_set(error, STATUS_NO_MEMORY, "no memory for %d threads", threads);
    }
    crew->threads = threads;
    crew->members = members;
    if (pthread_cond_init(&crew->changed, NULL) != 0) {
        pthread_mutex_destroy(&crew->mutex);
        free(members);
        free(crew);
        return error_set(error, STATUS_NO_MEMORY, "the system refuses a condition variable");
    }
    Status status = start_members(crew, error);
    if (status < 0) {
        release(crew);
        return status;
    }
    *ret_crew = crew;
    return STATUS_OK;
}

void crew_free(Crew *crew) {
    if (!crew)
        return;
    end_members(crew, crew->threads);
    release(crew);
}

void crew_run(Crew *crew, size_t tasks, CrewTask *task, void *context) {
    pthread_mutex_lock(&crew->mutex);
    crew->tasks = tasks;
    crew->task = task;
    crew->context = context;
    atomic_store(&crew->next, 0);
    crew->busy = crew->threads - 1;
    crew->round++;
    pthread_cond_broadcast(&crew->changed);
    pthread_mutex_unlock(&crew->mutex);
    work(crew, 0);
    pthread_mutex_lock(&crew->mutex);
    while (crew->busy > 0)
        pthread_cond_wait(&crew->changed, &crew->mutex);
    pthread_mutex_unlock(&crew->mutex);
}

int crew_threads(const Crew *crew) {
    return crew->threads;
}
