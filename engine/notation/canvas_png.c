/* SPDX-License-Identifier: MIT
 *
 * PNG by libpng. */
#include "engine/notation/canvas_internal.h"

#include <png.h>
#include <stdlib.h>
#include <string.h>

Status canvas_write_png(const Canvas *canvas, TextBuffer *buffer, Error *error) {
    png_image image;
    memset(&image, 0, sizeof image);
    image.version = PNG_IMAGE_VERSION;
    image.width = (png_uint_32)canvas->width;
    image.height = (png_uint_32)canvas->height;
    image.format = PNG_FORMAT_RGB;
    png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
    void *bytes = malloc(size);
    if (!bytes)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a picture");
    bool written = png_image_write_to_memory(&image, bytes, &size, 0, canvas->pixels, 0, NULL);
    if (written)
        text_buffer_append(buffer, bytes, size);
    free(bytes);
    if (!written)
        return error_set(error, STATUS_NO_MEMORY, "libpng: %s", image.message);
    return text_buffer_get_status(buffer, error);
}
