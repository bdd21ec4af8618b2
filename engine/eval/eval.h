/* SPDX-License-Identifier: MIT
 *
 * The worth of a quiet position without looking ahead. */
#ifndef HUFF_ENGINE_EVAL_EVAL_H
#define HUFF_ENGINE_EVAL_EVAL_H

#include "engine/board/position.h"
#include "engine/eval/score.h"
#include "engine/eval/weights.h"

typedef enum {
    EVAL_FULL,     /* all that is known: learnt weights, where there are none as EVAL_HAND */
    EVAL_MATERIAL, /* men and kings only: the yardstick the others are measured against */
    EVAL_HAND,     /* features and weights made by hand */
    EVAL_KIND_COUNT,
} EvalKind;

/* How to evaluate. The weights are for EVAL_FULL; they may be NULL, must be of the positions'
 * variant and outlive the evaluator. */
typedef struct {
    EvalKind kind;
    const EvalWeights *weights;
} Evaluator;

/* Score in centimen for the side to move, within SCORE_EVAL_MAX; turning the board round and
 * swapping the colours does not change it. Pure; any thread. */
int eval_score(Evaluator evaluator, const Position *position);

#endif
