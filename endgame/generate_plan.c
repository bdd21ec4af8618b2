/* SPDX-License-Identifier: MIT */
#include "endgame/generate_plan_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static Status add_node(Plan *plan, Slice slice, Error *error) {
    slice = slice_of_pair(slice);
    if (plan->node_of[family_number(slice)])
        return STATUS_OK;
    Node *grown = realloc(plan->nodes, ((size_t)plan->node_count + 1) * sizeof *grown);
    if (!grown)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a plan of the build");
    plan->nodes = grown;
    Node *node = &grown[plan->node_count];
    *node = (Node){.state = NODE_ABSENT};
    Status status = slab_init(&node->slab, plan->options->kind, plan->options->rules, slice, error);
    if (status < 0)
        return status;
    plan->node_count++;
    plan->node_of[family_number(slice)] = plan->node_count;
    plan->node_of[family_number(slice_swap(slice))] = plan->node_count;
    return STATUS_OK;
}

typedef struct {
    Plan *plan;
    int *parents; /* room for all nodes */
    int count;
    bool complete;
} ParentList;

static void note_parent(void *context, Slice slice) {
    ParentList *list = context;
    int node = list->plan->node_of[family_number(slice)] - 1;
    if (node < 0) {
        list->complete = false;
        return;
    }
    for (int i = 0; i < list->count; i++)
        if (list->parents[i] == node)
            return;
    list->parents[list->count++] = node;
}

static Status link_parents(Plan *plan, Error *error) {
    for (int i = 0; i < plan->node_count; i++) {
        Node *node = &plan->nodes[i];
        ParentList list = {.plan = plan, .complete = true};
        list.parents = malloc((size_t)plan->node_count * sizeof *list.parents);
        if (!list.parents)
            return error_set(error, STATUS_NO_MEMORY, "no memory for a plan of the build");
        pair_list_relatives(node->slab.slice, note_parent, &list);
        node->parents = list.parents;
        node->parent_count = list.count;
    }
    return STATUS_OK;
}

static void collect_slice(void *context, Slice slice) {
    bool *needed = context;
    needed[family_number(slice)] = true;
}

/* The pair asked for and what it needs. */
static Status plan_one(Plan *plan, Slice only, Error *error) {
    bool needed[FAMILY_SIZE] = {false};
    needed[family_number(only)] = true;
    pair_list_relatives(only, collect_slice, needed);
    Status status = STATUS_OK;
    for (int pieces = 2; pieces <= slice_count(only); pieces++) {
        Slice pairs[SLICE_LIST_MAX];
        int count = slice_list_pairs(pieces, pairs);
        for (int i = 0; i < count && status == STATUS_OK; i++)
            if (needed[family_number(pairs[i])] || needed[family_number(slice_swap(pairs[i]))])
                status = add_node(plan, pairs[i], error);
    }
    return status;
}

static Status plan_all(Plan *plan, int pieces_max, Error *error) {
    Status status = STATUS_OK;
    for (int pieces = 2; pieces <= pieces_max; pieces++) {
        Slice pairs[SLICE_LIST_MAX];
        int count = slice_list_pairs(pieces, pairs);
        for (int i = 0; i < count && status == STATUS_OK; i++)
            status = add_node(plan, pairs[i], error);
    }
    return status;
}

char *plan_get_path(const Plan *plan, const Node *node) {
    char name[TABLE_FILE_NAME_SIZE];
    const GenerateOptions *options = plan->options;
    table_file_write_name(options->rules, options->kind, node->slab.slice, name);
    size_t size = strlen(options->folder) + sizeof name + 2;
    char *path = malloc(size);
    if (path)
        snprintf(path, size, "%s/%s", options->folder, name);
    return path;
}

/* Sees which files are there, and reads all of each: what is built now leans on them. A damaged one
 * is not built over: whoever damaged it may have damaged others, and the person should know. */
static Status look_for_files(Plan *plan, Error *error) {
    const Slice *only = plan->options->only;
    for (int i = 0; i < plan->node_count; i++) {
        Node *node = &plan->nodes[i];
        char *path = plan_get_path(plan, node);
        if (!path)
            return error_set(error, STATUS_NO_MEMORY, "no memory for a plan of the build");
        bool there = access(path, F_OK) == 0;
        Status status = there ? table_file_examine(path, plan->options->rules, plan->options->kind,
                                                   node->slab.slice, error)
                              : STATUS_OK;
        free(path);
        if (status < 0)
            return status;
        char name[SLICE_NAME_SIZE];
        if (there)
            node->state = NODE_DONE;
        else if (only && !slice_equals(node->slab.slice, slice_of_pair(*only)))
            return error_set(error, STATUS_STATE,
                             "the table of %s is needed and not in %s: build it first",
                             slice_write(node->slab.slice, name), plan->options->folder);
    }
    return STATUS_OK;
}

uint64_t plan_count_positions(const Node *node) {
    const Slab *slab = &node->slab;
    return slab->index[0].count + (slab->side_count == 2 ? slab->index[1].count : 0);
}

uint64_t plan_work_size(const Plan *plan, const Node *node) {
    /* Compression needs at most the size of the codes once more, when nothing can be compressed. */
    return pair_solve_size(&node->slab, plan->options->threads) + slab_size(&node->slab);
}

/* Bytes that must be in memory to build a node. */
static uint64_t need_of(const Plan *plan, const Node *node) {
    uint64_t need = slab_size(&node->slab) + plan_work_size(plan, node);
    for (int i = 0; i < node->parent_count; i++)
        need += slab_size(&plan->nodes[node->parents[i]].slab);
    return need;
}

static Status check_memory(const Plan *plan, Error *error) {
    uint64_t limit = plan->options->memory_bytes;
    for (int i = 0; i < plan->node_count; i++) {
        const Node *node = &plan->nodes[i];
        uint64_t need = need_of(plan, node);
        char name[SLICE_NAME_SIZE];
        if (node->state == NODE_ABSENT && need > limit)
            return error_set(error, STATUS_RANGE,
                             "%s needs %.2f GiB of memory, %.2f are allowed (--memory)",
                             slice_write(node->slab.slice, name), (double)need / (1 << 30),
                             (double)limit / (1 << 30));
    }
    return STATUS_OK;
}

Status plan_make(Plan *plan, Error *error) {
    const GenerateOptions *options = plan->options;
    Status status = options->only ? plan_one(plan, *options->only, error)
                                  : plan_all(plan, options->pieces, error);
    if (status == STATUS_OK)
        status = link_parents(plan, error);
    if (status == STATUS_OK)
        status = look_for_files(plan, error);
    return status == STATUS_OK ? check_memory(plan, error) : status;
}

void plan_done(Plan *plan) {
    for (int i = 0; i < plan->node_count; i++) {
        slab_clear(&plan->nodes[i].slab);
        free(plan->nodes[i].parents);
    }
    free(plan->nodes);
}
