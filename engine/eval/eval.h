/* SPDX-License-Identifier: MIT
 *
 * The worth of a quiet position without looking ahead. */
#ifndef HUFF_ENGINE_EVAL_EVAL_H
#define HUFF_ENGINE_EVAL_EVAL_H

#include "engine/board/position.h"
#include "engine/eval/score.h"

typedef enum {
    EVAL_FULL,     /* all that is known */
    EVAL_MATERIAL, /* men and kings only: the yardstick the full form is measured against */
    EVAL_KIND_COUNT,
} EvalKind;

/* Score in centimen for the side to move, within SCORE_EVAL_MAX; turning the board round and
 * swapping the colours does not change it. Pure; any thread. */
int eval_score(EvalKind kind, const Position *position);

#endif
