/* SPDX-License-Identifier: MIT
 *
 * Thinking. A Search owns its transposition table and its worker threads; several may live in one
 * process. It never prints, parses or opens files: it tells what it finds through SearchEvents and
 * a SearchResult. */
#ifndef HUFF_ENGINE_SEARCH_SEARCH_H
#define HUFF_ENGINE_SEARCH_SEARCH_H

#include "engine/board/oracle.h"
#include "engine/board/record.h"
#include "engine/eval/eval.h"

enum {
    SEARCH_DEPTH_MAX = 120, /* plies of iterative deepening */
    SEARCH_PLY_MAX = 250,   /* plies below the root, extensions and quiescence included */
    SEARCH_THREADS_MAX = 256,
    SEARCH_TABLE_MIB_MAX = 1048576,
    SEARCH_LINES_ALL = MOVE_LIST_CAPACITY, /* a line for each root move */
};

enum {
    SEARCH_REPEAT_MS = 1000
};

typedef struct Search Search;

typedef struct {
    int threads;   /* 1..SEARCH_THREADS_MAX */
    int table_mib; /* memory of the transposition table, 0 (smallest) .. SEARCH_TABLE_MIB_MAX */
    EvalKind eval;
    const Oracle
        *oracle; /* what knows positions without thinking; outlives its use; NULL: nothing */
    const EvalWeights *weights; /* for EVAL_FULL; NULL: without. Must outlive the configuration */
} SearchConfig;

/* When a search ends, and what it looks at. A field that is not `has_...` does not limit. Times
 * that no sane clock shows (zero, negative, not a number, beyond 1e9 seconds) mean: answer at once
 * with a legal move. */
typedef struct {
    bool has_depth, has_nodes, has_move_time, has_clock, has_moves;
    int depth;              /* plies, 1..SEARCH_DEPTH_MAX */
    uint64_t nodes;         /* exact at one thread: the search visits no node more */
    double move_time;       /* seconds for this move */
    double clock_time;      /* seconds left on the clock, increment already credited */
    double clock_increment; /* seconds credited before each move */
    int moves_to_control;   /* moves to play in clock_time, this one included */

    int lines;         /* best root moves of which each gets a line and an exact score, 0 to
                          SEARCH_LINES_ALL; 0 means 1; more cost time, so for play 1 is right */
    const Move *moves; /* root moves to look at, the others are passed over; copied; those that are
                          not legal count for nothing. NULL: all */
    int move_count;    /* of `moves` */
} SearchLimits;

typedef enum {
    SEARCH_THINK,   /* play a move: a forced one at once, the clock's time at most */
    SEARCH_PONDER,  /* as THINK, but the clock stands still until search_ponder_hit, and until then
                       the threads run at low priority */
    SEARCH_ANALYSE, /* until a limit, or without any limit until search_stop; a single legal move is
                       searched all the same */
} SearchMode;

/* One finding: a line at a depth. When several lines are wanted they come in groups, rank 1 to
 * `ranks`, best first. Valid only during the callback. */
typedef struct {
    int rank, ranks;
    OracleValue value;  /* what is proven of the line's first move, for the side that makes it */
    int depth;          /* plies of the iteration that found it */
    int depth_max;      /* deepest ply visited */
    int score;          /* centimen, root side's view */
    uint64_t nodes;     /* visited so far, all threads */
    double seconds;     /* since the search began */
    int table_permille; /* how full the transposition table is */
    int line_length;
    const Move *line; /* the line of play, its first move from the root */
} SearchInfo;

typedef struct {
    Move best;   /* move_none() only when the root has no legal move */
    Move ponder; /* the reply expected, or move_none() */
    int score;   /* centimen, root side's view */
    int depth;   /* deepest finished iteration, 0 if none */
    uint64_t nodes;
    double seconds;
} SearchResult;

/* Callbacks come from a thread of the search, one at a time, `on_info` zero or more times and then
 * `on_done` exactly once for each search_start that succeeded. They must not call into the same
 * Search. Either may be NULL. An analysis without limits that has nothing more to find tells its
 * last finding again every SEARCH_REPEAT_MS, so that a client that waits for news can stop it. */
typedef struct {
    void (*on_info)(void *context, const SearchInfo *info);
    void (*on_done)(void *context, const SearchResult *result);
    void *context;
} SearchEvents;

/* A new searcher with an empty table. STATUS_RANGE for a bad configuration, STATUS_NO_MEMORY. */
Status search_new(const SearchConfig *config, Search **ret_search, Error *error);

/* Stops, waits and frees. NULL is allowed. */
void search_free(Search *search);

/* Changes threads, table size (the table is emptied when its size changes), evaluation or oracle.
 * Only while idle: else STATUS_STATE. On failure the old configuration stays. */
Status search_configure(Search *search, const SearchConfig *config, Error *error);

/* Forgets everything learnt from earlier positions. Only while idle: else STATUS_STATE. */
Status search_clear(Search *search, Error *error);

/* Begins to search the current position of `record` (positions before it count for repetition) and
 * returns at once. The record is copied. A root that is drawn by rule or has one move is searched
 * like any other; a root without a move gives on_done with move_none(). STATUS_STATE while a
 * search runs, STATUS_RANGE for limits out of range, STATUS_ILLEGAL when none of the moves that
 * alone are to be looked at is legal, STATUS_NO_MEMORY. At one thread, with depth or
 * node limits and a cleared table, the same call gives the same result and node count. */
Status search_start(Search *search, const GameRecord *record, const SearchLimits *limits,
                    SearchMode mode, const SearchEvents *events, Error *error);

/* Asks the search to end soon; harmless when idle. Any thread. Returns at once. */
void search_stop(Search *search);

/* The expected reply was played: from now on the clock runs. Harmless unless pondering. Any thread.
 */
void search_ponder_hit(Search *search);

/* Waits until the search is over and on_done has returned. Returns at once when idle. Not from a
 * callback. */
void search_wait(Search *search);

/* Whether a search runs (on_done has not returned yet). Any thread. */
bool search_is_running(const Search *search);

#endif
