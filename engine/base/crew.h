/* SPDX-License-Identifier: MIT
 *
 * A crew of threads that share out numbered tasks. The threads live as long as the crew, so that
 * many short rounds of work cost no thread starts. What a task does must not depend on which
 * member does it; then the number of threads never changes a result. */
#ifndef HUFF_ENGINE_BASE_CREW_H
#define HUFF_ENGINE_BASE_CREW_H

#include "engine/base/status.h"

#include <stddef.h>

enum {
    CREW_THREADS_MAX = 1024
};

typedef struct Crew Crew;

/* One task, 0 .. tasks-1, done by the member `member`, 0 .. threads-1; a member does one task at a
 * time. */
typedef void CrewTask(void *context, int member, size_t task);

/* A crew of `threads` members, 1..CREW_THREADS_MAX. The caller of crew_run is one of them.
 * STATUS_RANGE, STATUS_NO_MEMORY. */
Status crew_new(int threads, Crew **ret_crew, Error *error);
/* Ends the threads. Not while crew_run works. NULL is allowed. */
void crew_free(Crew *crew);

/* Does all tasks and returns when the last is done. They are begun in rising order. One caller at a
 * time. */
void crew_run(Crew *crew, size_t tasks, CrewTask *task, void *context);

/* Members of the crew. */
int crew_threads(const Crew *crew);

#endif
