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

/* Counts of plies and moves that some programs append (":H<quiet plies>:F<move number>"). */
typedef struct {
    int quiet_plies; /* 0 when the text has no H field */
    int move_number; /* 1 when the text has no F field */
} FenCounters;

/* Reads `length` bytes of FEN into `*ret_position`; "start" (any letter case) is the start
 * position. Accepted besides the strict form: blanks and line ends anywhere, surrounding quotes, a
 * final full stop, lower-case letters, either colour first, a colour missing or empty, ranges
 * ("31-50", "K31-50", "K31-K50"), algebraic squares ("a1", "Kc3") on boards of 8 columns, counters
 * ":H12:F30". The H count goes into the position's quiet_plies. `ret_counters` may be NULL.
 * STATUS_SYNTAX, STATUS_RANGE (no such square), STATUS_ILLEGAL (square named twice, colour given
 * twice, what position_init_board refuses); the message names the offending part and its offset.
 * Nothing is written on failure. */
Status fen_read(const Rules *rules, const char *text, size_t length, Position *ret_position,
                FenCounters *ret_counters, Error *error);

/* Writes the strict form: turn, White, Black, squares ascending, no ranges, no blanks, no final
 * stop: "W:W31,32,K40:B1,2". With `counters`, appends ":H<quiet plies>:F<move number>" (the
 * position's own quiet_plies). Returns `buffer`. */
const char *fen_write(const Position *position, const FenCounters *counters,
                      char buffer[static FEN_SIZE]);

/* The Hub form of a position: the side to move, then one letter a square 1..N: `w` `b` men, `W` `B`
 * kings, `e` empty. Side and letters must be exactly so, except that with `lower_side` the side is
 * a lower-case letter (Hub 1). Errors as for fen_read. */
Status fen_read_hub(const Rules *rules, const char *text, size_t length, bool lower_side,
                    Position *ret_position, Error *error);
const char *fen_write_hub(const Position *position, bool lower_side, char buffer[static FEN_SIZE]);

#endif
