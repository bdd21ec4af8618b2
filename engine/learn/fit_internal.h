/* SPDX-License-Identifier: MIT
 *
 * The fit of a linear evaluation: which parameters there are, and what a set of samples says of
 * them. The prediction for a sample is a sum of weights (EvalModel) in logits: 1 / (1 + exp(-sum))
 * is the expected result. All sums are made in an order that does not depend on the number of
 * threads, so the same input gives the same output bit by bit. */
#ifndef HUFF_ENGINE_LEARN_FIT_INTERNAL_H
#define HUFF_ENGINE_LEARN_FIT_INTERNAL_H

#include "engine/base/crew.h"
#include "engine/eval/feature_set.h"
#include "engine/eval/weights.h"
#include "engine/learn/train.h"

/* The parameters are one vector of floats: scalars [SCALAR_COUNT][EVAL_KNOTS], then lanes, blocks
 * and deltas as in EvalModel. */
typedef struct {
    const Rules *rules;
    EvalLayout layout;
    size_t scalar_at, lane_at, block_at, delta_at; /* where the parts begin */
    size_t count;                                  /* of all parameters */
    size_t delta_count;                            /* patterns with a delta */
    uint8_t *known;                                /* as in EvalModel */
    size_t *delta_begin; /* [tables * EVAL_LANE_CODES]: deltas before the table's left lane */
} FitShape;

/* What is being fitted to. */
typedef struct {
    const Sample *samples;
    const uint32_t *order; /* samples in use, by number */
    size_t count;
    float *targets; /* expected result of each, 0..1 */
} FitData;

typedef enum {
    FIT_LOSS,      /* only the loss */
    FIT_GRADIENT,  /* and its gradient */
    FIT_CURVATURE, /* an estimate of the second derivatives, in place of the gradient */
    FIT_COUNT,     /* how often each pattern occurs, at its knot 0; the weights do not matter */
} FitMode;

typedef struct FitWork FitWork;

/* Memory for passes over data: tables of all patterns. `shape` must live as long. */
Status fit_work_new(const FitShape *shape, Crew *crew, FitWork **ret_work, Error *error);
void fit_work_free(FitWork *work);

/* The shape in which every pattern that occurs `min_count` times has a delta. */
Status fit_shape_init(const Rules *rules, const FitData *data, uint32_t min_count, Crew *crew,
                      FitShape *ret_shape, Error *error);
void fit_shape_done(FitShape *shape);

/* Mean loss over the data with these parameters: the cross-entropy of the predictions. Fills
 * `ret_gradient` (not with FIT_LOSS) with the mean over the samples. */
double fit_pass(FitWork *work, const FitData *data, FitMode mode, const float *parameters,
                float *ret_gradient);

/* Logits of all samples with the parameters of the last fit_pass. */
void fit_predict(FitWork *work, const FitData *data, float *ret_logits);

/* Mean change of the logit when a man is taken off, over every `step`-th sample and all its men. */
double fit_man_worth(FitWork *work, const FitData *data, size_t step);

#endif
