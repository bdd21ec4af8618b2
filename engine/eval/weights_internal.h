/* SPDX-License-Identifier: MIT
 *
 * Weights as the evaluation reads them. */
#ifndef HUFF_ENGINE_EVAL_WEIGHTS_INTERNAL_H
#define HUFF_ENGINE_EVAL_WEIGHTS_INTERNAL_H

#include "engine/eval/weights.h"

struct EvalWeights {
    _Alignas(32) int16_t scalars[EVAL_KNOTS][SCALAR_COUNT];
    int16_t *patterns; /* [tables][EVAL_PATTERN_CODES][EVAL_KNOTS] */
    const Rules *rules;
    EvalLayout layout;
    EvalCurve curve;
    char *recipe;
    size_t bytes, deltas;
    uint32_t checksum;
};

/* Adds up the parts of every pattern's weight. `weights->patterns` has been allocated. */
void weights_merge(const EvalModel *model, EvalWeights *weights);

#endif
