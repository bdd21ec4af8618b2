/* SPDX-License-Identifier: MIT */
#include "engine/notation/canvas_internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    CORNERS_MAX = 128,
    SUB_ROWS = 8, /* lines that are looked at in each row of pixels; across it is exact */
    DISC_CORNERS = 72,
};

Status canvas_init(Canvas *canvas, int width, int height, double scale, double left, double top,
                   Error *error) {
    *canvas = (Canvas){width, height, scale, left, top, NULL, NULL};
    size_t bytes = 3 * (size_t)width * (size_t)height;
    canvas->pixels = malloc(bytes);
    canvas->coverage = malloc((size_t)width * sizeof *canvas->coverage);
    if (!canvas->pixels || !canvas->coverage) {
        canvas_done(canvas);
        return error_set(error, STATUS_NO_MEMORY, "no memory for a picture of %d x %d", width,
                         height);
    }
    memset(canvas->pixels, 0xff, bytes);
    return STATUS_OK;
}

void canvas_done(Canvas *canvas) {
    free(canvas->pixels);
    free(canvas->coverage);
    *canvas = (Canvas){0};
}

/* ---- polygons ---- */

static int compare_doubles(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Where the line y (in pixels) crosses the edges, from left to right. */
static int find_crossings(const CanvasPoint *points, int count, double y,
                          double crossings[static CORNERS_MAX]) {
    int found = 0;
    for (int i = 0; i < count; i++) {
        CanvasPoint a = points[i], b = points[(i + 1) % count];
        if ((a.y <= y) != (b.y <= y))
            crossings[found++] = a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x);
    }
    qsort(crossings, (size_t)found, sizeof *crossings, compare_doubles);
    return found;
}

/* Adds a piece of a line to the coverage of its pixels. */
static void cover(Canvas *canvas, double from, double to) {
    from = fmax(from, 0);
    to = fmin(to, canvas->width);
    for (int x = (int)from; x < to; x++)
        canvas->coverage[x] += (float)((fmin(to, x + 1) - fmax(from, x)) / SUB_ROWS);
}

static void blend_row(Canvas *canvas, int y, int color, double opacity) {
    const int parts[3] = {color >> 16 & 0xff, color >> 8 & 0xff, color & 0xff};
    for (int x = 0; x < canvas->width; x++) {
        double share = fmin(canvas->coverage[x], 1) * opacity;
        uint8_t *pixel = &canvas->pixels[3 * ((size_t)y * (size_t)canvas->width + (size_t)x)];
        for (int i = 0; share > 0 && i < 3; i++)
            pixel[i] = (uint8_t)lround(pixel[i] + share * (parts[i] - pixel[i]));
    }
}

void canvas_fill(Canvas *canvas, const CanvasPoint *points, int count, int color, double opacity) {
    CanvasPoint placed[CORNERS_MAX];
    double crossings[CORNERS_MAX], top = HUGE_VAL, bottom = -HUGE_VAL;
    for (int i = 0; i < count; i++) {
        placed[i].x = (points[i].x - canvas->left) * canvas->scale;
        placed[i].y = (points[i].y - canvas->top) * canvas->scale;
        top = fmin(top, placed[i].y);
        bottom = fmax(bottom, placed[i].y);
    }
    for (int y = (int)fmax(top, 0); y < fmin(bottom, canvas->height); y++) {
        memset(canvas->coverage, 0, (size_t)canvas->width * sizeof *canvas->coverage);
        for (int sub = 0; sub < SUB_ROWS; sub++) {
            int found = find_crossings(placed, count, y + (sub + 0.5) / SUB_ROWS, crossings);
            for (int i = 0; i + 1 < found; i += 2)
                cover(canvas, crossings[i], crossings[i + 1]);
        }
        blend_row(canvas, y, color, opacity);
    }
}

void canvas_rectangle(Canvas *canvas, double x, double y, double width, double height, int color,
                      double opacity) {
    const CanvasPoint points[] = {{x, y}, {x + width, y}, {x + width, y + height}, {x, y + height}};
    canvas_fill(canvas, points, 4, color, opacity);
}

void canvas_disc(Canvas *canvas, double x, double y, double radius, int color) {
    CanvasPoint points[DISC_CORNERS];
    for (int i = 0; i < DISC_CORNERS; i++) {
        double angle = 2 * M_PI * i / DISC_CORNERS;
        points[i] = (CanvasPoint){x + radius * cos(angle), y + radius * sin(angle)};
    }
    canvas_fill(canvas, points, DISC_CORNERS, color, 1);
}

void canvas_line(Canvas *canvas, CanvasPoint from, CanvasPoint to, double width, int color) {
    double length = hypot(to.x - from.x, to.y - from.y), half = width / 2;
    canvas_disc(canvas, from.x, from.y, half, color);
    canvas_disc(canvas, to.x, to.y, half, color);
    if (length <= 0)
        return;
    double x = -(to.y - from.y) / length * half, y = (to.x - from.x) / length * half;
    const CanvasPoint points[] = {{from.x + x, from.y + y},
                                  {to.x + x, to.y + y},
                                  {to.x - x, to.y - y},
                                  {from.x - x, from.y - y}};
    canvas_fill(canvas, points, 4, color, 1);
}

/* ---- letters ---- */

enum {
    GLYPH_HEIGHT = 6,  /* of a digit; y 0 is its top, letters begin at 2 */
    GLYPH_ADVANCE = 6, /* from a character to the next; they are 4 wide */
};

/* Strokes as points of two digits, x and y, with a blank between strokes. */
static const struct {
    char character;
    const char *strokes;
} glyphs[] = {
    {'0', "103041453616050110"},
    {'1', "112026 1636"},
    {'2', "01103041420646"},
    {'3', "01103041423313 334445361605"},
    {'4', "36300444"},
    {'5', "400002324345361605"},
    {'6', "413010010516364544331304"},
    {'7', "004016"},
    {'8', "13020110304142331304051636454433"},
    {'9', "423313020110304145361605"},
    {'a', "12324346 441405163645"},
    {'b', "00063645433202"},
    {'c', "4332120305163645"},
    {'d', "40461605031242"},
    {'e', "04444332120305163645"},
    {'f', "40302126 1333"},
    {'g', "461605031242 42473818"},
    {'h', "0006 02324346"},
};

static const char *find_strokes(char character) {
    for (size_t i = 0; i < sizeof glyphs / sizeof *glyphs; i++)
        if (glyphs[i].character == character)
            return glyphs[i].strokes;
    return "";
}

static void draw_strokes(Canvas *canvas, const char *strokes, double x, double y, double unit,
                         int color) {
    CanvasPoint last = {0, 0};
    bool begun = false;
    for (; *strokes; strokes++) {
        if (*strokes == ' ') {
            begun = false;
            continue;
        }
        CanvasPoint point = {x + unit * (strokes[0] - '0'),
                             y + unit * (strokes[1] - '0' - GLYPH_HEIGHT)};
        if (begun)
            canvas_line(canvas, last, point, unit, color);
        last = point;
        begun = true;
        strokes++;
    }
}

void canvas_text(Canvas *canvas, const char *text, double x, double y, double height, int color) {
    double unit = height / GLYPH_HEIGHT;
    for (; *text; text++, x += unit * GLYPH_ADVANCE)
        draw_strokes(canvas, find_strokes(*text), x, y, unit, color);
}

double canvas_measure_text(const char *text, double height) {
    double unit = height / GLYPH_HEIGHT;
    return unit * (GLYPH_ADVANCE * (double)strlen(text) - (GLYPH_ADVANCE - 4));
}
