/* SPDX-License-Identifier: MIT */
#include "engine/notation/board_text.h"
#include "engine/notation/text_internal.h"

enum {
    PIECE_BYTES = 4 /* of a blank and a piece in UTF-8 */
};

/* 16 bytes for the numbers and the newline of a row, 32 for the last line, a row for letters. */
static_assert((BOARD_SIDE_MAX + 1) * (PIECE_BYTES * BOARD_SIDE_MAX + 16) + 32 <= BOARD_TEXT_SIZE,
              "the largest board fits");

static const char *name_piece(const Board *board, Bitboard bit, bool unicode) {
    switch (text_piece_letter(board, bit, '.')) {
    case 'w':
        return unicode ? "\xe2\x9b\x80" : "w";
    case 'W':
        return unicode ? "\xe2\x9b\x81" : "W";
    case 'b':
        return unicode ? "\xe2\x9b\x82" : "b";
    case 'B':
        return unicode ? "\xe2\x9b\x83" : "B";
    default:
        return unicode ? "\xc2\xb7" : ".";
    }
}

static void append_row(TextWriter *writer, const Position *position,
                       const BoardTextOptions *options, int row) {
    const Rules *rules = position->rules;
    const Geometry *geometry = rules_geometry(rules);
    int first = row * geometry->row_squares + 1, last = first + geometry->row_squares - 1;
    for (int i = 0; i < geometry->width; i++) {
        int column = options->turned ? geometry->width - 1 - i : i;
        int square = geometry_square_at(geometry, row, column);
        text_append(writer, " %s",
                    square ? name_piece(&position->board, geometry_square_bit(geometry, square),
                                        options->unicode)
                           : " ");
    }
    if (rules->algebraic)
        text_append(writer, "  %d\n", geometry->height - row);
    else
        text_append(writer, "  %3d-%d\n", options->turned ? last : first,
                    options->turned ? first : last);
}

const char *board_text_write_as(const Position *position, const BoardTextOptions *options,
                                char buffer[static BOARD_TEXT_SIZE]) {
    const Geometry *geometry = rules_geometry(position->rules);
    TextWriter writer = text_writer_start(buffer, BOARD_TEXT_SIZE);
    for (int i = 0; i < geometry->height; i++)
        append_row(&writer, position, options, options->turned ? geometry->height - 1 - i : i);
    for (int i = 0; position->rules->algebraic && i < geometry->width; i++)
        text_append(&writer, " %c", 'a' + (options->turned ? geometry->width - 1 - i : i));
    text_append(&writer, "%s%s to move\n", position->rules->algebraic ? "\n" : "",
                text_color_name(position->turn));
    return buffer;
}

const char *board_text_write(const Position *position, char buffer[static BOARD_TEXT_SIZE]) {
    const BoardTextOptions options = {0};
    return board_text_write_as(position, &options, buffer);
}
