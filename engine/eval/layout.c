/* SPDX-License-Identifier: MIT */
#include "engine/eval/layout.h"

#include "engine/eval/field_internal.h"

bool eval_layout_exists(const Rules *rules) {
    return rules_are_narrow(rules);
}

EvalLayout eval_layout_of(const Rules *rules) {
    Field field = field_of(rules->width, rules->height, rules->all_squares, rules);
    EvalLayout layout = {
        .lanes = rules->width / 2,
        .lane_columns = field_lane_columns(field),
        .bands = field_band_count(field),
        .start_men = rules_men_count(rules),
        .squares = rules_geometry(rules)->square_count,
    };
    for (int band = 0; band < layout.bands; band++)
        layout.band_row[band] = field_band_row(field, band);
    layout.tables = layout.bands * (layout.lanes - 1);
    return layout;
}

int eval_pattern_square(const Rules *rules, int table, Color side, int index) {
    EvalLayout layout = eval_layout_of(rules);
    int band = table / (layout.lanes - 1), lane = table % (layout.lanes - 1);
    int columns = 2 * layout.lane_columns;
    int row = layout.band_row[band] + index / columns;
    int place = lane * layout.lane_columns + index % columns;
    const Geometry *geometry = rules_geometry(rules);
    int square = geometry->square_of_cell[bits_first(rules_row_mask(rules, row)) + place];
    return side == COLOR_WHITE ? square : layout.squares + 1 - square;
}

static const EvalScalarGroup groups[] = {
    {"men", SCALAR_MAN, 1},
    {"balance of the wings", SCALAR_LEAN, 1},
    {"runners", SCALAR_RUN, EVAL_RUN_STEPS},
    {"mobility of men", SCALAR_STEP, 2},
    {"move and opposition", SCALAR_TURN, 2},
    {"kings", SCALAR_KING_FIRST, 3},
    {"mobility of kings", SCALAR_KING_SAFE, 3},
    {"long diagonal", SCALAR_KING_DIAGONAL, 2},
    {"squares of kings", SCALAR_KING_SQUARE, EVAL_SQUARES_MAX},
    {NULL, 0, 0},
};

static const char *const names[SCALAR_KING_SQUARE] = {
    [SCALAR_MAN] = "men",
    [SCALAR_LEAN] = "men more on one wing",
    [SCALAR_RUN] = "free runners, 1 step",
    [SCALAR_RUN + 1] = "free runners, 2 steps",
    [SCALAR_RUN + 2] = "free runners, 3 steps",
    [SCALAR_RUN + 3] = "free runners, 4 steps",
    [SCALAR_RUN + 4] = "free runners, 5 steps",
    [SCALAR_STEP] = "steps of men",
    [SCALAR_STUCK] = "men that cannot step",
    [SCALAR_TURN] = "the move",
    [SCALAR_OPPOSITION] = "the opposition",
    [SCALAR_KING_FIRST] = "a king",
    [SCALAR_KING_SECOND] = "a second king",
    [SCALAR_KING_MORE] = "further kings",
    [SCALAR_KING_SAFE] = "squares safe for kings",
    [SCALAR_KING_DENIED] = "squares denied to kings",
    [SCALAR_KING_TRAPPED] = "no safe square for a king",
    [SCALAR_KING_DIAGONAL] = "a king on the long diagonal",
    [SCALAR_KING_RULE] = "alone on the long diagonal",
};

const char *eval_scalar_name(int scalar) {
    return names[scalar];
}

const EvalScalarGroup *eval_scalar_groups(void) {
    return groups;
}
