/* SPDX-License-Identifier: MIT
 *
 * Private to the generator: what is to be built, what each pair needs, and what is there already.
 */
#ifndef HUFF_ENDGAME_GENERATE_PLAN_INTERNAL_H
#define HUFF_ENDGAME_GENERATE_PLAN_INTERNAL_H

#include "endgame/generate.h"
#include "endgame/generate_internal.h"

typedef enum {
    NODE_ABSENT, /* to be built */
    NODE_BUILDING,
    NODE_DONE, /* its file is there */
} NodeState;

/* A pair of the plan: one to be built, or one that others need. */
typedef struct {
    Slab slab; /* with codes while `users` > 0 and as long as memory allows afterwards */
    NodeState state;
    bool reserved; /* memory for the codes is taken */
    int users;     /* builds that need the codes */
    int *parents;  /* nodes its look-ups ask for */
    int parent_count;
} Node;

typedef struct {
    const GenerateOptions *options;
    Node *nodes;
    int node_count;
    int node_of[FAMILY_SIZE]; /* 1 + node of a slice, 0 if there is none */
} Plan;

/* Makes the plan of a zeroed Plan that has its options. As generate_tables; to be freed by
 * plan_done in any case. */
Status plan_make(Plan *plan, Error *error);
void plan_done(Plan *plan);

/* Path of a node's file, to be freed; NULL without memory. */
char *plan_get_path(const Plan *plan, const Node *node);

/* Bytes that building a node takes besides codes, and the positions it has. */
uint64_t plan_work_size(const Plan *plan, const Node *node);
uint64_t plan_count_positions(const Node *node);

#endif
