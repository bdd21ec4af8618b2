/* SPDX-License-Identifier: MIT
 *
 * Private to engine/notation: how diagrams look, so that SVG and PNG look the same. Lengths are in
 * tenths of a square.
 *
 * The colours stand out on light and dark pages alike; a white piece differs from the dark square
 * by more than the eye needs for shapes (contrast above 3:1), and so does a black one. */
#ifndef HUFF_ENGINE_NOTATION_BOARD_STYLE_INTERNAL_H
#define HUFF_ENGINE_NOTATION_BOARD_STYLE_INTERNAL_H

#include "engine/board/rules.h"

enum {
    STYLE_SQUARE = 10,
    STYLE_FRAME = 2,        /* around the board */
    STYLE_LETTER_FRAME = 4, /* where letters stand in it */
};

/* 0xRRGGBB. */
enum {
    STYLE_LIGHT = 0xf3e3c3,      /* squares without pieces */
    STYLE_DARK = 0xa9794f,       /* playable squares */
    STYLE_DARK_OTHER = 0xc29468, /* every second one where all are playable */
    STYLE_EDGE = 0x5b3f28,       /* the frame */
    STYLE_NUMBER = 0xfbeedb,
    STYLE_MARK = 0xf2d13d,  /* last move, crowns */
    STYLE_ARROW = 0x1d6f9c, /* with STYLE_ARROW_EDGE around it */
    STYLE_ARROW_EDGE = 0xffffff,
};

/* Fill, edge and ring of the pieces. */
typedef struct {
    int fill, edge, line;
} StylePaint;

static const StylePaint style_paints[COLOR_COUNT] = {
    {0xfff8ea, 0x3d2c1e, 0xa98f70},
    {0x26211e, 0x0b0908, 0x8d8178},
};

/* Width of the frame: letters and row numbers stand in it where people write them. */
static inline int style_get_frame(const Rules *rules, bool numbers) {
    return numbers && rules->algebraic ? STYLE_LETTER_FRAME : STYLE_FRAME;
}

/* Left and upper edge of a square. */
static inline void style_find_corner(const Rules *rules, int square, bool turned, int *ret_x,
                                     int *ret_y) {
    const Geometry *geometry = rules_geometry(rules);
    int column = geometry_square_column(geometry, square);
    int row = geometry_square_row(geometry, square);
    *ret_x = STYLE_SQUARE * (turned ? rules->width - 1 - column : column);
    *ret_y = STYLE_SQUARE * (turned ? rules->height - 1 - row : row);
}

/* The colour of a playable square. */
static inline int style_get_shade(const Rules *rules, int square) {
    const Geometry *geometry = rules_geometry(rules);
    int sum = geometry_square_column(geometry, square) + geometry_square_row(geometry, square);
    return rules->all_squares && sum % 2 == 0 ? STYLE_DARK_OTHER : STYLE_DARK;
}

#endif
