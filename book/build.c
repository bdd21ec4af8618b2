/* SPDX-License-Identifier: MIT */
#include "book/build.h"

#include "book/build_graph_internal.h"

#include <stdlib.h>

struct BookBuild {
    BookPlan plan;
    BookWork *work;
    Graph graph;
    int searched, expanded, reused;
    bool over;
    /* The round under way: the leaves it expands, and the positions to be searched for them. */
    int *leaves;
    int leaf_count;
    int *wanted;
    int wanted_count, wanted_capacity;
    int given;    /* of `wanted`, named by book_build_next */
    int answered; /* of those */
};

BookPlan book_plan_default(void) {
    return (BookPlan){.positions = 20000, .ply_cost = 8, .plies = 60, .round = 8};
}

static Status check_plan(const BookPlan *plan, Error *error) {
    const struct {
        const char *name;
        int value, max;
    } fields[] = {
        {"positions", plan->positions, BOOK_INDEX_MAX},
        {"centimen for a ply", plan->ply_cost, 1000},
        {"plies", plan->plies, BOOK_PLIES_MAX},
        {"leaves at a time", plan->round, BOOK_ROUND_MAX},
    };
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (fields[i].value < 1 || fields[i].value > fields[i].max)
            return error_set(error, STATUS_RANGE, "a book with %d %s; from 1 to %d are possible",
                             fields[i].value, fields[i].name, fields[i].max);
    return STATUS_OK;
}

/* ---- positions to be searched ---- */

static Status want(BookBuild *build, int number, Error *error) {
    if (build->wanted_count == build->wanted_capacity) {
        int capacity = build->wanted_capacity ? build->wanted_capacity * 2 : 256;
        int *grown = realloc(build->wanted, (size_t)capacity * sizeof *grown);
        if (!grown)
            return error_set(error, STATUS_NO_MEMORY, "no memory for a book of this size");
        build->wanted = grown;
        build->wanted_capacity = capacity;
    }
    build->wanted[build->wanted_count++] = number;
    return STATUS_OK;
}

static void take_score(BookBuild *build, int number, const BookWorkScore *score) {
    graph_set_score(&build->graph, number, score->score, score->depth);
    build->searched++;
}

/* A node without a score gets it from the law, from the work file, or is to be searched. */
static Status ask_for_score(BookBuild *build, int number, Error *error) {
    const Board *board = &build->graph.index.boards[number];
    Position position;
    BookWorkScore score = {.score = book_end_score(build->graph.rules)};
    if (build->graph.nodes[number].state != NODE_NEW)
        return STATUS_OK;
    Status status = book_place(build->graph.rules, board, &position, error);
    if (status < 0)
        return status;
    if (!movegen_has_move(&position)) {
        take_score(build, number, &score);
    } else if (build->work && book_work_find(build->work, board, &score)) {
        take_score(build, number, &score);
        build->reused++;
    } else {
        status = want(build, number, error);
    }
    return status;
}

/* ---- rounds ---- */

/* Two leaves of a round may lead to the same new position: it is asked for once, when the round's
 * expansions are all made. */
static Status ask_for_moves(BookBuild *build, int first_new, Error *error) {
    Status status = STATUS_OK;
    for (int number = first_new; number < build->graph.index.count && status == STATUS_OK; number++)
        status = ask_for_score(build, number, error);
    return status;
}

/* Chooses and expands the leaves of the next round. */
static Status plan_round(BookBuild *build, Error *error) {
    Graph *graph = &build->graph;
    int first_new = graph->index.count;
    Status status = STATUS_OK;
    build->leaf_count = build->wanted_count = build->given = build->answered = 0;
    while (build->leaf_count < build->plan.round && graph->index.count < build->plan.positions) {
        int leaf = graph_find_leaf(graph);
        if (leaf < 0)
            break;
        status = graph_expand(graph, leaf, error);
        if (status < 0)
            return status;
        build->leaves[build->leaf_count++] = leaf;
    }
    build->over = build->leaf_count == 0;
    return ask_for_moves(build, first_new, error);
}

/* Backs up the round that is complete. */
static Status finish_round(BookBuild *build, Error *error) {
    Status status = STATUS_OK;
    for (int i = 0; i < build->leaf_count && status == STATUS_OK; i++)
        status = graph_back_up(&build->graph, build->leaves[i], error);
    build->expanded += build->leaf_count;
    return status;
}

/* Goes on to the next round that needs a search, or to the end. */
static Status go_on(BookBuild *build, Error *error) {
    Status status = STATUS_OK;
    while (status == STATUS_OK && !build->over && build->answered == build->wanted_count) {
        status = finish_round(build, error);
        if (status == STATUS_OK)
            status = plan_round(build, error);
    }
    return status;
}

/* ---- life ---- */

static Status check_start(const Position *start, Error *error) {
    MoveList list;
    if (book_goes_forward(start, &list) && list.count > 0)
        return STATUS_OK;
    return error_set(error, STATUS_STATE,
                     "a book cannot begin here: there is a king, a move that can be taken back, "
                     "or no move at all");
}

static Status begin(BookBuild *build, const Position *start, Error *error) {
    Board board = book_normalise(start);
    build->leaves = calloc((size_t)build->plan.round, sizeof *build->leaves);
    if (!build->leaves)
        return error_set(error, STATUS_NO_MEMORY, "no memory to build a book");
    int root = graph_add(&build->graph, &board, 0, error);
    if (root < 0)
        return (Status)root;
    Status status = ask_for_score(build, root, error);
    return status < 0 ? status : go_on(build, error);
}

Status book_build_new(const Position *start, const BookPlan *plan, BookWork *work,
                      BookBuild **ret_build, Error *error) {
    Status status = check_plan(plan, error);
    if (status == STATUS_OK)
        status = check_start(start, error);
    if (status < 0)
        return status;
    BookBuild *build = calloc(1, sizeof *build);
    if (!build)
        return error_set(error, STATUS_NO_MEMORY, "no memory to build a book");
    *build = (BookBuild){.plan = *plan, .work = work};
    build->graph =
        (Graph){.rules = start->rules, .ply_cost = plan->ply_cost, .plies_max = plan->plies};
    status = begin(build, start, error);
    if (status < 0)
        book_build_free(build);
    else
        *ret_build = build;
    return status;
}

void book_build_free(BookBuild *build) {
    if (!build)
        return;
    graph_done(&build->graph);
    free(build->leaves);
    free(build->wanted);
    free(build);
}

/* ---- work ---- */

int book_build_next(BookBuild *build, BookLeaf *ret_leaf) {
    if (build->given == build->wanted_count)
        return 0;
    ret_leaf->number = build->wanted[build->given];
    /* The board was placed before it was asked for, so it can be placed again. */
    if (book_place(build->graph.rules, &build->graph.index.boards[ret_leaf->number],
                   &ret_leaf->position, NULL) < 0)
        return 0;
    build->given++;
    return 1;
}

Status book_build_put(BookBuild *build, const BookLeaf *leaf, const BookWorkScore *score,
                      Error *error) {
    Status status = STATUS_OK;
    if (build->work)
        status = book_work_add(build->work, &build->graph.index.boards[leaf->number], score, error);
    if (status < 0)
        return status;
    take_score(build, leaf->number, score);
    build->answered++;
    return go_on(build, error);
}

bool book_build_is_over(const BookBuild *build) {
    return build->over;
}

BookProgress book_build_get_progress(const BookBuild *build) {
    return (BookProgress){
        .positions = build->graph.index.count,
        .searched = build->searched,
        .expanded = build->expanded,
        .reused = build->reused,
        .root_score = build->graph.nodes[0].score,
    };
}

Status book_build_collect(const BookBuild *build, BookSet *set, Error *error) {
    const Graph *graph = &build->graph;
    Status status = STATUS_OK;
    for (int i = 0; i < graph->index.count && status == STATUS_OK; i++) {
        const GraphNode *node = &graph->nodes[i];
        if (node->state == NODE_NEW)
            continue;
        BookEntry entry = {
            .board = graph->index.boards[i],
            .score = node->score,
            .depth = node->depth,
            .evidence = node->state == NODE_EXPANDED ? BOOK_BACKED : BOOK_SEARCHED,
        };
        status = book_set_add(set, &entry, error);
    }
    return status;
}
