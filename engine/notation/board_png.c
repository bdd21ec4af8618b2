/* SPDX-License-Identifier: MIT */
#include "engine/notation/board_png.h"

#include "engine/notation/board_style_internal.h"
#include "engine/notation/canvas_internal.h"

#include <stdio.h>

enum {
    CROWN_CORNERS = 7
};

static const CanvasPoint crown[CROWN_CORNERS] = {{-2.3, 1.4}, {-2.7, -1.5}, {-1.2, -.2}, {0, -2.1},
                                                 {1.2, -.2},  {2.7, -1.5},  {2.3, 1.4}};

static const double number_height = 1.7, letter_height = 2.1; /* of digits */

static void draw_disc(Canvas *canvas, double x, double y, Color color) {
    canvas_disc(canvas, x, y, 4.15, style_paints[color].edge);
    canvas_disc(canvas, x, y, 3.65, style_paints[color].fill);
}

static void draw_man(Canvas *canvas, double x, double y, Color color) {
    draw_disc(canvas, x, y, color);
    canvas_disc(canvas, x, y, 2.75, style_paints[color].line);
    canvas_disc(canvas, x, y, 2.25, style_paints[color].fill);
}

static void draw_king(Canvas *canvas, double x, double y, Color color) {
    CanvasPoint points[CROWN_CORNERS];
    draw_disc(canvas, x, y + .8, color);
    draw_disc(canvas, x, y - .7, color);
    for (int i = 0; i < CROWN_CORNERS; i++)
        points[i] = (CanvasPoint){x + crown[i].x, y - .4 + crown[i].y};
    canvas_fill(canvas, points, CROWN_CORNERS, STYLE_MARK, 1);
    for (int i = 0; i < CROWN_CORNERS; i++)
        canvas_line(canvas, points[i], points[(i + 1) % CROWN_CORNERS], .35,
                    style_paints[color].edge);
}

static void draw_squares(Canvas *canvas, const Rules *rules, const BoardSvgOptions *options) {
    int squares = rules_geometry(rules)->square_count, x, y;
    for (int square = 1; square <= squares; square++) {
        char text[16];
        style_find_corner(rules, square, options->turned, &x, &y);
        canvas_rectangle(canvas, x, y, STYLE_SQUARE, STYLE_SQUARE, style_get_shade(rules, square),
                         1);
        snprintf(text, sizeof text, "%d", square);
        if (options->numbers && !rules->algebraic)
            canvas_text(canvas, text, x + .5, y + 2.2, number_height, STYLE_NUMBER);
    }
}

static void draw_centred(Canvas *canvas, const char *text, double x, double y) {
    canvas_text(canvas, text, x - canvas_measure_text(text, letter_height) / 2, y, letter_height,
                STYLE_NUMBER);
}

static void draw_letters(Canvas *canvas, const Rules *rules, bool turned) {
    char text[16];
    for (int i = 0; i < rules->width; i++) {
        snprintf(text, sizeof text, "%c", 'a' + (turned ? rules->width - 1 - i : i));
        draw_centred(canvas, text, STYLE_SQUARE * i + 5, STYLE_SQUARE * rules->height + 2.9);
    }
    for (int i = 0; i < rules->height; i++) {
        snprintf(text, sizeof text, "%d", turned ? i + 1 : rules->height - i);
        draw_centred(canvas, text, -2, STYLE_SQUARE * i + 6);
    }
}

static void draw_last_move(Canvas *canvas, const Rules *rules, const BoardSvgOptions *options) {
    const Geometry *geometry = rules_geometry(rules);
    for (int square = 1; !move_is_none(options->last) && square <= geometry->square_count;
         square++) {
        int cell = geometry->cell_of_square[square], x, y;
        bool end = cell == options->last.to;
        style_find_corner(rules, square, options->turned, &x, &y);
        if (cell == options->last.from || end) {
            canvas_rectangle(canvas, x, y, 10, 10, STYLE_MARK, 1);
            canvas_rectangle(canvas, x + 1, y + 1, 8, 8, style_get_shade(rules, square),
                             end ? .55 : .85);
        }
        if (move_captured(options->last) & geometry_square_bit(geometry, square)) {
            canvas_line(canvas, (CanvasPoint){x + 3, y + 3}, (CanvasPoint){x + 7, y + 7}, .8,
                        STYLE_MARK);
            canvas_line(canvas, (CanvasPoint){x + 7, y + 3}, (CanvasPoint){x + 3, y + 7}, .8,
                        STYLE_MARK);
        }
    }
}

static void draw_pieces(Canvas *canvas, const Position *position, bool turned) {
    const Geometry *geometry = rules_geometry(position->rules);
    for (int square = 1; square <= geometry->square_count; square++) {
        Bitboard bit = geometry_square_bit(geometry, square);
        int x, y;
        style_find_corner(position->rules, square, turned, &x, &y);
        for (Color color = COLOR_WHITE; color < COLOR_COUNT; color++) {
            if (position->board.men[color] & bit)
                draw_man(canvas, x + 5, y + 5, color);
            if (position->board.kings[color] & bit)
                draw_king(canvas, x + 5, y + 5, color);
        }
    }
}

static void draw_arrow(Canvas *canvas, const Rules *rules, const BoardArrow *arrow, bool turned) {
    double xs[BOARD_ARROW_CORNERS], ys[BOARD_ARROW_CORNERS];
    CanvasPoint points[BOARD_ARROW_CORNERS];
    int from_x, from_y, to_x, to_y;
    style_find_corner(rules, arrow->from, turned, &from_x, &from_y);
    style_find_corner(rules, arrow->to, turned, &to_x, &to_y);
    board_arrow_outline(from_x + 5, from_y + 5, to_x + 5, to_y + 5, STYLE_SQUARE, xs, ys);
    for (int i = 0; i < BOARD_ARROW_CORNERS; i++)
        points[i] = (CanvasPoint){xs[i], ys[i]};
    for (int i = 0; i < BOARD_ARROW_CORNERS; i++)
        canvas_line(canvas, points[i], points[(i + 1) % BOARD_ARROW_CORNERS], .6, STYLE_ARROW_EDGE);
    canvas_fill(canvas, points, BOARD_ARROW_CORNERS, STYLE_ARROW, 1);
}

static void draw(Canvas *canvas, const Position *position, const BoardSvgOptions *options) {
    const Rules *rules = position->rules;
    int frame = style_get_frame(rules, options->numbers);
    int width = STYLE_SQUARE * rules->width, height = STYLE_SQUARE * rules->height;
    canvas_rectangle(canvas, -frame, -frame, width + 2 * frame, height + 2 * frame, STYLE_EDGE, 1);
    canvas_rectangle(canvas, 0, 0, width, height, STYLE_LIGHT, 1);
    draw_squares(canvas, rules, options);
    if (options->numbers && rules->algebraic)
        draw_letters(canvas, rules, options->turned);
    draw_last_move(canvas, rules, options);
    draw_pieces(canvas, position, options->turned);
    for (int i = 0; i < options->arrow_count; i++)
        draw_arrow(canvas, rules, &options->arrows[i], options->turned);
}

Status board_png_write(const Position *position, const BoardSvgOptions *options, TextBuffer *buffer,
                       Error *error) {
    const Rules *rules = position->rules;
    int size = options->size ? options->size : BOARD_PNG_SIZE_DEFAULT;
    int frame = style_get_frame(rules, options->numbers);
    int width = STYLE_SQUARE * rules->width + 2 * frame;
    int height = STYLE_SQUARE * rules->height + 2 * frame;
    Canvas canvas;
    if (size < BOARD_PNG_SIZE_MIN || size > BOARD_PNG_SIZE_MAX)
        return error_set(error, STATUS_RANGE, "a picture cannot be %d pixels wide: %d to %d", size,
                         BOARD_PNG_SIZE_MIN, BOARD_PNG_SIZE_MAX);
    Status status = canvas_init(&canvas, size, (size * height + width / 2) / width,
                                (double)size / width, -frame, -frame, error);
    if (status < 0)
        return status;
    draw(&canvas, position, options);
    status = canvas_write_png(&canvas, buffer, error);
    canvas_done(&canvas);
    return status;
}
