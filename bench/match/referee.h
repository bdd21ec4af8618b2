/* SPDX-License-Identifier: MIT
 *
 * One game of a match, from the ballot to the result. The referee goes by our own rules and its own
 * clock, never by what an engine claims. */
#ifndef HUFF_BENCH_MATCH_REFEREE_H
#define HUFF_BENCH_MATCH_REFEREE_H

#include "bench/match/match_game.h"
#include "bench/match/player.h"
#include "engine/board/oracle.h"

#include <stdatomic.h>

/* Adjudication by the engines' scores, off where the number of moves is 0. Both engines must agree
 * for so many moves of each in a row. */
typedef struct {
    int win_score; /* centimen: one says at least so much for itself, the other against itself */
    int win_moves;
    int draw_score; /* centimen: both say at most so much for either side */
    int draw_moves;
    int draw_after; /* moves of each side played before draws are given */
} ScoreAdjudication;

typedef struct {
    double margin;   /* seconds by which a move may be late */
    double patience; /* seconds beyond the time after which an engine counts as hung, and that it
                        has to start */
    int plies_max;   /* a longer game is a draw */
    ScoreAdjudication by_score;
    const Oracle *oracle; /* gives the game as soon as it knows the position, by the law's counts
                             where it knows those too; NULL: nobody does */
} RefereeRules;

/* Who plays; players[0] has `color` unless one of them names the colours itself. */
typedef struct {
    Player *players[2];
    MatchLimits limits[2];
    int engines[2]; /* their numbers in the match */
    Color color;
} RefereeSeats;

/* Plays `game` to its end from the start position that it holds; `game->number`, `ballot` and
 * `exempt` are the caller's, the rest is filled. When `*stop` becomes true between two moves, the
 * game is broken off: END_NONE. A game that is exempt is played out although the oracle knows it;
 * when it then ends otherwise, `text` says what the oracle had said. Engines that failed have been
 * killed. Negative only when this program itself fails. */
Status referee_play(const RefereeRules *rules, const RefereeSeats *seats, const atomic_bool *stop,
                    MatchGame *game, Error *error);

#endif
