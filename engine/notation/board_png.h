/* SPDX-License-Identifier: MIT
 *
 * Diagrams as PNG, which look as those in SVG. Needs libpng, with which the program may be built or
 * not. */
#ifndef HUFF_ENGINE_NOTATION_BOARD_PNG_H
#define HUFF_ENGINE_NOTATION_BOARD_PNG_H

#include "engine/notation/board_svg.h"

enum {
    BOARD_PNG_SIZE_MIN = 40,
    BOARD_PNG_SIZE_MAX = 8000,
    BOARD_PNG_SIZE_DEFAULT = 600,
};

/* Adds the bytes of a PNG file. Of the options `shared` and `name` have no meaning here; `size` 0
 * is BOARD_PNG_SIZE_DEFAULT. STATUS_RANGE for another size; STATUS_UNKNOWN when the program was
 * built without libpng; STATUS_NO_MEMORY. Any thread. */
Status board_png_write(const Position *position, const BoardSvgOptions *options, TextBuffer *buffer,
                       Error *error);

#endif
