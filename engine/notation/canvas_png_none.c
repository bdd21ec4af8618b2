/* SPDX-License-Identifier: MIT
 *
 * In the place of canvas_png.c where libpng is missing. */
#include "engine/notation/canvas_internal.h"

Status canvas_write_png(const Canvas *canvas, TextBuffer *buffer, Error *error) {
    (void)canvas;
    (void)buffer;
    return error_set(error, STATUS_UNKNOWN,
                     "this huff was built without PNG: install libpng-dev and build it again, or "
                     "take SVG");
}
