/* SPDX-License-Identifier: MIT
 *
 * In which order moves are tried: the one the table remembers, captures of most worth, quiet moves
 * that refuted a sibling, the rest by how often they were best from the same square to the same
 * square. */
#ifndef HUFF_ENGINE_SEARCH_ORDER_INTERNAL_H
#define HUFF_ENGINE_SEARCH_ORDER_INTERNAL_H

#include "engine/search/worker_internal.h"

/* Fills the order of the frame's list. */
void order_moves(const Worker *worker, Frame *frame, TableMove table_move);

/* Brings the best of the moves from `index` on to `index` and returns it. */
Move order_pick(Frame *frame, int index);

/* The move at `index` of the list was good enough to cut: it is to come earlier in future, and
 * those tried before it later. */
void order_learn(Worker *worker, Frame *frame, int index, int depth);

#endif
