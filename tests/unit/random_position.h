/* SPDX-License-Identifier: MIT
 *
 * Random positions for property tests. */
#ifndef HUFF_TESTS_UNIT_RANDOM_POSITION_H
#define HUFF_TESTS_UNIT_RANDOM_POSITION_H

#include "engine/base/rng.h"
#include "engine/board/position.h"

#include <check.h>

/* Puts a piece on each square with `density` chances in 100, a king with `kings` in 100 (a man on
 * its crowning row becomes one), a White one with `white` in 100; at least one piece. Where a king
 * ends the game there is none. */
static inline void random_position_init(Position *position, const Rules *rules, Rng *rng,
                                        unsigned density, unsigned kings, unsigned white) {
    const Geometry *geometry = rules_geometry(rules);
    Board board = {0};
    while (!board_occupied(&board))
        for (int square = 1; square <= geometry->square_count; square++) {
            if (rng_below(rng, 100) >= density)
                continue;
            Bitboard bit = geometry_square_bit(geometry, square);
            Color color = rng_below(rng, 100) < white ? COLOR_WHITE : COLOR_BLACK;
            bool crowning = bit & rules_crowning_mask(rules, color);
            if (rules->king_wins && crowning)
                continue;
            bool king = !rules->king_wins && (rng_below(rng, 100) < kings || crowning);
            *(king ? &board.kings[color] : &board.men[color]) |= bit;
        }
    Color turn = (Color)rng_below(rng, COLOR_COUNT);
    ck_assert_int_eq(position_init_board(position, rules, &board, turn, NULL), STATUS_OK);
}

#endif
