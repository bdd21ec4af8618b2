/* SPDX-License-Identifier: MIT
 *
 * The board as a person is to see it, or hear it. */
#include "engine/notation/board_text.h"
#include "protocol/console_internal.h"

#include <string.h>

/* Escape sequences. Kings have capitals whatever the colour is, so that nothing depends on it. */
static const char paint_white[] = "\033[1;97m", paint_black[] = "\033[1;31m",
                  paint_empty[] = "\033[2m", paint_moved[] = "\033[4m", paint_end[] = "\033[0m";

/* The cells where the last move began and ended. */
static Bitboard get_moved(const GameRecord *record) {
    const RecordEntry *last = &record->entries[record->count - 1];
    return record->count > 1 ? bits_of_cell(last->move.from) | bits_of_cell(last->move.to) : 0;
}

/* Adds a row of the board, `width` columns of two bytes, and what stands behind it. */
static void paint_row(const char *line, const Geometry *geometry, int row, Bitboard moved,
                      TextBuffer *buffer) {
    int width = geometry->width;
    for (int column = 0; column < width; column++) {
        char letter = line[2 * column + 1];
        int square = geometry_square_at(geometry, row, column);
        bool changed = square && (moved & geometry_square_bit(geometry, square));
        const char *paint = letter == 'w' || letter == 'W'   ? paint_white
                            : letter == 'b' || letter == 'B' ? paint_black
                                                             : paint_empty;
        text_buffer_printf(buffer, " %s%s%c%s", square ? paint : "", changed ? paint_moved : "",
                           letter, square ? paint_end : "");
    }
    text_buffer_printf(buffer, "%.*s", (int)strcspn(line + 2 * width, "\n"), line + 2 * width);
}

static void show_painted(Console *console, const char *text) {
    const Geometry *geometry = rules_geometry(session_position(console->session)->rules);
    Bitboard moved = get_moved(session_record(console->session));
    TextBuffer buffer = {0};
    for (int row = 0; row < geometry->height; row++) {
        text_buffer_clear(&buffer);
        paint_row(text, geometry, row, moved, &buffer);
        line_output_printf(console->output, "%s", text_buffer_get(&buffer));
        text += strcspn(text, "\n") + 1;
    }
    text_buffer_done(&buffer);
    console_print_lines(console, text);
}

/* "White men: 31, 32", squares as players of the game write them. */
static void tell_pieces(Console *console, const char *name, Bitboard pieces) {
    const Rules *rules = session_position(console->session)->rules;
    const Geometry *geometry = rules_geometry(rules);
    TextBuffer buffer = {0};
    text_buffer_printf(&buffer, "%s: ", name);
    if (!pieces)
        text_buffer_printf(&buffer, "none");
    for (Bitboard rest = pieces; rest; rest = bits_rest(rest)) {
        int square = geometry->square_of_cell[bits_first(rest)];
        const char *comma = rest == pieces ? "" : ", ";
        if (rules->algebraic)
            text_buffer_printf(&buffer, "%s%c%d", comma,
                               'a' + geometry_square_column(geometry, square),
                               geometry->height - geometry_square_row(geometry, square));
        else
            text_buffer_printf(&buffer, "%s%d", comma, square);
    }
    line_output_printf(console->output, "%s", text_buffer_get(&buffer));
    text_buffer_done(&buffer);
}

static void tell_board(Console *console, const Position *position) {
    const Board *board = &position->board;
    tell_pieces(console, "White men", board->men[COLOR_WHITE]);
    tell_pieces(console, "White kings", board->kings[COLOR_WHITE]);
    tell_pieces(console, "Black men", board->men[COLOR_BLACK]);
    tell_pieces(console, "Black kings", board->kings[COLOR_BLACK]);
    line_output_printf(console->output, "%s to move", color_write((Color)position->turn));
}

void console_show_board(Console *console) {
    const Position *position = session_position(console->session);
    char board[BOARD_TEXT_SIZE];
    if (console->plain)
        tell_board(console, position);
    else if (console->colour)
        show_painted(console, board_text_write(position, board));
    else
        console_print_lines(console, board_text_write(position, board));
}

void console_show_legend(Console *console) {
    if (!console->plain)
        line_output_printf(console->output, "w and b are men, W and B kings, a point is an empty "
                                            "square; at the right are the numbers of a row.");
}
