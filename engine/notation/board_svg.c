/* SPDX-License-Identifier: MIT */
#include "engine/notation/board_svg.h"

#include "engine/base/escape.h"
#include "engine/notation/board_style_internal.h"
#include "engine/notation/fen.h"

/* The names of the symbols carry "draughts-", so that they do not meet others on a page. */

static const char crown[] = "M-2.3 1.4L-2.7-1.5L-1.2-.2L0-2.1L1.2-.2L2.7-1.5L2.3 1.4Z";

static const char *const man_names[COLOR_COUNT] = {"wm", "bm"};
static const char *const king_names[COLOR_COUNT] = {"wk", "bk"};

/* The squares of one shade as one path; nothing when there are none. */
static void append_shade(const Rules *rules, bool turned, int shade, TextBuffer *buffer) {
    int squares = rules_geometry(rules)->square_count, x, y, found = 0;
    for (int square = 1; square <= squares; square++) {
        if (style_get_shade(rules, square) != shade)
            continue;
        if (found++ == 0)
            text_buffer_printf(buffer, "<path fill=\"#%06x\" d=\"", (unsigned)shade);
        style_find_corner(rules, square, turned, &x, &y);
        text_buffer_printf(buffer, "M%d %dh%dv%dh-%dz", x, y, STYLE_SQUARE, STYLE_SQUARE,
                           STYLE_SQUARE);
    }
    if (found > 0)
        text_buffer_printf(buffer, "\"/>");
}

static void append_numbers(const Rules *rules, bool turned, TextBuffer *buffer) {
    int squares = rules_geometry(rules)->square_count, x, y;
    text_buffer_printf(buffer, "<g fill=\"#%06x\" font-family=\"sans-serif\" font-size=\"2.4\">",
                       (unsigned)STYLE_NUMBER);
    for (int square = 1; square <= squares; square++) {
        style_find_corner(rules, square, turned, &x, &y);
        text_buffer_printf(buffer, "<text x=\"%d.4\" y=\"%d.2\">%d</text>", x, y + 2, square);
    }
    text_buffer_printf(buffer, "</g>");
}

/* Letters below the board and the rows' numbers at its left. */
static void append_letters(const Rules *rules, bool turned, TextBuffer *buffer) {
    text_buffer_printf(buffer,
                       "<g fill=\"#%06x\" font-family=\"sans-serif\" font-size=\"2.8\" "
                       "text-anchor=\"middle\">",
                       (unsigned)STYLE_NUMBER);
    for (int i = 0; i < rules->width; i++)
        text_buffer_printf(buffer, "<text x=\"%d\" y=\"%d.8\">%c</text>",
                           STYLE_SQUARE * i + STYLE_SQUARE / 2, STYLE_SQUARE * rules->height + 2,
                           'a' + (turned ? rules->width - 1 - i : i));
    for (int i = 0; i < rules->height; i++)
        text_buffer_printf(buffer, "<text x=\"-2\" y=\"%d\">%d</text>", STYLE_SQUARE * i + 6,
                           turned ? i + 1 : rules->height - i);
    text_buffer_printf(buffer, "</g>");
}

static void append_board(const Rules *rules, const BoardSvgOptions *options, TextBuffer *buffer) {
    int frame = style_get_frame(rules, options->numbers);
    int width = STYLE_SQUARE * rules->width, height = STYLE_SQUARE * rules->height;
    text_buffer_printf(buffer,
                       "<symbol id=\"draughts-board\" overflow=\"visible\">"
                       "<rect x=\"-%d\" y=\"-%d\" width=\"%d\" height=\"%d\" rx=\"1\" "
                       "fill=\"#%06x\"/><rect width=\"%d\" height=\"%d\" fill=\"#%06x\"/>",
                       frame, frame, width + 2 * frame, height + 2 * frame, (unsigned)STYLE_EDGE,
                       width, height, (unsigned)STYLE_LIGHT);
    append_shade(rules, options->turned, STYLE_DARK, buffer);
    append_shade(rules, options->turned, STYLE_DARK_OTHER, buffer);
    if (options->numbers && rules->algebraic)
        append_letters(rules, options->turned, buffer);
    else if (options->numbers)
        append_numbers(rules, options->turned, buffer);
    text_buffer_printf(buffer, "</symbol>");
}

/* One disc with a ring on it. */
static void append_disc(Color color, double y, TextBuffer *buffer) {
    text_buffer_printf(buffer,
                       "<circle cx=\"5\" cy=\"%g\" r=\"3.9\" fill=\"#%06x\" stroke=\"#%06x\" "
                       "stroke-width=\".5\"/>",
                       y, (unsigned)style_paints[color].fill, (unsigned)style_paints[color].edge);
}

static void append_pieces(TextBuffer *buffer) {
    for (int color = COLOR_WHITE; color < COLOR_COUNT; color++) {
        text_buffer_printf(buffer, "<symbol id=\"draughts-%s\" overflow=\"visible\">",
                           man_names[color]);
        append_disc(color, 5, buffer);
        text_buffer_printf(buffer,
                           "<circle cx=\"5\" cy=\"5\" r=\"2.5\" fill=\"none\" stroke=\"#%06x\" "
                           "stroke-width=\".5\"/></symbol>",
                           (unsigned)style_paints[color].line);
        text_buffer_printf(buffer, "<symbol id=\"draughts-%s\" overflow=\"visible\">",
                           king_names[color]);
        append_disc(color, 5.8, buffer);
        append_disc(color, 4.3, buffer);
        text_buffer_printf(buffer,
                           "<path transform=\"translate(5 4.6)\" d=\"%s\" fill=\"#%06x\" "
                           "stroke=\"#%06x\" stroke-width=\".35\" stroke-linejoin=\"round\"/>"
                           "</symbol>",
                           crown, (unsigned)STYLE_MARK, (unsigned)style_paints[color].edge);
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
        style_find_corner(rules, square, options->turned, &x, &y);
        if (cell == options->last.from || cell == options->last.to)
            text_buffer_printf(
                buffer,
                "<rect x=\"%d.5\" y=\"%d.5\" width=\"9\" height=\"9\" fill=\"#%06x\" "
                "fill-opacity=\"%s\" stroke=\"#%06x\"/>",
                x, y, (unsigned)STYLE_MARK, cell == options->last.to ? ".45" : ".15",
                (unsigned)STYLE_MARK);
        if (move_captured(options->last) & geometry_square_bit(geometry, square))
            text_buffer_printf(buffer,
                               "<path d=\"M%d %dl4 4m0-4l-4 4\" stroke=\"#%06x\" "
                               "stroke-width=\".8\" stroke-linecap=\"round\"/>",
                               x + 3, y + 3, (unsigned)STYLE_MARK);
    }
}

static void append_arrow(const Rules *rules, const BoardArrow *arrow, bool turned,
                         TextBuffer *buffer) {
    double x[BOARD_ARROW_CORNERS], y[BOARD_ARROW_CORNERS];
    int half = STYLE_SQUARE / 2, from_x, from_y, to_x, to_y;
    style_find_corner(rules, arrow->from, turned, &from_x, &from_y);
    style_find_corner(rules, arrow->to, turned, &to_x, &to_y);
    board_arrow_outline(from_x + half, from_y + half, to_x + half, to_y + half, STYLE_SQUARE, x, y);
    text_buffer_printf(buffer, "<path d=\"");
    for (int i = 0; i < BOARD_ARROW_CORNERS; i++)
        text_buffer_printf(buffer, "%s%.2f %.2f", i == 0 ? "M" : "L", x[i], y[i]);
    text_buffer_printf(buffer,
                       "Z\" fill=\"#%06x\" stroke=\"#%06x\" stroke-width=\".4\" "
                       "stroke-linejoin=\"round\"/>",
                       (unsigned)STYLE_ARROW, (unsigned)STYLE_ARROW_EDGE);
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
        style_find_corner(rules, square, options->turned, &x, &y);
        for (int color = COLOR_WHITE; color < COLOR_COUNT; color++) {
            if (position->board.men[color] & bit)
                append_use(man_names[color], x, y, buffer);
            if (position->board.kings[color] & bit)
                append_use(king_names[color], x, y, buffer);
        }
    }
    for (int i = 0; i < options->arrow_count; i++)
        append_arrow(rules, &options->arrows[i], options->turned, buffer);
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
    int frame = style_get_frame(rules, options->numbers);
    int width = STYLE_SQUARE * rules->width + 2 * frame;
    int height = STYLE_SQUARE * rules->height + 2 * frame;
    char fen[FEN_SIZE];
    if (options->size < 0)
        return error_set(error, STATUS_RANGE, "a diagram cannot be %d pixels wide: at least 1",
                         options->size);
    text_buffer_printf(buffer,
                       "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-%d -%d %d %d\"", frame,
                       frame, width, height);
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
