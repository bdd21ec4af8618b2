/* SPDX-License-Identifier: MIT
 *
 * Private to engine/search: every tuned number of the search, with its unit, the range in which it
 * was tried and where it comes from. "games" are matches of the engine against itself at equal
 * nodes; see README.md for the results. */
#ifndef HUFF_ENGINE_SEARCH_PARAMS_H
#define HUFF_ENGINE_SEARCH_PARAMS_H

enum {
    /* name                     value     unit            range      origin */
    POLL_INTERVAL = 512,     /* nodes between looks at the clock; under 1 ms, 128-4096, timing */

    ASPIRATION_DEPTH = 4,    /* plies;    first iteration with a narrow window, 3-8, customary */
    ASPIRATION_DELTA = 12,   /* centimen; half width of that window, 5-50, games */
    ASPIRATION_DELTA_MAX = 400, /* centimen; wider than this the window is opened, customary */

    PROBCUT_DEPTH = 3,       /* plies;    least depth of the early cut, 3-6, games */
    PROBCUT_MARGIN = 10,     /* centimen; above beta for each ply of depth, 4-30, games */
    PROBCUT_SHARE = 40,      /* percent;  of the depth the early look searches, 25-60, games */

    REDUCE_DEPTH = 2,        /* plies;    least depth for reductions, 2-4, games */
    REDUCE_MOVE = 1,         /* index;    first move reduced by 1 (3 at open windows), games */
    REDUCE_MOVE_OPEN = 3,
    REDUCE_MOVE_MORE = 5,    /* index;    first move reduced by 2, 4-10, games */

    HISTORY_LIMIT = 8192,    /* largest history count, 2^10-2^14, customary */
    HISTORY_BONUS_MAX = 1024, /* largest change at once, customary */
};

/* Time, in seconds unless it says otherwise. */
#define TIME_RESERVE_SECONDS 0.002 /* kept back of any time for the answer's way, 0.001-0.1 */
#define TIME_RESERVE_SHARE 0.1     /* but at most this part of it */
#define TIME_LEAST_SECONDS 0.0005  /* of thinking, so that a first move is looked at */
#define TIME_MOVES_MAX 36.0        /* moves a clock is spread over, full board, 25-50 */
#define TIME_MOVES_MIN 12.0        /* the same, empty board, 8-20 */
#define TIME_TARGET_SHARE 0.6      /* of a move's share: no new iteration after it, 0.4-0.8 */
#define TIME_LIMIT_FACTOR 3.0      /* of a move's share: stop whatever happens, 2-5 */
#define TIME_CLOCK_SHARE 0.25      /* of the clock: most that one move may take, 0.1-0.4 */

#endif
