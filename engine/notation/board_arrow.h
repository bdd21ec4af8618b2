/* SPDX-License-Identifier: MIT
 *
 * Arrows on diagrams. */
#ifndef HUFF_ENGINE_NOTATION_BOARD_ARROW_H
#define HUFF_ENGINE_NOTATION_BOARD_ARROW_H

#include "engine/board/rules.h"

#include "engine/base/status.h"

/* From a square to another, numbers 1..N. */
typedef struct {
    int from, to;
} BoardArrow;

/* Corners of the polygon that an arrow is drawn as. */
enum {
    BOARD_ARROW_CORNERS = 7
};

/* Reads "32-28", or "c3-d4" on boards of 8 columns; `x` and `:` serve as `-`. No move has to be
 * legal. STATUS_SYNTAX, STATUS_RANGE: no such square, or twice the same. Any thread. */
Status board_arrow_read(const Rules *rules, const char *text, BoardArrow *ret_arrow, Error *error);

/* The arrow's outline between the middles of two squares, which must differ. */
void board_arrow_outline(double from_x, double from_y, double to_x, double to_y, double square,
                         double ret_x[static BOARD_ARROW_CORNERS],
                         double ret_y[static BOARD_ARROW_CORNERS]);

#endif
