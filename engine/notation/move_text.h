/* SPDX-License-Identifier: MIT
 *
 * Moves as text, numeric notation. Reading always happens against a position: the text must fit
 * exactly one legal move. */
#ifndef HUFF_ENGINE_NOTATION_MOVE_TEXT_H
#define HUFF_ENGINE_NOTATION_MOVE_TEXT_H

#include "engine/board/movegen.h"
#include "engine/board/route.h"

/* Bytes that hold any move of any form, terminator included. */
enum {
    MOVE_TEXT_SIZE = 160
};

/* Reads one move ("32-28", "28x19", "28x19x23", "26x37x46"). The squares after the first may be
 * the landing squares of the capture (all or some, in order), or from, to and then captured squares
 * in any order (Hub; none, some or all of them). ':' and 'X' serve as 'x', leading zeros and blanks
 * around the sign are accepted; "3228" is not. A quiet move written with 'x' or a capture written
 * with '-' is accepted when it fits exactly one legal move.
 * STATUS_SYNTAX: not of this form; STATUS_ILLEGAL: fits no legal move (the message lists the legal
 * moves when captures are compulsory, else what is wrong); STATUS_AMBIGUOUS: fits several, the
 * message lists their full forms. `*ret_move` is untouched on failure. */
Status move_text_read(const Position *position, const char *text, size_t length, Move *ret_move,
                      Error *error);

/* Shortest unambiguous form: "32-28", "28x19"; when several captures share both ends, the landing
 * squares that tell them apart are put in between ("4x27x38x15"), always a complete route.
 * Returns `buffer`. */
const char *move_text_write(const Position *position, Move move,
                            char buffer[static MOVE_TEXT_SIZE]);

/* Every landing square: "4x27x38x15"; the route is that of route_find. */
const char *move_text_write_full(const Position *position, Move move,
                                 char buffer[static MOVE_TEXT_SIZE]);

/* Hub form: "32-28", or from, to and captured squares ascending: "28x19x23". */
const char *move_text_write_hub(const Position *position, Move move,
                                char buffer[static MOVE_TEXT_SIZE]);

#endif
