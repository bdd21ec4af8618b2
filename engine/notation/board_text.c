/* SPDX-License-Identifier: MIT */
#include "engine/notation/board_text.h"
#include "engine/notation/text_internal.h"

/* Two bytes a column, 16 for the numbers and the newline of a row, 32 for the last line. */
static_assert(BOARD_SIDE_MAX * (2 * BOARD_SIDE_MAX + 16) + 32 <= BOARD_TEXT_SIZE,
              "the largest board fits");

const char *board_text_write(const Position *position, char buffer[static BOARD_TEXT_SIZE]) {
    const Geometry *geometry = rules_geometry(position->rules);
    TextWriter writer = text_writer_start(buffer, BOARD_TEXT_SIZE);
    for (int row = 0; row < geometry->height; row++) {
        int last = (row + 1) * geometry->row_squares;
        for (int column = 0; column < geometry->width; column++) {
            int square = geometry_square_at(geometry, row, column);
            char letter = ' ';
            if (square)
                letter =
                    text_piece_letter(&position->board, geometry_square_bit(geometry, square), '.');
            text_append(&writer, " %c", letter);
        }
        text_append(&writer, "  %3d-%d\n", last - geometry->row_squares + 1, last);
    }
    text_append(&writer, "%s to move\n", text_color_name(position->turn));
    return buffer;
}
