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

typedef struct {
    bool turned;  /* seen by Black: square 1 at the bottom right */
    bool unicode; /* pieces as draughtsmen (U+26C0 to U+26C3), empty squares as middle dots */
} BoardTextOptions;

/* One line a row, square 1 at the top left: `w` `b` men, `W` `B` kings, `.` an empty playable
 * square, a blank elsewhere. At the right stand the numbers of the row's first and last square; in
 * variants whose players write letters the row's number, and below the board a line with the
 * letters of the columns. The last line says who is to move. Every line ends with a newline.
 * Returns `buffer`. */
const char *board_text_write(const Position *position, char buffer[static BOARD_TEXT_SIZE]);

/* The same in other forms; zeroed options are those of board_text_write. */
const char *board_text_write_as(const Position *position, const BoardTextOptions *options,
                                char buffer[static BOARD_TEXT_SIZE]);

#endif
