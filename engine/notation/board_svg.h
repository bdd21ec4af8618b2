/* SPDX-License-Identifier: MIT
 *
 * Diagrams as SVG: the board of any variant, men as discs, kings as two discs with a crown.
 *
 * A diagram that stands alone holds all it needs. Many diagrams on one page share what they have in
 * common: board_svg_write_shared writes it once, and each diagram only says what stands where. */
#ifndef HUFF_ENGINE_NOTATION_BOARD_SVG_H
#define HUFF_ENGINE_NOTATION_BOARD_SVG_H

#include "engine/base/text_buffer.h"
#include "engine/board/position.h"
#include "engine/notation/board_arrow.h"

typedef struct {
    bool numbers; /* the number of every square in its corner; in variants whose players write
                     letters, those and the rows' numbers in a wider frame instead */
    bool turned;  /* seen by Black: square 1 at the bottom right */
    bool shared;  /* needs what board_svg_write_shared wrote into the same page for the same
                     rules, `numbers` and `turned` */
    int size;     /* width in pixels, from 1; 0: none is given, the page decides */
    Move last;    /* the move that led here: its ends are marked and what it took is crossed;
                     move_none() when there is none */
    const BoardArrow *arrows; /* `arrow_count` of them, drawn on top */
    int arrow_count;
    const char *name; /* what the picture shows, for those who cannot see it (UTF-8, is escaped);
                         NULL: the position in words */
} BoardSvgOptions;

/* Adds the board and the pieces as symbols, one invisible SVG element. STATUS_NO_MEMORY, the buffer
 * then holds a part. Any thread. */
Status board_svg_write_shared(const Rules *rules, const BoardSvgOptions *options,
                              TextBuffer *buffer, Error *error);

/* Adds one diagram as an SVG element with a newline behind it; it is a valid file by itself unless
 * `shared`. STATUS_NO_MEMORY, STATUS_RANGE (a negative size). Any thread. */
Status board_svg_write(const Position *position, const BoardSvgOptions *options, TextBuffer *buffer,
                       Error *error);

#endif
