/* SPDX-License-Identifier: MIT */
#include "engine/learn/calibrate_internal.h"

#include <math.h>
#include <string.h>

static const double scale_min = 5, scale_max = 3000; /* centimen */

enum {
    NARROWINGS = 40, /* of the search for one number; each takes a third off the range */
    ROUNDS = 12,     /* over all numbers of a curve */
    STEPS_MAX =
        64, /* of one number in a round: games that say little of it would pull it for ever */
};

double calibrate_score_loss(const Sample *samples, size_t count, size_t step, double scale) {
    double loss = 0;
    size_t used = 0;
    for (size_t i = 0; i < count; i += step, used++) {
        double logit = samples[i].score / scale, target = (samples[i].result + 1) / 2.0;
        loss += log1p(exp(-fabs(logit))) + (logit > 0 ? (1 - target) * logit : -target * logit);
    }
    return used ? loss / (double)used : 0;
}

double calibrate_scores(const Sample *samples, size_t count, size_t step) {
    double low = log(scale_min), high = log(scale_max);
    for (int i = 0; i < NARROWINGS; i++) {
        double a = low + (high - low) / 3, b = high - (high - low) / 3;
        if (calibrate_score_loss(samples, count, step, exp(a)) <
            calibrate_score_loss(samples, count, step, exp(b)))
            high = b;
        else
            low = a;
    }
    return exp((low + high) / 2);
}

static const double least_chance = 1e-9;

double calibrate_loss(const EvalCurve *curve, const CalibratePoint *points, size_t count) {
    double loss = 0;
    for (size_t i = 0; i < count; i++) {
        const CalibratePoint *point = &points[i];
        EvalChances chances = eval_chances_at(curve, point->knot, point->fraction, point->score);
        double win = chances.win + chances.draw / 2, target = (point->result + 1) / 2.0;
        loss -= target * log(win > least_chance ? win : least_chance) +
                (1 - target) * log(1 - win > least_chance ? 1 - win : least_chance);
    }
    return count ? loss / (double)count : 0;
}

/* Minus the logarithm of the chance that the curve gave to what happened. */
static double curve_loss(const EvalCurve *curve, const CalibratePoint *points, size_t count) {
    double loss = 0;
    for (size_t i = 0; i < count; i++) {
        const CalibratePoint *point = &points[i];
        EvalChances chances = eval_chances_at(curve, point->knot, point->fraction, point->score);
        double chance = point->result > 0   ? chances.win
                        : point->result < 0 ? chances.loss
                                            : chances.draw;
        loss -= log(chance > least_chance ? chance : least_chance);
    }
    return loss;
}

/* Moves one number of the curve while that makes the loss smaller. */
static double improve(EvalCurve *curve, float *number, double step, double min, double loss,
                      const CalibratePoint *points, size_t count) {
    for (int sign = 1; sign >= -1; sign -= 2)
        for (int i = 0; i < STEPS_MAX; i++) {
            float old = *number;
            double moved = fmin(fmax(old + sign * step, min), scale_max);
            *number = (float)moved;
            double changed = curve_loss(curve, points, count);
            if (!(changed < loss)) {
                *number = old;
                break;
            }
            loss = changed;
        }
    return loss;
}

EvalCurve calibrate_curve(const CalibratePoint *points, size_t count) {
    EvalCurve curve = *eval_curve_default();
    double loss = curve_loss(&curve, points, count), step = 32;
    for (int round = 0; round<ROUNDS; round++, step = step> 1 ? step / 2 : 1)
        for (int knot = 0; knot < EVAL_KNOTS; knot++) {
            loss = improve(&curve, &curve.lag[knot], step, 0, loss, points, count);
            loss = improve(&curve, &curve.scale[knot], step, scale_min, loss, points, count);
        }
    return curve;
}

void calibrate_bins(const EvalCurve *curve, const CalibratePoint *points, size_t count,
                    TrainBin *ret_bins) {
    memset(ret_bins, 0, TRAIN_BINS * sizeof *ret_bins);
    for (size_t i = 0; i < count; i++) {
        const CalibratePoint *point = &points[i];
        EvalChances chances = eval_chances_at(curve, point->knot, point->fraction, point->score);
        double expected = chances.win + chances.draw / 2;
        int index = (int)(expected * TRAIN_BINS);
        TrainBin *bin = &ret_bins[index < TRAIN_BINS ? index : TRAIN_BINS - 1];
        bin->predicted += expected;
        bin->actual += (point->result + 1) / 2.0;
        bin->samples++;
    }
    for (int i = 0; i < TRAIN_BINS; i++)
        if (ret_bins[i].samples > 0) {
            ret_bins[i].predicted /= (double)ret_bins[i].samples;
            ret_bins[i].actual /= (double)ret_bins[i].samples;
        }
}
