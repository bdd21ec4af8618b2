/* SPDX-License-Identifier: MIT
 *
 * Between scores, logits and results. */
#ifndef HUFF_ENGINE_LEARN_CALIBRATE_INTERNAL_H
#define HUFF_ENGINE_LEARN_CALIBRATE_INTERNAL_H

#include "engine/eval/chances.h"
#include "engine/learn/train.h"

/* A score at a phase (EvalFeatures) and what came of it. */
typedef struct {
    float score; /* centimen, side to move */
    int16_t knot, fraction;
    int16_t result; /* 1, 0, -1 */
} CalibratePoint;

/* Centimen for which 1 / (1 + exp(-score / scale)) predicts the results best, over every `step`-th
 * sample. */
double calibrate_scores(const Sample *samples, size_t count, size_t step);

/* Mean cross-entropy of the results when that scale predicts them. */
double calibrate_score_loss(const Sample *samples, size_t count, size_t step, double scale);

/* Mean cross-entropy of the results, a draw being half a win, when the curve predicts them. */
double calibrate_loss(const EvalCurve *curve, const CalibratePoint *points, size_t count);

/* The curve that predicts the results of the points best. */
EvalCurve calibrate_curve(const CalibratePoint *points, size_t count);

/* Sorts the points into TRAIN_BINS bins of equal width by their expected result. */
void calibrate_bins(const EvalCurve *curve, const CalibratePoint *points, size_t count,
                    TrainBin *ret_bins);

#endif
