/* SPDX-License-Identifier: MIT
 *
 * What a pass over samples works with, shared by the files that make it up. */
#ifndef HUFF_ENGINE_LEARN_FIT_WORK_INTERNAL_H
#define HUFF_ENGINE_LEARN_FIT_WORK_INTERNAL_H

#include "engine/learn/fit_internal.h"

enum {
    FIT_CHUNK = 1024,                   /* samples of one task */
    FIT_CHUNKS = 32,                    /* tasks of one block */
    FIT_BLOCK = FIT_CHUNK * FIT_CHUNKS, /* samples between two rounds of the crew */
    FIT_SCALARS = SCALAR_COUNT * EVAL_KNOTS,
};

/* What a sample adds to the gradient of its patterns. */
typedef struct {
    uint32_t own[EVAL_TABLES_MAX], enemy[EVAL_TABLES_MAX];
    float here, next; /* at its knot and the one behind */
    int knot;
} FitTrace;

/* What one task sums up; added to the whole in the order of the tasks. */
typedef struct {
    double loss;
    float scalars[FIT_SCALARS];
} FitPart;

struct FitWork {
    const FitShape *shape;
    Crew *crew;
    float *patterns;  /* [tables][EVAL_PATTERN_CODES][EVAL_KNOTS]: weights, all parts added up */
    float *gradients; /* the same for their gradients */
    float scalars[FIT_SCALARS];
    FitTrace *traces; /* FIT_BLOCK of them */
    FitPart *parts;   /* FIT_CHUNKS of them */

    /* The pass under way. */
    const FitData *data;
    FitMode mode;
    size_t block;            /* first sample of the block */
    const float *parameters; /* to expand */
    float *gradient;         /* to collapse into */
    float *logits;
};

/* Adds the parts of the parameters up to the weights of all patterns. */
void fit_expand(FitWork *work, const float *parameters);

/* Turns the gradients of all patterns into those of the parameters, times `factor`. */
void fit_collapse(FitWork *work, float factor, float *ret_gradient);

#endif
