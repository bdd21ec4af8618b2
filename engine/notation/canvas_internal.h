/* SPDX-License-Identifier: MIT
 *
 * Private to engine/notation: a picture of pixels on which smooth shapes are painted. */
#ifndef HUFF_ENGINE_NOTATION_CANVAS_INTERNAL_H
#define HUFF_ENGINE_NOTATION_CANVAS_INTERNAL_H

#include "engine/base/text_buffer.h"

#include <stdint.h>

typedef struct {
    int width, height;
    double scale, left, top; /* a point x, y of the drawing is the pixel scale * (x - left), ... */
    uint8_t *pixels;         /* red, green, blue; rows from the top */
    float *coverage;         /* of one row */
} Canvas;

typedef struct {
    double x, y;
} CanvasPoint;

/* `width` x `height` pixels, all white. STATUS_NO_MEMORY. */
Status canvas_init(Canvas *canvas, int width, int height, double scale, double left, double top,
                   Error *error);
void canvas_done(Canvas *canvas);

/* Colours are 0xRRGGBB; `opacity` 0..1. A polygon is closed and convex or at least not crossing
 * itself; of no more than 128 corners. */
void canvas_fill(Canvas *canvas, const CanvasPoint *points, int count, int color, double opacity);
void canvas_rectangle(Canvas *canvas, double x, double y, double width, double height, int color,
                      double opacity);
void canvas_disc(Canvas *canvas, double x, double y, double radius, int color);
/* A line with round ends. */
void canvas_line(Canvas *canvas, CanvasPoint from, CanvasPoint to, double width, int color);
/* Digits and the letters a to h, the left end of their base line at x, y. Other characters are
 * blanks. */
void canvas_text(Canvas *canvas, const char *text, double x, double y, double height, int color);
/* Width of a text of that height. */
double canvas_measure_text(const char *text, double height);

/* Adds the picture as a PNG file. STATUS_UNKNOWN: the program was built without libpng;
 * STATUS_NO_MEMORY. */
Status canvas_write_png(const Canvas *canvas, TextBuffer *buffer, Error *error);

#endif
