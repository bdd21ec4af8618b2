/* SPDX-License-Identifier: MIT
 *
 * Shared by the tests of matches: games that look like games, made from a seed. */
#ifndef HUFF_TESTS_UNIT_MATCH_GAMES_H
#define HUFF_TESTS_UNIT_MATCH_GAMES_H

#include "bench/match/match_game.h"

/* Plays a game from the start position to its end, or to `plies_max`, which is a draw: the best
 * move one ply deep with some noise. Scores, depths, nodes and seconds are filled; white and black
 * are 0 and 1 with an even number, else 1 and 0, the ballot is named "number / 2 + 1". `game` is
 * initialised by the caller. A failure ends the test. */
void match_games_play(MatchGame *game, int number, uint64_t seed, int plies_max);

/* Ends a game before its time by a fault of `guilty`, after `plies` of its moves. */
void match_games_spoil(MatchGame *game, MatchEnd end, Color guilty, int plies, const char *text);

#endif
