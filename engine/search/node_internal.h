/* SPDX-License-Identifier: MIT
 *
 * One node of the search on its way through the named steps of node.c; root.c runs the root
 * through the same steps with its own order of moves. */
#ifndef HUFF_ENGINE_SEARCH_NODE_INTERNAL_H
#define HUFF_ENGINE_SEARCH_NODE_INTERNAL_H

#include "engine/search/worker_internal.h"

typedef struct {
    Worker *worker;
    Frame *frame;
    int ply, depth;
    int alpha, beta; /* alpha rises as moves are found */
    bool open;       /* the window is open: an exact score is wanted */
    int ceiling;     /* the oracle says that the score is not above this */
    int best;        /* best score so far */
    int best_index;  /* and the move of the list it belongs to, -1 while none raised alpha */
} Node;

/* Plays the move at `index` of the order and returns its score for the side to move here. */
int node_try_move(Node *node, Move move, int index);

#endif
