/* SPDX-License-Identifier: MIT */
#include "book/build_graph_internal.h"

#include <stdlib.h>

enum {
    ROOT = 0,
    CAPACITY_MIN = 1024,
};

/* Makes room for `count` items in an array. */
static Status reserve(void **array, int *capacity, size_t size, int count, Error *error) {
    if (count <= *capacity)
        return STATUS_OK;
    int grown = *capacity ? *capacity : CAPACITY_MIN;
    while (grown < count && grown <= INT32_MAX / 2)
        grown *= 2;
    void *moved = grown >= count ? realloc(*array, (size_t)grown * size) : NULL;
    if (!moved)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a book of this size");
    *array = moved;
    *capacity = grown;
    return STATUS_OK;
}

static Status reserve_nodes(Graph *graph, int count, Error *error) {
    void *array = graph->nodes;
    Status status = reserve(&array, &graph->node_capacity, sizeof *graph->nodes, count, error);
    graph->nodes = array;
    return status;
}

static Status reserve_edges(Graph *graph, int count, Error *error) {
    void *array = graph->edges;
    Status status = reserve(&array, &graph->edge_capacity, sizeof *graph->edges, count, error);
    graph->edges = array;
    return status;
}

static Status reserve_queue(Graph *graph, int count, Error *error) {
    void *array = graph->queue;
    Status status = reserve(&array, &graph->queue_capacity, sizeof *graph->queue, count, error);
    graph->queue = array;
    return status;
}

void graph_done(Graph *graph) {
    book_index_done(&graph->index);
    free(graph->nodes);
    free(graph->edges);
    free(graph->queue);
    *graph = (Graph){.rules = graph->rules};
}

int graph_add(Graph *graph, const Board *board, int plies, Error *error) {
    int number = book_index_find(&graph->index, board);
    if (number >= 0) {
        GraphNode *node = &graph->nodes[number];
        node->plies = plies < node->plies ? plies : node->plies;
        return number;
    }
    Status status = reserve_nodes(graph, graph->index.count + 1, error);
    if (status < 0)
        return (int)status;
    number = book_index_add(&graph->index, board, error);
    if (number >= 0)
        graph->nodes[number] = (GraphNode){
            .state = NODE_NEW, .plies = plies, .priority = PRIORITY_NEVER, .first_parent = -1};
    return number;
}

/* A leaf is worth expanding when its end is not known and play goes on from there. */
static bool is_expandable(const Graph *graph, int number) {
    const GraphNode *node = &graph->nodes[number];
    Position position;
    MoveList list;
    return abs(node->score) < BOOK_PROVEN_MIN && node->plies < graph->plies_max &&
           book_place(graph->rules, &graph->index.boards[number], &position, NULL) == STATUS_OK &&
           book_goes_forward(&position, &list) && list.count > 0;
}

void graph_set_score(Graph *graph, int number, int score, int depth) {
    GraphNode *node = &graph->nodes[number];
    node->state = NODE_LEAF;
    node->score = score;
    node->depth = depth;
    node->priority = is_expandable(graph, number) ? 0 : PRIORITY_NEVER;
}

/* ---- the leaf to expand ---- */

/* What it costs to reach the cheapest leaf by this edge, the ply itself left out. */
static int find_cost(const Graph *graph, const GraphNode *node, const GraphEdge *edge) {
    const GraphNode *next = &graph->nodes[edge->to];
    if (next->priority == PRIORITY_NEVER)
        return PRIORITY_NEVER;
    int64_t loss = (int64_t)node->score - book_score_before(next->score);
    int64_t cost = (int64_t)next->priority + (loss > 0 ? loss : 0);
    return cost < PRIORITY_NEVER ? (int)cost : PRIORITY_NEVER;
}

/* The cheapest edge of a node, -1 when nothing below is to be expanded. */
static int find_cheapest_edge(const Graph *graph, const GraphNode *node, int *ret_cost) {
    int best = -1;
    *ret_cost = PRIORITY_NEVER;
    for (int i = node->first_edge; i < node->first_edge + node->edge_count; i++) {
        int cost = find_cost(graph, node, &graph->edges[i]);
        if (cost < *ret_cost) {
            best = i;
            *ret_cost = cost;
        }
    }
    return best;
}

int graph_find_leaf(const Graph *graph) {
    int number = ROOT, cost;
    while (graph->nodes[number].state == NODE_EXPANDED) {
        int edge = find_cheapest_edge(graph, &graph->nodes[number], &cost);
        if (edge < 0)
            return -1;
        number = graph->edges[edge].to;
    }
    return graph->nodes[number].priority == PRIORITY_NEVER ? -1 : number;
}

/* ---- backing up ---- */

/* Works score and priority of a node out; whether either changed. */
static bool work_out(const Graph *graph, GraphNode *node) {
    int score = -BOOK_SCORE_MAX;
    for (int i = node->first_edge; i < node->first_edge + node->edge_count; i++) {
        int of_move = book_score_before(graph->nodes[graph->edges[i].to].score);
        score = of_move > score ? of_move : score;
    }
    bool changed = score != node->score;
    node->score = score;
    int cost;
    find_cheapest_edge(graph, node, &cost);
    int priority =
        cost < PRIORITY_NEVER - graph->ply_cost ? cost + graph->ply_cost : PRIORITY_NEVER;
    changed |= priority != node->priority;
    node->priority = priority;
    return changed;
}

static Status queue_parents(Graph *graph, int number, int *tail, Error *error) {
    for (int i = graph->nodes[number].first_parent; i >= 0; i = graph->edges[i].next_parent) {
        GraphNode *parent = &graph->nodes[graph->edges[i].from];
        if (parent->queued || parent->state != NODE_EXPANDED)
            continue;
        Status status = reserve_queue(graph, *tail + 1, error);
        if (status < 0)
            return status;
        parent->queued = true;
        graph->queue[(*tail)++] = graph->edges[i].from;
    }
    return STATUS_OK;
}

/* Score or priority of a node has changed: works out anew whatever leads to it. */
static Status spread_change(Graph *graph, int number, Error *error) {
    int tail = 0;
    Status status = queue_parents(graph, number, &tail, error);
    for (int head = 0; head < tail && status == STATUS_OK; head++) {
        int next = graph->queue[head];
        graph->nodes[next].queued = false;
        if (work_out(graph, &graph->nodes[next]))
            status = queue_parents(graph, next, &tail, error);
    }
    return status;
}

/* ---- growing ---- */

static Status add_move(Graph *graph, int number, const Position *position, Move move,
                       Error *error) {
    Position next;
    position_make(position, move, &next);
    Board board = book_normalise(&next);
    int to = graph_add(graph, &board, graph->nodes[number].plies + 1, error);
    Status status = to < 0 ? (Status)to : reserve_edges(graph, graph->edge_count + 1, error);
    if (status < 0)
        return status;
    graph->edges[graph->edge_count] =
        (GraphEdge){.from = number, .to = to, .next_parent = graph->nodes[to].first_parent};
    graph->nodes[to].first_parent = graph->edge_count++;
    graph->nodes[number].edge_count++;
    return STATUS_OK;
}

Status graph_expand(Graph *graph, int number, Error *error) {
    Position position;
    MoveList list;
    Status status = book_place(graph->rules, &graph->index.boards[number], &position, error);
    if (status < 0)
        return status;
    movegen_generate(&position, &list);
    graph->nodes[number].first_edge = graph->edge_count;
    for (int i = 0; i < list.count && status == STATUS_OK; i++)
        status = add_move(graph, number, &position, list.moves[i], error);
    graph->nodes[number].state = NODE_EXPANDING;
    graph->nodes[number].priority = PRIORITY_NEVER;
    return status < 0 ? status : spread_change(graph, number, error);
}

Status graph_back_up(Graph *graph, int number, Error *error) {
    graph->nodes[number].state = NODE_EXPANDED;
    work_out(graph, &graph->nodes[number]);
    return spread_change(graph, number, error);
}
