/* SPDX-License-Identifier: MIT */
#include "engine/learn/export_internal.h"

#include <math.h>
#include <stdlib.h>

static void round_weights(const float *parameters, size_t count, double factor,
                          int16_t *ret_weights) {
    for (size_t i = 0; i < count; i++) {
        double weight = parameters[i] * factor;
        if (weight > INT16_MAX)
            weight = INT16_MAX;
        else if (!(weight > INT16_MIN))
            weight = INT16_MIN;
        ret_weights[i] = (int16_t)lrint(weight);
    }
}

Status export_write(const FitShape *shape, const float *parameters, double logit_centimen,
                    const EvalCurve *curve, const char *recipe, TextBuffer *out, Error *error) {
    double factor = logit_centimen * EVAL_UNITS;
    int16_t *weights = malloc(shape->count * sizeof *weights);
    if (!weights)
        return error_set(error, STATUS_NO_MEMORY, "no memory for %zu weights", shape->count);
    round_weights(parameters, shape->delta_at, factor, weights);
    round_weights(parameters + shape->delta_at, shape->count - shape->delta_at,
                  factor / EVAL_DELTA_UNITS, weights + shape->delta_at);
    EvalModel model = {
        .rules = shape->rules,
        .recipe = recipe,
        .curve = *curve,
        .lanes = weights + shape->lane_at,
        .blocks = weights + shape->block_at,
        .known = shape->known,
        .deltas = weights + shape->delta_at,
        .delta_count = shape->delta_count,
    };
    for (int knot = 0; knot < EVAL_KNOTS; knot++)
        for (int i = 0; i < SCALAR_COUNT; i++)
            model.scalars[knot][i] =
                weights[shape->scalar_at + (size_t)i * EVAL_KNOTS + (size_t)knot];
    Status status = eval_model_write(&model, out, error);
    free(weights);
    return status;
}
