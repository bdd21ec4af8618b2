/* SPDX-License-Identifier: MIT
 *
 * The evaluation made by hand: the stand-in where no weights have been learnt. */
#ifndef HUFF_ENGINE_EVAL_HAND_INTERNAL_H
#define HUFF_ENGINE_EVAL_HAND_INTERNAL_H

#include "engine/board/position.h"

/* Score in centimen for the side to move, not yet within any limits. */
int hand_score(const Position *position);

#endif
