/* SPDX-License-Identifier: MIT
 *
 * The evaluation of boards and games whose features nobody has fitted or learnt yet. */
#ifndef HUFF_ENGINE_EVAL_PLAIN_INTERNAL_H
#define HUFF_ENGINE_EVAL_PLAIN_INTERNAL_H

#include "engine/board/position.h"

/* Score in centimen for the side to move, not yet within any limits. */
int plain_score(const Position *position);

#endif
