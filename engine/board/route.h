/* SPDX-License-Identifier: MIT
 *
 * The ways a capture can go. The move itself only says from, to and what is taken; people also
 * write the squares where the capturing piece turns. */
#ifndef HUFF_ENGINE_BOARD_ROUTE_H
#define HUFF_ENGINE_BOARD_ROUTE_H

#include "engine/board/position.h"

enum {
    ROUTE_LENGTH_MAX = SQUARE_COUNT_MAX + 2
};

/* Squares (1..N) at which the piece lands, the start first and the end last. */
typedef struct {
    int count;
    uint8_t squares[ROUTE_LENGTH_MAX];
} Route;

/* The route of `move` in `position` whose landing squares come first in order of square numbers; a
 * quiet move has its two ends. The move must be legal. */
void route_find(const Position *position, Move move, Route *ret_route);

/* Whether `move` can be made by landing on the `count` given squares in this order, the first being
 * its start and the last its end. With fewer landings than pieces taken the squares left out may be
 * any, so {from, to} fits every route. */
bool route_fits(const Position *position, Move move, const uint8_t *squares, int count);

#endif
