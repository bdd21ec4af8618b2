/* SPDX-License-Identifier: MIT
 *
 * Games that were seen before. A game is known by 128 bits made of its variant, start and moves, so
 * that a collection of any size takes some dozens of bytes a game and none of it is read twice. */
#ifndef HUFF_BOOK_COLLECTION_DOUBLES_H
#define HUFF_BOOK_COLLECTION_DOUBLES_H

#include "engine/notation/pdn_read.h"

typedef struct {
    uint64_t low, high;
    uint64_t number; /* of the game, from 1; 0: an empty place */
} GamesSeen;

/* A zeroed one has seen nothing. One thread at a time may use it. */
typedef struct {
    GamesSeen *places; /* `capacity` of them, a power of two */
    size_t count, capacity;
    bool turned; /* a game with the board turned and the colours swapped is the same */
} GamesDoubles;

void games_doubles_done(GamesDoubles *doubles);

/* Whether a game with the same moves from the same start was added before: `*ret_number` is then
 * the number that it was added with, else 0, and the game is added with `number` (at least 1).
 * Tags, comments and variations do not count, but those of a game without moves do: its tags are
 * all that it is. Of a game whose moves cannot be played their texts count. STATUS_NO_MEMORY. */
Status games_doubles_add(GamesDoubles *doubles, const PdnGame *game, uint64_t number,
                         uint64_t *ret_number, Error *error);

#endif
