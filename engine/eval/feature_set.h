/* SPDX-License-Identifier: MIT
 *
 * A position as the learnt evaluation sees it (layout.h). Evaluation and training read positions
 * through this one function, so they cannot differ in what they see. */
#ifndef HUFF_ENGINE_EVAL_FEATURE_SET_H
#define HUFF_ENGINE_EVAL_FEATURE_SET_H

#include "engine/board/position.h"
#include "engine/eval/layout.h"

typedef struct {
    /* Numbers of the patterns, of each table, as the side to move sees them and as the other does;
     * 0 for tables that the layout has not got. */
    uint32_t own[EVAL_TABLES_MAX], enemy[EVAL_TABLES_MAX];
    _Alignas(32) int16_t scalars[SCALAR_COUNT];
    int scalars_used;         /* scalars from this one on are 0; a multiple of 16 */
    int knot;                 /* weights lie between this knot, 0..EVAL_KNOTS-2, and the next: */
    int fraction;             /* 0 at this knot, EVAL_FRACTION_ONE at the next */
    int divisor[COLOR_COUNT]; /* of the score when the side to move is ahead, [0], or behind, [1] */
} EvalFeatures;

/* Pure; any thread. */
void eval_features_read(const Rules *rules, const Board *board, Color turn,
                        EvalFeatures *ret_features);

#endif
