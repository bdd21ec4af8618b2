/* SPDX-License-Identifier: MIT
 *
 * The clock of a game, without a clock: time comes from the caller, in milliseconds since the game
 * began, so that the same calls always give the same answers. Used by the arbiter. */
#ifndef HUFF_PROTOCOL_GAME_CLOCK_H
#define HUFF_PROTOCOL_GAME_CLOCK_H

#include "engine/base/status.h"
#include "engine/board/position.h"

typedef enum {
    CLOCK_NONE,
    CLOCK_MOVE,      /* `time_ms` for each move */
    CLOCK_CONTROL,   /* `moves` moves in `time_ms`, then as many again */
    CLOCK_SUDDEN,    /* `time_ms` for the game */
    CLOCK_FISCHER,   /* the same, and `increment_ms` more after each move */
    CLOCK_BRONSTEIN, /* the same, and after each move what it took comes back, at most
                        `increment_ms` */
    CLOCK_FORCE,     /* each move by the force that may make it: men / men_per_minute + kings /
                        kings_per_minute minutes from the touch on; up to `interval_ms` may pass
                        before it */
} ClockKind;

typedef struct {
    ClockKind kind;
    int64_t time_ms, increment_ms, interval_ms;
    int moves;
    int men_per_minute, kings_per_minute; /* 1 or more with CLOCK_FORCE */
} ClockConfig;

/* Private: use the functions. */
typedef struct {
    ClockConfig config;
    int64_t left_ms[COLOR_COUNT]; /* when the turn began */
    int moves_left[COLOR_COUNT];  /* CLOCK_CONTROL */
    int64_t now_ms, turn_ms;      /* the last time heard of; when the turn began */
    int64_t turn_left_ms;         /* what this turn may take in all; negative: no limit */
    int warned_s;                 /* the last warning of this turn, 0 if none */
    bool runs;
    Color side;
} GameClock;

/* Reads "none", "move SECONDS", "control MOVES SECONDS", "sudden SECONDS", "fischer SECONDS
 * INCREMENT", "bronstein SECONDS DELAY" or "force [MEN-PER-MINUTE [KINGS-PER-MINUTE [INTERVAL]]]".
 * Times up to 1e6 seconds. STATUS_SYNTAX, STATUS_RANGE. */
Status game_clock_read(const char *text, ClockConfig *ret_config, Error *error);

/* A clock that stands at 0 ms. */
void game_clock_init(GameClock *clock, const ClockConfig *config);

/* A turn of `side` begins now, on this board. `limit_ms`: 0, or what the law gives this turn at
 * most. */
void game_clock_begin(GameClock *clock, const Board *board, Color side, int64_t limit_ms);

/* The turn is over: increments come, controls are counted. Nothing when none runs. */
void game_clock_end(GameClock *clock);

/* The turn is interrupted: what it took is gone, and nothing comes for it. Nothing when none runs.
 */
void game_clock_stop(GameClock *clock);

/* The player took hold of his piece: from now on the allowance of a CLOCK_FORCE runs. */
void game_clock_touch(GameClock *clock, const Board *board);

/* Time goes on. STATUS_RANGE when `now_ms` is before the last time, or beyond 1e12. */
Status game_clock_advance(GameClock *clock, int64_t now_ms, Error *error);

/* Milliseconds left for the turn that runs, 0 when it is over; INT64_MAX without limit. */
int64_t game_clock_left(const GameClock *clock);

/* The warning due since the last one: 120, 60 or 30 (seconds), else 0. Never one that the turn
 * began below. */
int game_clock_warn(GameClock *clock);

#endif
