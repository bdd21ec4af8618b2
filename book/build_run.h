/* SPDX-License-Identifier: MIT
 *
 * Searches the positions of a build with threads of this process, each with a search of its own
 * that forgets everything between positions, so that a score by nodes depends on nothing but the
 * position. */
#ifndef HUFF_BOOK_BUILD_RUN_H
#define HUFF_BOOK_BUILD_RUN_H

#include "book/build.h"
#include "engine/search/search.h"

enum {
    BOOK_THREADS_MAX = 256
};

/* Searches one position, whose history is taken to be empty. The search must be idle; it is
 * cleared first. STATUS_NO_MEMORY, STATUS_STATE. */
Status book_search_position(Search *search, const Position *position, const BookEffort *effort,
                            BookWorkScore *ret_score, Error *error);

/* A search for that effort, with one thread and a table that fits. */
Status book_search_new(const BookEffort *effort, Search **ret_search, Error *error);

/* A number that stands for the engine with these weights (NULL: none): it changes when its search
 * or evaluation finds something
 * else about the variant's start position within a few thousand nodes. STATUS_NO_MEMORY. */
Status book_search_find_mark(const Rules *rules, const EvalWeights *weights, uint32_t *ret_mark,
                             Error *error);

typedef struct {
    BookEffort effort;
    int threads; /* 1..BOOK_THREADS_MAX */
    /* Called after each position, by one thread at a time; may be NULL. */
    void (*on_progress)(void *context, const BookProgress *progress);
    void *context;
} BookRun;

/* Carries the build through to its end. STATUS_RANGE: wrong number of threads; else what a search
 * or book_build_put returned first, after all threads have come to rest. */
Status book_build_run(BookBuild *build, const BookRun *run, Error *error);

#endif
