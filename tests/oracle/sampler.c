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

static bool has_room_for_man(const OraclePosition *position, char color) {
    const OracleVariant *variant = position->variant;
    for (int square = 1; square <= oracle_count_squares(variant); square++)
        if (position->square[square] == 'e' && !oracle_is_crowning(variant, color, square))
            return true;
    return false;
}

/* Puts one piece on a random empty square: a king in `king_eighths` of 8 cases, and always where a
 * man could not stand. On a crowded board that may be the only place left. */
static void place(Sampler *sampler, OraclePosition *position, char color, int king_eighths) {
    const OracleVariant *variant = sampler->variant;
    bool men_only = king_eighths == 0 && has_room_for_man(position, color);
    int square;
    do
        square = 1 + (int)rng_below(&sampler->rng, (uint64_t)oracle_count_squares(variant));
    while (position->square[square] != 'e' ||
           (men_only && oracle_is_crowning(variant, color, square)));
    bool king = (int)rng_below(&sampler->rng, 8) < king_eighths ||
                oracle_is_crowning(variant, color, square);
    position->square[square] = king ? (char)toupper((unsigned char)color) : color;
}

/* Gives a side that has men and kings a king that has moved up to three times in a row. */
static void draw_run(Sampler *sampler, OraclePosition *position, char color) {
    int count = oracle_count_squares(sampler->variant), king = 0, men = 0;
    for (int square = 1; square <= count; square++) {
        if (position->square[square] == toupper((unsigned char)color))
            king = square;
        men += position->square[square] == color;
    }
    if (!king || !men)
        return;
    int side = color == 'w' ? 0 : 1;
    position->run_length[side] = (int)rng_below(&sampler->rng, 4);
    position->run_square[side] = position->run_length[side] ? king : 0;
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
    if (sampler->variant->ends_with_king) /* a few all the same */
        king_eighths = king_eighths == 4;
    for (int side = 0; side < 2; side++) {
        int pieces = 1 + (int)rng_below(&sampler->rng, (uint64_t)side_max);
        for (int i = 0; i < pieces; i++)
            place(sampler, position, side ? 'b' : 'w', king_eighths);
    }
    if (sampler->variant->three_moves) {
        draw_run(sampler, position, 'w');
        draw_run(sampler, position, 'b');
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
