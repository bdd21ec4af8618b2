/* SPDX-License-Identifier: MIT
 *
 * A board as plain text for people. */
#ifndef HUFF_ENGINE_NOTATION_BOARD_TEXT_H
#define HUFF_ENGINE_NOTATION_BOARD_TEXT_H

#include "engine/board/position.h"

/* Bytes that hold any board, terminator included. */
enum {
    BOARD_TEXT_SIZE = 2048
};

/* One line a row, square 1 at the top left: `w` `b` men, `W` `B` kings, `.` an empty playable
 * square, a blank elsewhere; at the right the numbers of the row's first and last square; then a
 * line that says who is to move. Every line ends with a newline. Returns `buffer`. */
const char *board_text_write(const Position *position, char buffer[static BOARD_TEXT_SIZE]);

#endif
