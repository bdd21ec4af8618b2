/* SPDX-License-Identifier: MIT */
#include "engine/eval/chances.h"

#include "engine/eval/feature_set_internal.h"
#include "engine/eval/score.h"

#include <math.h>

/* From games at 1500 nodes a move with the hand-made evaluation. */
static const EvalCurve curve_default = {
    .lag = {80, 80, 80, 80},
    .scale = {100, 100, 100, 100},
};

const EvalCurve *eval_curve_default(void) {
    return &curve_default;
}

EvalChances eval_chances_at(const EvalCurve *curve, int knot, int fraction, double score) {
    double way = (double)fraction / EVAL_FRACTION_ONE;
    double lag = curve->lag[knot] + way * (curve->lag[knot + 1] - curve->lag[knot]);
    double scale = curve->scale[knot] + way * (curve->scale[knot + 1] - curve->scale[knot]);
    double win = 1 / (1 + exp((lag - score) / scale));
    double loss = 1 / (1 + exp((lag + score) / scale));
    return (EvalChances){win, 1 - win - loss, loss};
}

EvalChances eval_chances(const EvalCurve *curve, const Position *position, int score) {
    if (abs(score) > SCORE_EVAL_MAX)
        return (EvalChances){score > 0, 0, score < 0};
    EvalFeatures phase;
    read_phase(rules_men_count(position->rules), &position->board, &phase);
    return eval_chances_at(curve, phase.knot, phase.fraction, score);
}
