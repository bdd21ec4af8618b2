/* SPDX-License-Identifier: MIT
 *
 * Why the learnt evaluation gives a position its score: what each feature adds. */
#ifndef HUFF_ENGINE_EVAL_EXPLAIN_H
#define HUFF_ENGINE_EVAL_EXPLAIN_H

#include "engine/board/position.h"
#include "engine/eval/weights.h"

enum {
    EVAL_TERMS_MAX = SCALAR_COUNT + 2 * EVAL_TABLES_MAX,
};

/* One feature of a position. */
typedef struct {
    const char *group;                 /* "patterns", or the name of a group of scalars; constant */
    int scalar;                        /* number of the scalar, -1 for a pattern */
    int count;                         /* of the scalar, own less enemy */
    Color side;                        /* of a pattern: who looks at it */
    int squares[EVAL_PATTERN_SQUARES]; /* of a pattern, as eval_pattern_square */
    double centimen;                   /* what it adds to the score of the side to move */
} EvalTerm;

typedef struct {
    EvalTerm terms[EVAL_TERMS_MAX]; /* group by group, as eval_scalar_groups, then patterns */
    int count;
    double sum;  /* of the terms, centimen */
    int divisor; /* the score is the sum divided by this: more than 1 where flying kings draw */
} EvalExplanation;

/* Takes the score of a position, which must be of the weights' variant, to pieces. Scalars that are
 * 0 are left out. Pure; any thread. */
void eval_explain(const EvalWeights *weights, const Position *position,
                  EvalExplanation *ret_explanation);

#endif
