/* SPDX-License-Identifier: MIT
 *
 * Moves as text. Squares are numbers, or a letter and a row where the variant's players write so.
 * Reading always happens against a position: the text must fit exactly one legal move. */
#ifndef HUFF_ENGINE_NOTATION_MOVE_TEXT_H
#define HUFF_ENGINE_NOTATION_MOVE_TEXT_H

#include "engine/board/movegen.h"
#include "engine/board/route.h"

/* Bytes that hold any move of any form, terminator included. */
enum {
    MOVE_TEXT_SIZE = 240
};

/* Reads `length` bytes, not necessarily terminated, as one move ("32-28", "28x19", "28x19x23",
 * "26x37x46"). The first square is where the move starts; the others are either the squares where
 * the capturing piece lands (all or some of them, in order, the end of the move last), or the end
 * of the move and then captured squares (Hub; none, some or all of them, in any order).
 *
 * No text of three squares or more can be read both ways, since a piece lands on empty squares (or
 * its start) and takes from occupied ones. A text may still fit several moves; one that has every
 * landing square or every captured square then wins over those it describes in part. So "10x17" is
 * the single capture even if a longer one also goes from 10 to 17, and what the three writers below
 * make is always read as the same move. Text that fits several moves equally well is refused.
 *
 * On boards of 8 columns a square may be written either way, "c3-d4" or "22-18", in every variant
 * and in letters of either case; between two squares with letters the sign may be missing ("c3d4").
 *
 * The signs mean nothing but must agree: '-' (also the hyphens U+2010 and U+2011, en dash, minus
 * sign) throughout or 'x' (also 'X', ':', the multiplication sign) throughout; a quiet move written
 * with 'x' or a capture with '-' is read. Leading zeros and blanks around squares are accepted,
 * blanks inside a number are not.
 *
 * STATUS_SYNTAX: not of this form ("3228", "32 28", ""); STATUS_RANGE: no such square;
 * STATUS_ILLEGAL: fits no legal move, the message says that no own piece stands there, which
 * captures are due or what the piece can play; STATUS_AMBIGUOUS: fits several, the message lists
 * their full forms. At most 8 moves are listed ("and 6 more"). `*ret_move` is untouched on failure.
 * Any thread. */
Status move_text_read(const Position *position, const char *text, size_t length, Move *ret_move,
                      Error *error);

/* The writers want a move that is legal in `position`, fill `buffer` and return it; any
 * thread. The first two write squares as the variant's players do.
 *
 * The short form has the two ends: "32-28", "28x19"; when several captures share both ends it is
 * the full form ("4x27x38x15"). */
const char *move_text_write(const Position *position, Move move,
                            char buffer[static MOVE_TEXT_SIZE]);

/* The full form has every landing square: "4x27x38x15"; the route is that of route_find. */
const char *move_text_write_full(const Position *position, Move move,
                                 char buffer[static MOVE_TEXT_SIZE]);

/* How squares are written: as the variant's players do, always as numbers, or always as a letter
 * and a row. */
typedef enum {
    MOVE_SQUARES_USUAL,
    MOVE_SQUARES_NUMBERS,
    MOVE_SQUARES_LETTERS,
} MoveSquares;

/* Whether the variant's moves can be written so: letters want a board of eight columns. */
bool move_squares_fit(const Rules *rules, MoveSquares squares);

/* Another writer: the short or the full form with squares as wished, which must fit the variant. */
const char *move_text_write_as(const Position *position, Move move, MoveSquares squares, bool full,
                               char buffer[static MOVE_TEXT_SIZE]);

/* The Hub form has the two ends and the captured squares in ascending order: "32-28",
 * "28x19x23", always in numbers. */
const char *move_text_write_hub(const Position *position, Move move,
                                char buffer[static MOVE_TEXT_SIZE]);

#endif
