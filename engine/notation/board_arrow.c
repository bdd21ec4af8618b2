/* SPDX-License-Identifier: MIT */
#include "engine/notation/board_arrow.h"

#include "engine/notation/text_internal.h"

#include <math.h>
#include <string.h>

/* Lengths as shares of a square. */
static const double shaft_half = 0.09, head_half = 0.24, head_length = 0.42;
static const double gap = 0.1; /* of the point from the middle of its square */

/* 0 when there is no such square. */
static int read_square(Scanner *scanner, const Geometry *geometry) {
    int column = -1, number;
    if (text_is_column(geometry, scanner_peek(scanner))) {
        column = (scanner_peek(scanner) | 0x20) - 'a';
        scanner->offset++;
    }
    if (!scanner_is_digit(scanner_peek(scanner)) || !scanner_read_number(scanner, &number))
        return 0;
    if (column >= 0)
        return geometry_square_at(geometry, geometry->height - number, column);
    return number <= geometry->square_count ? number : 0;
}

Status board_arrow_read(const Rules *rules, const char *text, BoardArrow *ret_arrow, Error *error) {
    const Geometry *geometry = rules_geometry(rules);
    Scanner scanner = {.text = text, .length = strlen(text), .what = "arrow", .error = error};
    BoardArrow arrow = {.from = read_square(&scanner, geometry)};
    bool sign = scanner_accept(&scanner, "-") || scanner_accept(&scanner, "x") ||
                scanner_accept(&scanner, ":");
    if (arrow.from && sign)
        arrow.to = read_square(&scanner, geometry);
    if (arrow.from && !sign)
        return scanner_fail(&scanner, scanner.offset, STATUS_SYNTAX,
                            "an arrow is two squares with '-' between, not \"%.40s\"", text);
    if (!arrow.from || !arrow.to)
        return scanner_fail(&scanner, scanner.offset, STATUS_RANGE,
                            "\"%.40s\" has no such square; squares run from 1 to %d%s", text,
                            geometry->square_count,
                            geometry->width == TEXT_ALGEBRAIC_WIDTH ? ", or from a1 to h8" : "");
    if (scanner_peek(&scanner) != SCANNER_END)
        return scanner_fail(&scanner, scanner.offset, STATUS_SYNTAX,
                            "\"%.40s\" goes on behind the second square", text);
    if (arrow.from == arrow.to)
        return scanner_fail(&scanner, 0, STATUS_RANGE, "it ends where it begins");
    *ret_arrow = arrow;
    return STATUS_OK;
}

void board_arrow_outline(double from_x, double from_y, double to_x, double to_y, double square,
                         double ret_x[static BOARD_ARROW_CORNERS],
                         double ret_y[static BOARD_ARROW_CORNERS]) {
    double length = hypot(to_x - from_x, to_y - from_y);
    double along_x = (to_x - from_x) / length, along_y = (to_y - from_y) / length;
    double tip = length - gap * square, neck = tip - head_length * square;
    const double places[BOARD_ARROW_CORNERS][2] = {
        {0, shaft_half * square},    {neck, shaft_half * square},
        {neck, head_half * square},  {tip, 0},
        {neck, -head_half * square}, {neck, -shaft_half * square},
        {0, -shaft_half * square}};
    for (int i = 0; i < BOARD_ARROW_CORNERS; i++) {
        ret_x[i] = from_x + along_x * places[i][0] - along_y * places[i][1];
        ret_y[i] = from_y + along_y * places[i][0] + along_x * places[i][1];
    }
}
