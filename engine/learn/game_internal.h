/* SPDX-License-Identifier: MIT
 *
 * One game of self-play: its opening, its moves, when it is given up, and what is learnt from it.
 */
#ifndef HUFF_ENGINE_LEARN_GAME_INTERNAL_H
#define HUFF_ENGINE_LEARN_GAME_INTERNAL_H

#include "engine/base/rng.h"
#include "engine/learn/selfplay.h"

enum {
    GAME_PLIES_MAX = 500, /* a longer game is taken as drawn */
};

/* A player of games, used by one thread at a time. */
typedef struct {
    const SelfplayConfig *config;
    const atomic_bool *stop; /* may be NULL */
    Search *search;
    GameRecord record;
    Rng rng;
    SearchResult found; /* of the last search */
    int won_plies;      /* plies in a row in which one side, the same, was far ahead */
    int level_plies;    /* plies in a row of king moves in which neither was */
    int winner;         /* 1 White, -1 Black; of won_plies */
} Player;

typedef struct {
    TrainingGame game; /* its samples are those below */
    Sample samples[GAME_PLIES_MAX];
} PlayedGame;

Status game_player_init(Player *player, const SelfplayConfig *config, const atomic_bool *stop,
                        Error *error);
void game_player_done(Player *player);

/* Plays the game of this number. STATUS_CLOSED: stopped. STATUS_NO_MEMORY. */
Status game_play(Player *player, uint32_t number, PlayedGame *ret_game, Error *error);

#endif
