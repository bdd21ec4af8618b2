/* SPDX-License-Identifier: MIT
 *
 * FEN as PDN 3.0 writes it. Reading is tolerant, writing is strict. */
#ifndef HUFF_ENGINE_NOTATION_FEN_H
#define HUFF_ENGINE_NOTATION_FEN_H

#include "engine/board/position.h"

/* Bytes that hold any FEN of any board, terminator included. */
enum {
    FEN_SIZE = 512
};

/* Highest counts that are read. */
enum {
    FEN_QUIET_PLIES_MAX = 9999,
    FEN_MOVE_NUMBER_MAX = 99999,
};

/* Counts of plies and moves that some programs append (":H<quiet plies>:F<move number>"). */
typedef struct {
    int quiet_plies; /* 0..FEN_QUIET_PLIES_MAX; 0 when the text has no H field */
    int move_number; /* 1..FEN_MOVE_NUMBER_MAX; 1 when the text has no F field */
} FenCounters;

/* Reads `length` bytes of FEN into `*ret_position`; "start" is the start position. The text need
 * not be terminated and nothing behind `length` is looked at. Accepted besides the strict form:
 * blanks and line ends anywhere (even inside a number: "3 1" is 31, as in a file whose lines were
 * broken), one pair of surrounding quotes (" or '), final full stops, letters of either case,
 * either colour first, a colour missing or empty, a final colon, leading zeros, ranges ("31-50",
 * "K31-50" and "K31-K50" for kings), algebraic squares ("a1" at the bottom left with White below,
 * "Kc3") on boards of 8 columns, counters ":H12:F30" in either order, and where the law limits the
 * moves in a row by one king (Frisian draughts) their count ":+148+0": Black's, then White's, each
 * a digit and unless that is 0 the king's square in two digits. A K counts for its own item only.
 * The H count goes into the position's quiet_plies. `ret_counters` may be NULL. STATUS_SYNTAX:
 * anything else, among it the side to move '?' of PDN, "K" or a comma without a square.
 * STATUS_RANGE: no such square, a light square, a range from high to low, a count beyond its
 * limits, numbers of more than 9 digits. STATUS_ILLEGAL: a square, a colour or a count given twice,
 * and what position_init_board refuses. The message names the offending part and its offset in
 * bytes, from 0. Nothing is written on failure. Any thread. */
Status fen_read(const Rules *rules, const char *text, size_t length, Position *ret_position,
                FenCounters *ret_counters, Error *error);

/* Writes the strict form: turn, White, Black, squares ascending, no ranges, no blanks, no final
 * stop: "W:W31,32,K40:B1,2". A colour without pieces is its letter alone. With `counters`, appends
 * ":H<quiet plies>:F<move number>", the position's own quiet_plies and the counters' move_number. A
 * count of moves in a row by one king is appended whenever there is one.
 * Returns `buffer`. */
const char *fen_write(const Position *position, const FenCounters *counters,
                      char buffer[static FEN_SIZE]);

/* The Hub form of a position: the side to move (`W` or `B`), then one letter a square 1..N: `w` `b`
 * men, `W` `B` kings, `e` empty. Text must be exactly so; with `lower_side` the side is `w` or `b`
 * instead (Hub 1). STATUS_SYNTAX: wrong length or letter; STATUS_ILLEGAL: what position_init_board
 * refuses. Nothing is written on failure. */
Status fen_read_hub(const Rules *rules, const char *text, size_t length, bool lower_side,
                    Position *ret_position, Error *error);
const char *fen_write_hub(const Position *position, bool lower_side, char buffer[static FEN_SIZE]);

#endif
