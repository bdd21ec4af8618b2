/* SPDX-License-Identifier: MIT
 *
 * From scores to chances: how often a side with this score won, drew and lost in the games the
 * weights were learnt from. The chance to win is 1 / (1 + exp((lag - score) / scale)), that to lose
 * is that of the other side to win, the rest is a draw; lag and scale depend on the number of men
 * as the weights do. */
#ifndef HUFF_ENGINE_EVAL_CHANCES_H
#define HUFF_ENGINE_EVAL_CHANCES_H

#include "engine/board/position.h"
#include "engine/eval/layout.h"

typedef struct {
    float lag[EVAL_KNOTS];   /* centimen, not negative: half the width of drawn scores */
    float scale[EVAL_KNOTS]; /* centimen, positive */
} EvalCurve;

typedef struct {
    double win, draw, loss; /* of the side to move; the sum is 1 */
} EvalChances;

/* What has been measured of no particular weights; a fair guess for any. Constant. */
const EvalCurve *eval_curve_default(void);

/* Chances of the side to move, whose score is `score`; proven and table scores give certainty. */
EvalChances eval_chances(const EvalCurve *curve, const Position *position, int score);

/* The same between two knots: `fraction` of EVAL_FRACTION_ONE from `knot` to the next. */
EvalChances eval_chances_at(const EvalCurve *curve, int knot, int fraction, double score);

#endif
