/* SPDX-License-Identifier: MIT
 *
 * Private to engine/search: every tuned number of the search, with its unit, the range that makes
 * sense and where it comes from: "games" means matches of the engine against itself (README.md has
 * the results), "custom" that other programs of the kind work with such values and no other was
 * tried. */
#ifndef HUFF_ENGINE_SEARCH_PARAMS_H
#define HUFF_ENGINE_SEARCH_PARAMS_H

enum {
    PONDER_NICENESS = 10, /* by which pondering is nicer than thinking, 1-19: low enough to leave a
                             busy machine to others, high enough to hear of a hit at once; custom */

    POLL_INTERVAL = 512, /* nodes between looks at the clock, well under 1 ms; 128-4096; custom */

    ASPIRATION_DEPTH = 4,       /* plies, first iteration with a narrow window; 3-8; custom */
    ASPIRATION_DELTA = 12,      /* centimen, half width of that window; 5-50; custom */
    ASPIRATION_DELTA_MAX = 400, /* centimen, a window wider than this is opened; custom */

    PROBCUT_DEPTH = 3,  /* plies, least depth of the early cut; 3-6; custom */
    PROBCUT_MARGIN = 6, /* centimen above beta for each ply of depth; 4-20; games */
    PROBCUT_SHARE = 40, /* percent of the depth that the early look searches; 25-60; custom */

    REDUCE_DEPTH = 2,     /* plies, least depth at which moves are reduced; 2-4; custom */
    REDUCE_MOVE = 1,      /* index of the first move reduced, closed window; 1-4; custom */
    REDUCE_MOVE_OPEN = 3, /* the same, open window; 2-6; custom */
    REDUCE_MOVE_MORE = 5, /* index of the first move reduced twice; 4-10; custom */

    THREAT_PLIES = 4, /* plies beyond twice the iteration to which threats are followed; 0-20 */

    HISTORY_LIMIT = 8192,     /* largest history count; 2^10-2^14; custom */
    HISTORY_BONUS_MAX = 1024, /* largest change of one at once; 2^8-2^11; custom */
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
