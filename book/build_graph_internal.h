/* SPDX-License-Identifier: MIT
 *
 * The graph of a build: positions, the moves between them, scores backed up and the leaf to expand
 * next. It knows nothing of searches. No play leads in a circle, since only positions that
 * book_goes_forward are expanded. */
#ifndef HUFF_BOOK_BUILD_GRAPH_INTERNAL_H
#define HUFF_BOOK_BUILD_GRAPH_INTERNAL_H

#include "book/set.h"

typedef enum {
    NODE_NEW,       /* no score yet */
    NODE_LEAF,      /* has the score of its own search */
    NODE_EXPANDING, /* its moves are being searched */
    NODE_EXPANDED,  /* has a score backed up */
} NodeState;

enum {
    PRIORITY_NEVER = INT32_MAX /* nothing below is to be expanded */
};

typedef struct {
    NodeState state;
    bool queued;                /* on the list of nodes to be worked out anew */
    int score;                  /* centimen, for the side to move */
    int depth;                  /* of its own search */
    int plies;                  /* fewest from the start, as far as is known */
    int priority;               /* what the cheapest leaf below costs to reach from here */
    int first_edge, edge_count; /* to the positions its moves lead to */
    int first_parent;           /* an edge that leads here, -1: none */
} GraphNode;

typedef struct {
    int from, to;
    int next_parent; /* the next edge that leads to `to`, -1: none */
} GraphEdge;

typedef struct {
    const Rules *rules;
    int ply_cost, plies_max; /* see BookPlan */
    BookIndex index;         /* the boards of the nodes, by number */
    GraphNode *nodes;
    int node_capacity;
    GraphEdge *edges;
    int edge_count, edge_capacity;
    int *queue; /* of nodes to be worked out anew */
    int queue_capacity;
} Graph;

void graph_done(Graph *graph);

/* The number of a board's node, added if need be with `plies`. STATUS_NO_MEMORY. */
int graph_add(Graph *graph, const Board *board, int plies, Error *error);

/* Gives a new node the score of its search. */
void graph_set_score(Graph *graph, int number, int score, int depth);

/* The leaf to expand next, -1 when there is none. */
int graph_find_leaf(const Graph *graph);

/* Adds the moves of a leaf, which becomes NODE_EXPANDING. STATUS_NO_MEMORY. */
Status graph_expand(Graph *graph, int number, Error *error);

/* All moves of a NODE_EXPANDING have scores: backs its score up. STATUS_NO_MEMORY. */
Status graph_back_up(Graph *graph, int number, Error *error);

#endif
