/* SPDX-License-Identifier: MIT */
#include "engine/notation/board_svg.h"

#include "engine/base/escape.h"
#include "engine/notation/fen.h"

/* Lengths are in tenths of a square. The names of the symbols carry "draughts-", so that they do
 * not meet others on a page. */
enum {
    SQUARE = 10,
    FRAME = 2, /* around the board */
};

/* Colours that stand out on light and dark pages alike; a white piece differs from the dark square
 * by more than the eye needs for shapes (contrast above 3:1), and so does a black one. */
static const char light_square[] = "#f3e3c3";
static const char dark_square[] = "#a9794f";
static const char frame[] = "#5b3f28";
static const char number_color[] = "#fbeedb";
static const char mark[] = "#f2d13d";

static const char crown[] = "M-2.3 1.4L-2.7-1.5L-1.2-.2L0-2.1L1.2-.2L2.7-1.5L2.3 1.4Z";

/* Fill and edge of the pieces, by Color. */
static const struct {
    const char *fill, *edge, *line;
} paints[COLOR_COUNT] = {
    {"#fff8ea", "#3d2c1e", "#a98f70"},
    {"#26211e", "#0b0908", "#8d8178"},
};

static const char *const man_names[COLOR_COUNT] = {"wm", "bm"};
static const char *const king_names[COLOR_COUNT] = {"wk", "bk"};

/* Left and upper edge of a square. */
static void find_corner(const Rules *rules, int square, bool turned, int *ret_x, int *ret_y) {
    const Geometry *geometry = rules_geometry(rules);
    int column = geometry_square_column(geometry, square);
    int row = geometry_square_row(geometry, square);
    *ret_x = SQUARE * (turned ? rules->width - 1 - column : column);
    *ret_y = SQUARE * (turned ? rules->height - 1 - row : row);
}

static void append_board(const Rules *rules, const BoardSvgOptions *options, TextBuffer *buffer) {
    int squares = rules_geometry(rules)->square_count;
    int x, y;
    text_buffer_printf(buffer,
                       "<symbol id=\"draughts-board\" overflow=\"visible\">"
                       "<rect x=\"-%d\" y=\"-%d\" width=\"%d\" height=\"%d\" rx=\"1\" fill=\"%s\"/>"
                       "<rect width=\"%d\" height=\"%d\" fill=\"%s\"/><path fill=\"%s\" d=\"",
                       FRAME, FRAME, SQUARE * rules->width + 2 * FRAME,
                       SQUARE * rules->height + 2 * FRAME, frame, SQUARE * rules->width,
                       SQUARE * rules->height, light_square, dark_square);
    for (int square = 1; square <= squares; square++) {
        find_corner(rules, square, options->turned, &x, &y);
        text_buffer_printf(buffer, "M%d %dh%dv%dh-%dz", x, y, SQUARE, SQUARE, SQUARE);
    }
    text_buffer_printf(buffer, "\"/>");
    if (options->numbers)
        text_buffer_printf(buffer, "<g fill=\"%s\" font-family=\"sans-serif\" font-size=\"2.4\">",
                           number_color);
    for (int square = 1; options->numbers && square <= squares; square++) {
        find_corner(rules, square, options->turned, &x, &y);
        text_buffer_printf(buffer, "<text x=\"%d.4\" y=\"%d.2\">%d</text>", x, y + 2, square);
    }
    text_buffer_printf(buffer, options->numbers ? "</g></symbol>" : "</symbol>");
}

/* One disc with a ring on it. */
static void append_disc(Color color, double y, TextBuffer *buffer) {
    text_buffer_printf(buffer,
                       "<circle cx=\"5\" cy=\"%g\" r=\"3.9\" fill=\"%s\" stroke=\"%s\" "
                       "stroke-width=\".5\"/>",
                       y, paints[color].fill, paints[color].edge);
}

static void append_pieces(TextBuffer *buffer) {
    for (int color = COLOR_WHITE; color < COLOR_COUNT; color++) {
        text_buffer_printf(buffer, "<symbol id=\"draughts-%s\" overflow=\"visible\">",
                           man_names[color]);
        append_disc(color, 5, buffer);
        text_buffer_printf(buffer,
                           "<circle cx=\"5\" cy=\"5\" r=\"2.5\" fill=\"none\" stroke=\"%s\" "
                           "stroke-width=\".5\"/></symbol>",
                           paints[color].line);
        text_buffer_printf(buffer, "<symbol id=\"draughts-%s\" overflow=\"visible\">",
                           king_names[color]);
        append_disc(color, 5.8, buffer);
        append_disc(color, 4.3, buffer);
        text_buffer_printf(buffer,
                           "<path transform=\"translate(5 4.6)\" d=\"%s\" fill=\"%s\" "
                           "stroke=\"%s\" stroke-width=\".35\" stroke-linejoin=\"round\"/>"
                           "</symbol>",
                           crown, mark, paints[color].edge);
    }
}

static void append_use(const char *name, int x, int y, TextBuffer *buffer) {
    text_buffer_printf(buffer, "<use href=\"#draughts-%s\" x=\"%d\" y=\"%d\"/>", name, x, y);
}

/* The ends of the last move, and a cross where it took a piece. */
static void append_last_move(const Rules *rules, const BoardSvgOptions *options,
                             TextBuffer *buffer) {
    const Geometry *geometry = rules_geometry(rules);
    if (move_is_none(options->last))
        return;
    for (int square = 1; square <= geometry->square_count; square++) {
        int cell = geometry->cell_of_square[square], x, y;
        find_corner(rules, square, options->turned, &x, &y);
        if (cell == options->last.from || cell == options->last.to)
            text_buffer_printf(buffer,
                               "<rect x=\"%d.5\" y=\"%d.5\" width=\"9\" height=\"9\" fill=\"%s\" "
                               "fill-opacity=\"%s\" stroke=\"%s\"/>",
                               x, y, mark, cell == options->last.to ? ".45" : ".15", mark);
        if (move_captured(options->last) & geometry_square_bit(geometry, square))
            text_buffer_printf(buffer,
                               "<path d=\"M%d %dl4 4m0-4l-4 4\" stroke=\"%s\" "
                               "stroke-width=\".8\" stroke-linecap=\"round\"/>",
                               x + 3, y + 3, mark);
    }
}

static void append_position(const Position *position, const BoardSvgOptions *options,
                            TextBuffer *buffer) {
    const Rules *rules = position->rules;
    const Geometry *geometry = rules_geometry(rules);
    append_use("board", 0, 0, buffer);
    append_last_move(rules, options, buffer);
    for (int square = 1; square <= geometry->square_count; square++) {
        Bitboard bit = geometry_square_bit(geometry, square);
        int x, y;
        find_corner(rules, square, options->turned, &x, &y);
        for (int color = COLOR_WHITE; color < COLOR_COUNT; color++) {
            if (position->board.men[color] & bit)
                append_use(man_names[color], x, y, buffer);
            if (position->board.kings[color] & bit)
                append_use(king_names[color], x, y, buffer);
        }
    }
}

static void append_shared(const Rules *rules, const BoardSvgOptions *options, TextBuffer *buffer) {
    append_board(rules, options, buffer);
    append_pieces(buffer);
}

Status board_svg_write_shared(const Rules *rules, const BoardSvgOptions *options,
                              TextBuffer *buffer, Error *error) {
    text_buffer_printf(buffer, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"0\" "
                               "height=\"0\" style=\"position:absolute\" aria-hidden=\"true\">");
    append_shared(rules, options, buffer);
    text_buffer_printf(buffer, "</svg>\n");
    return text_buffer_get_status(buffer, error);
}

Status board_svg_write(const Position *position, const BoardSvgOptions *options, TextBuffer *buffer,
                       Error *error) {
    const Rules *rules = position->rules;
    int width = SQUARE * rules->width + 2 * FRAME;
    int height = SQUARE * rules->height + 2 * FRAME;
    char fen[FEN_SIZE];
    if (options->size < 0)
        return error_set(error, STATUS_RANGE, "a diagram cannot be %d pixels wide: at least 1",
                         options->size);
    text_buffer_printf(buffer,
                       "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-%d -%d %d %d\"", FRAME,
                       FRAME, width, height);
    if (options->size > 0)
        text_buffer_printf(buffer, " width=\"%d\" height=\"%d\"", options->size,
                           (options->size * height + width / 2) / width);
    text_buffer_printf(buffer, " role=\"img\"><title>");
    escape_markup(buffer, options->name ? options->name : fen_write(position, NULL, fen));
    text_buffer_printf(buffer, "</title>");
    if (!options->shared) {
        text_buffer_printf(buffer, "<defs>");
        append_shared(rules, options, buffer);
        text_buffer_printf(buffer, "</defs>");
    }
    append_position(position, options, buffer);
    text_buffer_printf(buffer, "</svg>\n");
    return text_buffer_get_status(buffer, error);
}
