/* SPDX-License-Identifier: MIT
 *
 * What the files of engine/search share: the job all workers do together, and a worker, that is
 * one thread with its own stack of positions and its own history. Only search.c and worker.c know
 * about threads; the search proper sees a Worker and the table. */
#ifndef HUFF_ENGINE_SEARCH_WORKER_INTERNAL_H
#define HUFF_ENGINE_SEARCH_WORKER_INTERNAL_H

#include "engine/board/movegen.h"
#include "engine/search/search.h"
#include "engine/search/table.h"
#include "engine/search/timing.h"

#include <pthread.h>
#include <stdatomic.h>

enum {
    KILLER_COUNT = 2
};

/* What belongs to one ply of the line being searched. */
typedef struct {
    Position position;
    MoveList list;
    int order[MOVE_LIST_CAPACITY]; /* for each move of the list: larger is tried earlier */
    Move killers[KILLER_COUNT];    /* quiet moves that refuted a sibling */
    int line_length;
    Move line[SEARCH_PLY_MAX + 1]; /* best line from here */
} Frame;

/* What the oracle says a move is worth to the side that makes it. */
typedef struct {
    OracleValue value;
    int plies; /* to the end of the game, -1 if not known or a draw */
} Prospect;

/* One question put to search_start; constant while the workers answer it. */
typedef struct {
    Position root;
    MoveList root_moves;
    uint64_t *past_keys; /* [i]: key of the position i + 1 plies before the root, as far back as
                            the root can repeat one */
    int past_count, past_capacity;
    SearchLimits limits;
    SearchMode mode;
    SearchEvents events;
    Evaluator eval;
    const Oracle *oracle; /* NULL: nobody to ask */
    int oracle_pieces;    /* it is asked inside the tree about at most so many pieces */
    bool is_answered;     /* it knows the root's score and a line to the end */
    int answer;           /* that score, centimen */
    int lines;            /* wanted, 1 .. root_moves.count, or 0 without a move */
    /* With several lines: what it says of each root move, and whether that is so of all; the root
     * moves are then in order, the best first. */
    Prospect prospects[MOVE_LIST_CAPACITY];
    bool has_prospects;
    int64_t begin_ns;
} Job;

/* What a worker has found out about a root move; the lead worker's goes to the caller. */
typedef struct {
    int depth; /* iteration it comes from */
    int score;
    int line_length; /* 0: nothing was found */
    Move line[SEARCH_PLY_MAX + 1];
} Finding;

typedef struct {
    Search *search;
    int index; /* 0 leads: it counts the nodes and tells what is found */
    pthread_t thread;
    uint64_t generation; /* last search taken part in; guarded by the pool's mutex */
    bool quit;           /* guarded by the pool's mutex */

    bool quiet;                  /* its pondering goes on in a thread of low priority */
    bool yields;                 /* that thread must hand over: the opponent has moved */
    bool stopped;                /* the running search must unwind; results on the way are void */
    bool pruning;                /* early cuts are allowed (not inside one) */
    int iteration;               /* depth of the iteration going on */
    int depth;                   /* deepest finished iteration */
    int depth_max;               /* deepest ply visited */
    uint64_t nodes;              /* visited; exact for the worker itself */
    uint64_t poll_at;            /* count of nodes at which to look at limits again */
    _Atomic uint64_t nodes_seen; /* copy of `nodes` for other threads, a little old */

    MoveList root_moves; /* in the order in which they are tried; the best lines come first */
    int root_ids[MOVE_LIST_CAPACITY];     /* index of each in job.root_moves */
    Finding findings[MOVE_LIST_CAPACITY]; /* by that index */
    int slot;     /* of the line that is searched: moves before it have their lines */
    int slot_end; /* end of the moves that may take it */
    int16_t history[COLOR_COUNT][CELL_COUNT][CELL_COUNT]; /* by from and to */
    Frame frames[SEARCH_PLY_MAX + 1];
} Worker;

struct Search {
    SearchConfig config;
    Table table;
    Job job;
    Worker **workers; /* config.threads of them */

    pthread_mutex_t mutex;
    pthread_cond_t changed; /* any of the following has changed */
    uint64_t generation;    /* searches begun */
    int helpers_busy;       /* workers but the lead that have not finished this search */

    atomic_bool running;
    atomic_bool stop;
    atomic_bool pondering;    /* the clock stands still */
    _Atomic int64_t clock_ns; /* when the clock started, valid unless pondering */
    Timing timing;
};

/* Starts the thread of a new worker. Fails with STATUS_NO_MEMORY. Only while idle. */
Status worker_new(Search *search, int index, Worker **ret_worker, Error *error);
/* Waits for the end of its thread, whose `quit` was set, and frees it. Only while idle. */
void worker_free(Worker *worker);

/* To be called before each visit of a node: counts it and says whether the search goes on. */
static inline bool worker_enter(Worker *worker, int ply);

/* Looks at stop flag and limits; false when the search must end. */
bool worker_poll(Worker *worker);

/* Nodes visited by all workers, exact for the one that asks. */
uint64_t worker_count_nodes(const Worker *worker);

/* Nanoseconds the clock has run, 0 while pondering. */
int64_t worker_clock_elapsed(const Worker *worker);

/* The whole search as done by the lead worker and by a helper (iterate.c). */
void iterate_lead(Worker *worker);
void iterate_help(Worker *worker);

/* Does `work`, which is part of a search, in a thread of low priority while the opponent is still
 * to move, and by this thread from then on. It must return soon once worker->yields, and go on
 * where it was when it is called again (worker.c). */
void worker_run_quietly(Worker *worker, void (*work)(Worker *worker));

/* What is known of the root move that stands at `slot` of the order. */
static inline Finding *worker_finding(Worker *worker, int slot) {
    return &worker->findings[worker->root_ids[slot]];
}

/* Searches the root's moves from worker->slot to worker->slot_end within the window,
 * `worker->iteration` plies deep, and moves the best to worker->slot. What raises alpha is noted in
 * the findings. Returns the best score, void when the worker was stopped (root.c). */
int root_search(Worker *worker, int alpha, int beta);
/* Moves a root move, with what is known of it, up in the order; to <= from. */
void root_move_up(Worker *worker, int from, int to);

/* Score of the position at `ply` for the side to move there, searched `depth` plies deep within
 * the window; an exact score, or a bound when it falls outside (node.c). */
int node_search(Worker *worker, int ply, int alpha, int beta, int depth);

/* The same without a depth: until no capture is due (quiescence.c). */
int quiescence_search(Worker *worker, int ply, int alpha, int beta);

/* Puts the line of the next ply behind `move` (worker.c). */
void worker_update_line(Worker *worker, int ply, Move move);

static inline bool worker_enter(Worker *worker, int ply) {
    if (worker->nodes >= worker->poll_at && !worker_poll(worker))
        return false;
    worker->nodes++;
    if (ply > worker->depth_max)
        worker->depth_max = ply;
    worker->frames[ply].line_length = 0;
    return true;
}

#endif
