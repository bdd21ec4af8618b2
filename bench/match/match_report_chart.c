/* SPDX-License-Identifier: MIT
 *
 * The figures of the page, as SVG. */
#include "bench/match/match_report_internal.h"

#include <math.h>
#include <stdlib.h>

/* ---- Curves over the games of the match. */

void report_curve_add(ReportCurve *curve, ReportPoint point) {
    curve->last = point;
    if (curve->count > 0 && ++curve->since <= curve->skipped)
        return;
    if (curve->count == REPORT_CURVE_POINTS) {
        for (int i = 0; i < REPORT_CURVE_POINTS / 2; i++)
            curve->points[i] = curve->points[2 * i];
        curve->count = REPORT_CURVE_POINTS / 2;
        curve->skipped = 2 * curve->skipped + 1;
    }
    curve->points[curve->count++] = point;
    curve->since = 0;
}

/* Where a figure's plot lies in its picture, in pixels of the picture's own size. */
enum {
    FIGURE_WIDTH = 460,
    FIGURE_HEIGHT = 200,
    PLOT_LEFT = 50,
    PLOT_RIGHT = 450,
    PLOT_TOP = 10,
    PLOT_BOTTOM = 172,
    TICKS_WANTED = 5,
};

typedef struct {
    double x_max;      /* games */
    double low, high;  /* of y */
    const char *unit;  /* behind the numbers at the side */
    const char *title; /* for those who cannot see the figure */
} Axes;

static double place_x(const Axes *axes, double x) {
    return PLOT_LEFT + x / axes->x_max * (PLOT_RIGHT - PLOT_LEFT);
}

/* What lies outside the plot is drawn at its edge. */
static double place_y(const Axes *axes, double y) {
    double share = (y - axes->low) / (axes->high - axes->low);
    return PLOT_BOTTOM - fmin(fmax(share, 0), 1) * (PLOT_BOTTOM - PLOT_TOP);
}

/* 1, 2 or 5 times a power of ten, so that `span` has about the wanted number of steps. */
static double find_step(double span) {
    double step = pow(10, floor(log10(span / TICKS_WANTED)));
    double ratio = span / TICKS_WANTED / step;
    return step * (ratio > 5 ? 10 : ratio > 2 ? 5 : ratio > 1 ? 2 : 1);
}

static void append_axes(const Axes *axes, TextBuffer *buffer) {
    double step = find_step(axes->high - axes->low);
    text_buffer_printf(buffer,
                       "<svg class=\"figure\" viewBox=\"0 0 %d %d\" role=\"img\"><title>%s</title>",
                       FIGURE_WIDTH, FIGURE_HEIGHT, axes->title);
    for (double i = ceil(axes->low / step); i * step <= axes->high; i++) {
        double y = place_y(axes, i * step);
        text_buffer_printf(buffer,
                           "<path class=\"grid\" d=\"M%d %.1fH%d\"/>"
                           "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%g%s</text>",
                           PLOT_LEFT, y, PLOT_RIGHT, PLOT_LEFT - 6, y + 4,
                           fabs(i * step) < step / 2 ? 0 : i * step, axes->unit);
    }
    step = fmax(find_step(axes->x_max), 1);
    for (double i = 0; i * step <= axes->x_max; i++)
        text_buffer_printf(buffer, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%g%s</text>",
                           place_x(axes, i * step), PLOT_BOTTOM + 18, i * step,
                           i == 0 ? " games" : "");
}

static void append_level(const Axes *axes, double y, const char *class, TextBuffer *buffer) {
    text_buffer_printf(buffer, "<path class=\"%s\" d=\"M%d %.1fH%d\"/>", class, PLOT_LEFT,
                       place_y(axes, y), PLOT_RIGHT);
}

/* Adds the line of one value of every point and ends the picture. */
static void append_line(const ReportCurve *curve, const Axes *axes,
                        double (*get)(const ReportPoint *point), TextBuffer *buffer) {
    text_buffer_printf(buffer, "<polyline class=\"line e0\" points=\"");
    for (int i = 0; i <= curve->count; i++) {
        const ReportPoint *point = i < curve->count ? &curve->points[i] : &curve->last;
        text_buffer_printf(buffer, "%s%.1f,%.1f", i > 0 ? " " : "",
                           place_x(axes, (double)point->games), place_y(axes, get(point)));
    }
    text_buffer_printf(buffer, "\"/></svg>\n");
}

static double get_percent(const ReportPoint *point) {
    return 100 * point->rate;
}

static double get_llr(const ReportPoint *point) {
    return point->llr;
}

void report_curve_draw_rate(const ReportCurve *curve, TextBuffer *buffer) {
    Axes axes = {.x_max = fmax((double)curve->last.games, 1),
                 .low = 45,
                 .high = 55,
                 .unit = " %",
                 .title = "Score in percent over the games"};
    /* The first games swing from one end to the other; they do not choose the scale. */
    for (int i = 0; i < curve->count; i++) {
        double y = get_percent(&curve->points[i]);
        if (curve->points[i].games * 10 < curve->last.games)
            continue;
        axes.low = fmin(axes.low, y - 2);
        axes.high = fmax(axes.high, y + 2);
    }
    axes.low = fmax(axes.low, 0);
    axes.high = fmin(axes.high, 100);
    append_axes(&axes, buffer);
    append_level(&axes, 50, "level", buffer);
    append_line(curve, &axes, get_percent, buffer);
}

void report_curve_draw_llr(const ReportCurve *curve, const MatchSprt *sprt, TextBuffer *buffer) {
    double lower, upper;
    match_sprt_get_bounds(sprt, &lower, &upper);
    Axes axes = {.x_max = fmax((double)curve->last.games, 1),
                 .low = lower * 1.15,
                 .high = upper * 1.15,
                 .unit = "",
                 .title = "Log-likelihood ratio over the games, between its bounds"};
    for (int i = 0; i < curve->count; i++) {
        axes.low = fmin(axes.low, curve->points[i].llr);
        axes.high = fmax(axes.high, curve->points[i].llr);
    }
    append_axes(&axes, buffer);
    append_level(&axes, 0, "level", buffer);
    append_level(&axes, lower, "bound", buffer);
    append_level(&axes, upper, "bound", buffer);
    append_line(curve, &axes, get_llr, buffer);
}

/* ---- The scores in a game. */

enum {
    SCORES_WIDTH = 200,
    SCORES_HEIGHT = 124,
    SCORES_POINTS_MAX = 200, /* of one engine; a longer game is drawn with gaps */
    SCORES_HALF = 150, /* centimen that take a line half way to the edge: what happens near equality
                          is what people look for */
};

static int place_score(int score) {
    double share = score / (abs(score) + (double)SCORES_HALF);
    return (int)lround(SCORES_HEIGHT / 2 * (1 - share));
}

static void append_scores(const MatchGame *game, Color color, TextBuffer *buffer) {
    int plies = record_plies(&game->record), engine = color ? game->black : game->white;
    int stride = 1 + plies / (2 * SCORES_POINTS_MAX), own = 0, drawn = 0;
    for (int i = 0; i < plies; i++) {
        const MatchPly *ply = &game->plies[i];
        if (game->record.entries[i].position.turn != color)
            continue;
        if (own++ % stride != 0 || !ply->has_score)
            continue;
        if (drawn++ == 0)
            text_buffer_printf(buffer, "<polyline class=\"line e%d%s\" points=\"",
                               engine % REPORT_ENGINE_COLORS, color ? " second" : "");
        text_buffer_printf(buffer, "%s%d,%d", drawn > 1 ? " " : "",
                           (int)((long long)SCORES_WIDTH * (i + 1) / plies),
                           place_score(color == COLOR_WHITE ? ply->score : -ply->score));
    }
    if (drawn > 0)
        text_buffer_printf(buffer, "\"/>");
}

void report_draw_scores(const MatchGame *game, TextBuffer *buffer) {
    static const int levels[] = {300, 100, -100, -300};
    text_buffer_printf(buffer,
                       "<svg class=\"scores\" viewBox=\"-24 -4 %d %d\" role=\"img\">"
                       "<title>Scores of both engines, White's view</title>",
                       SCORES_WIDTH + 28, SCORES_HEIGHT + 8);
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
        int y = place_score(levels[i]);
        text_buffer_printf(buffer,
                           "<path class=\"grid\" d=\"M0 %dH%d\"/>"
                           "<text x=\"-4\" y=\"%d\" text-anchor=\"end\">%+d</text>",
                           y, SCORES_WIDTH, y + 4, levels[i] / 100);
    }
    text_buffer_printf(buffer, "<path class=\"level\" d=\"M0 %dH%d\"/>", SCORES_HEIGHT / 2,
                       SCORES_WIDTH);
    append_scores(game, COLOR_WHITE, buffer);
    append_scores(game, COLOR_BLACK, buffer);
    text_buffer_printf(buffer, "</svg>\n");
}
