/* SPDX-License-Identifier: MIT
 *
 * What is asked of a board: what may stand on its squares, and how much material each side has. */
#ifndef HUFF_BOOK_GAMES_PATTERN_H
#define HUFF_BOOK_GAMES_PATTERN_H

#include "engine/board/bits.h"
#include "engine/board/position.h"

/* Zeroed, a pattern fits every board. */
typedef struct {
    Bitboard no_men[COLOR_COUNT], no_kings[COLOR_COUNT]; /* cells where such a piece does not fit */
    Bitboard occupied;                                   /* cells that must not be empty */
    bool has_turn;
    Color turn; /* the side to move, with has_turn */
} GamePattern;

/* Reads a pattern: items with commas or blanks between, each of them letters and a square or a
 * range of squares ("w27", "bB18", "e31-35"). The letters say what may stand there:
 *
 *     w b  a white or black man     W B  a king
 *     m k  a man or king of either  p    any piece     e  nothing
 *
 * and several of them that either is right ("wW27": a white piece; "eb18": empty or a black man).
 * Squares that no item names may hold anything; of items for the same square all must fit. "W:" or
 * "B:" in front names the side to move. On boards of 8 columns a square may have its letter behind
 * a '=': "w=c3". STATUS_SYNTAX, STATUS_RANGE; the message names the item. Nothing is written on
 * failure. Any thread. */
Status game_pattern_read(const Rules *rules, const char *text, GamePattern *ret_pattern,
                         Error *error);

/* The pattern for the board turned by 180 degrees with the colours swapped. */
void game_pattern_turn_round(const Rules *rules, const GamePattern *pattern,
                             GamePattern *ret_turned);

BOARD_INLINE bool game_pattern_fits(const GamePattern *pattern, const Board *board, Color turn) {
    Bitboard wrong = 0;
    for (int color = 0; color < COLOR_COUNT; color++)
        wrong |= (board->men[color] & pattern->no_men[color]) |
                 (board->kings[color] & pattern->no_kings[color]);
    wrong |= pattern->occupied & ~board_occupied(board);
    return !wrong && (!pattern->has_turn || turn == pattern->turn);
}

/* -1: any number. */
typedef struct {
    int pieces[COLOR_COUNT], men[COLOR_COUNT], kings[COLOR_COUNT];
} GameMaterial;

/* Reads "WHITExBLACK", a side being a number of pieces of any kind or men and kings: "5x4",
 * "3m1kx2k". STATUS_SYNTAX, STATUS_RANGE. Nothing is written on failure. Any thread. */
Status game_material_read(const char *text, GameMaterial *ret_material, Error *error);

/* The same for the colours swapped. */
void game_material_turn_round(const GameMaterial *material, GameMaterial *ret_turned);

BOARD_INLINE bool game_material_fits(const GameMaterial *material, const Board *board) {
    for (int color = 0; color < COLOR_COUNT; color++) {
        int men = bits_count(board->men[color]), kings = bits_count(board->kings[color]);
        if ((material->pieces[color] >= 0 && material->pieces[color] != men + kings) ||
            (material->men[color] >= 0 && material->men[color] != men) ||
            (material->kings[color] >= 0 && material->kings[color] != kings))
            return false;
    }
    return true;
}

#endif
