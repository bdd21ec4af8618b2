/* SPDX-License-Identifier: MIT
 *
 * How long an engine may think in a match: fixed work for each move, or a clock. */
#ifndef HUFF_BENCH_MATCH_MATCH_LIMITS_H
#define HUFF_BENCH_MATCH_MATCH_LIMITS_H

#include "engine/base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    MATCH_LIMITS_SIZE = 96 /* bytes that hold any limits as text, NUL included */
};

/* A field that is 0 does not limit. At least one of depth, nodes, move_time and clock_time is set
 * in limits that are read from text. */
typedef struct {
    int depth;              /* plies a move */
    uint64_t nodes;         /* positions a move */
    double move_time;       /* seconds a move */
    double clock_time;      /* seconds on the clock at the start, and again after clock_moves */
    double clock_increment; /* seconds credited before each move */
    int clock_moves;        /* own moves to play in clock_time; 0: all of the game */
} MatchLimits;

/* Whether time decides: a player can lose on time. */
bool match_limits_are_timed(const MatchLimits *limits);

/* Reads a clock: "60" seconds for the game, "75/60" for 75 moves and again for the next 75,
 * "60+0.5" with an increment, "75/60+0.5". Sets the clock fields and leaves the others.
 * STATUS_SYNTAX, STATUS_RANGE (times above 0 and up to 1e6 seconds, moves 1..9999). */
Status match_limits_read_clock(const char *text, MatchLimits *limits, Error *error);

/* The limits as they are logged and read by people: "nodes=2000", "time=0.1",
 * "clock=75/60+0.5", several with a blank between. Fills and returns `buffer`. */
const char *match_limits_write(const MatchLimits *limits, char buffer[static MATCH_LIMITS_SIZE]);

#endif
