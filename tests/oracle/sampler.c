/* SPDX-License-Identifier: MIT */
#include "tests/oracle/sampler.h"

#include <ctype.h>
#include <string.h>

enum {
    SIDE_PIECES_MAX = 20,
    GAME_PLIES_MAX = 200, /* random games with kings may go on for ever */
};

void sampler_init(Sampler *sampler, const OracleVariant *variant, uint64_t seed) {
    *sampler = (Sampler){.variant = variant};
    rng_init(&sampler->rng, seed);
    oracle_init_start(&sampler->game, variant);
}

void sampler_done(Sampler *sampler) {
    oracle_moves_done(&sampler->moves);
}

/* Puts one piece on a random empty square: a king in `king_eighths` of 8 cases, and always where a
 * man could not stand. */
static void place(Sampler *sampler, OraclePosition *position, char color, int king_eighths) {
    int square;
    do
        square =
            1 + (int)rng_below(&sampler->rng, (uint64_t)oracle_count_squares(sampler->variant));
    while (position->square[square] != 'e');
    bool king = (int)rng_below(&sampler->rng, 8) < king_eighths ||
                oracle_is_crowning(sampler->variant, color, square);
    position->square[square] = king ? (char)toupper((unsigned char)color) : color;
}

static void draw_placement(Sampler *sampler, OraclePosition *position) {
    int side_max = oracle_count_squares(sampler->variant) / 2 - 1;
    if (side_max > SIDE_PIECES_MAX)
        side_max = SIDE_PIECES_MAX;
    *position = (OraclePosition){.variant = sampler->variant};
    memset(position->square, 'e', sizeof position->square);
    position->turn = rng_below(&sampler->rng, 2) ? 'w' : 'b';
    /* Few kings are usual in games, many make long captures with many routes. */
    int king_eighths = (int)rng_below(&sampler->rng, 5);
    for (int side = 0; side < 2; side++) {
        int pieces = 1 + (int)rng_below(&sampler->rng, (uint64_t)side_max);
        for (int i = 0; i < pieces; i++)
            place(sampler, position, side ? 'b' : 'w', king_eighths);
    }
}

static void play_on(Sampler *sampler) {
    int count = oracle_list_moves(&sampler->game, &sampler->moves);
    if (!count || sampler->game_plies == GAME_PLIES_MAX) {
        oracle_init_start(&sampler->game, sampler->variant);
        sampler->game_plies = 0;
        count = oracle_list_moves(&sampler->game, &sampler->moves);
    }
    OraclePosition before = sampler->game;
    uint64_t choice = rng_below(&sampler->rng, (uint64_t)count);
    oracle_make(&before, &sampler->moves.moves[choice], &sampler->game);
    sampler->game_plies++;
}

void sampler_next(Sampler *sampler, OraclePosition *ret_position) {
    if (sampler->game_is_next) {
        play_on(sampler);
        *ret_position = sampler->game;
    } else {
        draw_placement(sampler, ret_position);
    }
    sampler->game_is_next = !sampler->game_is_next;
}
