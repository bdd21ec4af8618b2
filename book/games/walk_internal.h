/* SPDX-License-Identifier: MIT
 *
 * Games as the index keeps them: a start and moves as bytes, which are walked through without a
 * move generator, and keys that stand for positions.
 *
 * A move is two bytes, the squares where it starts and ends, with 128 added to the first if it
 * takes and to the second if the man is crowned; then, if it takes, the number of squares taken and
 * these, ascending. Squares, not cells, so that nothing depends on how the program lays out its
 * boards. */
#ifndef HUFF_BOOK_GAMES_WALK_INTERNAL_H
#define HUFF_BOOK_GAMES_WALK_INTERNAL_H

#include "engine/base/text_buffer.h"
#include "engine/board/record.h"

/* Random numbers by which positions of one variant get their keys. They follow from the variant's
 * name and rng.h alone and must never change: files hold the keys. */
typedef struct {
    const Rules *rules; /* NULL as long as they were not made */
    uint64_t men[COLOR_COUNT][SQUARE_COUNT_MAX + 1];
    uint64_t kings[COLOR_COUNT][SQUARE_COUNT_MAX + 1];
    uint64_t turn;
} PlaceKeys;

void place_keys_init(PlaceKeys *keys, const Rules *rules);

/* The key of what stands where and who is to move; the counts of the law are not in it. */
int64_t place_key_get(const PlaceKeys *keys, const Board *board, Color turn);

/* A number that tells a move from the others of its position; never 0. */
int64_t place_move_number(const Rules *rules, Move move);

/* Adds the moves of a record. */
void game_moves_write(const GameRecord *record, TextBuffer *buffer);

/* A walk through a game. */
typedef struct {
    const Rules *rules;
    const unsigned char *next, *end; /* bytes not walked through yet */
    Board board;
    Color turn;
    int ply; /* 0 at the start */
} GameWalk;

/* The bytes must outlive the walk. */
void game_walk_init(GameWalk *walk, const Position *start, const void *moves, size_t length);

/* Makes the next move. 1: made; 0: there is none; STATUS_STATE: the bytes are no such game. What
 * the law says is not looked at. */
int game_walk_next(GameWalk *walk);

/* Plays the moves by the law into an initialised record, which is restarted. STATUS_STATE: a move
 * is not legal or the bytes are no moves; STATUS_NO_MEMORY. */
Status game_moves_read(const Position *start, const void *moves, size_t length, GameRecord *record,
                       Error *error);

#endif
