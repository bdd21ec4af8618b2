/* SPDX-License-Identifier: MIT */
#include "engine/eval/layout.h"

EvalLayout eval_layout_of(const Rules *rules) {
    EvalLayout layout = {
        .lanes = rules->width / 2,
        .bands = 1,
        .start_men = rules->men_rows * rules->width,
        .squares = rules_geometry(rules)->square_count,
    };
    if (rules->height > 10) {
        layout.bands = 2;
        layout.band_row[1] = (rules->height - EVAL_PATTERN_ROWS) / 2;
    }
    layout.tables = layout.bands * (layout.lanes - 1);
    return layout;
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
    {"squares of kings", SCALAR_KING_SQUARE, SQUARE_COUNT_MAX},
    {NULL, 0, 0},
};

const EvalScalarGroup *eval_scalar_groups(void) {
    return groups;
}
