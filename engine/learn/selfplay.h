/* SPDX-License-Identifier: MIT
 *
 * Games of the engine against itself, many at once, as a training set. A game depends only on the
 * seed, its own number and the settings, never on the threads, as long as moves are limited by
 * nodes; so a file can be broken off and continued and comes out the same but for the order of its
 * chunks. */
#ifndef HUFF_ENGINE_LEARN_SELFPLAY_H
#define HUFF_ENGINE_LEARN_SELFPLAY_H

#include "engine/learn/training_set.h"
#include "engine/search/search.h"

#include <stdatomic.h>

enum {
    SELFPLAY_OPENING_MAX = 60, /* random plies */
    SELFPLAY_CHUNK_GAMES = 32, /* games written at once, at most */
    SELFPLAY_THREADS_MAX = 256,
    SELFPLAY_PARTS_MAX = 100000,
};

typedef struct {
    const Rules *rules;
    EvalKind eval;
    const EvalWeights *weights; /* for EVAL_FULL */
    const char *eval_name;      /* of the evaluation, for the file's header: one word */
    const Oracle *oracle; /* knows who has won and ends games by it; the searches ask it too. NULL:
                             nobody knows */
    int table_mib;        /* transposition table of each game */
    uint64_t nodes;       /* a move; 0: `seconds` limits instead */
    double seconds;       /* a move, when `nodes` is 0 */
    uint64_t seed;
    uint32_t games;  /* that the file is to hold, those of other parts included */
    int part, parts; /* of the chunks of games, every `parts`-th from the `part`-th on is played,
                        1 <= part <= parts: so many machines share them, each with a file */
    int threads;     /* games at once, 1..SELFPLAY_THREADS_MAX */
    int opening_min, opening_max; /* random plies at the start, 0..SELFPLAY_OPENING_MAX */
    int branch_percent; /* of the games begin in a later phase, after fast moves and then a few
                           random ones; 0..100 */
    int opening_limit;  /* centimen: an opening that the search judges worse is drawn anew */
} SelfplayConfig;

typedef struct {
    TrainingSetCounts counts; /* of the file, games kept from an earlier run included */
    uint64_t games_new;       /* finished in this run, those of unfinished chunks included */
    uint64_t games_left;      /* not yet finished */
    double seconds;           /* since this run began */
} SelfplayProgress;

typedef struct {
    /* At the beginning and after every game and every chunk; from one thread at a time. May be
     * NULL. */
    void (*on_progress)(void *context, const SelfplayProgress *progress);
    void *context;
    const atomic_bool *stop; /* once true, games break off; what is written stays. May be NULL. */
} SelfplayEvents;

/* Plays until the file at `path` holds the games, which continues a file made by the same settings.
 * Returns STATUS_OK also when stopped. STATUS_RANGE for settings out of range; else as
 * training_writer_open, search_new. */
Status selfplay_run(const SelfplayConfig *config, const char *path, const SelfplayEvents *events,
                    Error *error);

#endif
