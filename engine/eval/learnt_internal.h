/* SPDX-License-Identifier: MIT
 *
 * The learnt evaluation. */
#ifndef HUFF_ENGINE_EVAL_LEARNT_INTERNAL_H
#define HUFF_ENGINE_EVAL_LEARNT_INTERNAL_H

#include "engine/board/position.h"
#include "engine/eval/weights.h"

/* Score in centimen for the side to move, not yet within any limits. */
int learnt_score(const EvalWeights *weights, const Position *position);

#endif
