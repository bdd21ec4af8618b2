/* SPDX-License-Identifier: MIT
 *
 * Prints why a position has its score without looking ahead. */
#ifndef HUFF_PROTOCOL_CLI_EXPLAIN_PRINT_H
#define HUFF_PROTOCOL_CLI_EXPLAIN_PRINT_H

#include "engine/board/position.h"
#include "engine/eval/weights.h"

/* What each group of features and each feature adds, in men, for the side to move, on standard
 * output. */
void explain_print(const EvalWeights *weights, const Position *position);

#endif
