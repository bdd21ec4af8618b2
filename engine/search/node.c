/* SPDX-License-Identifier: MIT */
#include "engine/search/node_internal.h"

#include "engine/search/consult_internal.h"
#include "engine/search/law_internal.h"
#include "engine/search/order_internal.h"
#include "engine/search/params.h"

/* Narrows the window to what can still happen: a loss here at once, a win by the next move, or at
 * once where to have no move wins. */
static bool cut_by_distance(Node *node) {
    bool at_once = node->frame->position.rules->no_move_wins;
    int low = score_loss_in(node->ply), high = score_win_in(node->ply + !at_once);
    if (node->alpha < low)
        node->alpha = low;
    if (node->beta > high)
        node->beta = high;
    return node->alpha >= node->beta;
}

static bool window_is_evaluation(const Node *node) {
    return node->alpha >= -SCORE_EVAL_MAX && node->beta <= SCORE_EVAL_MAX;
}

/* Whether the oracle answers the node. A bound that lies within the window is no answer, since a
 * proven score may be better. */
static bool cut_by_oracle(Node *node, int *ret_score) {
    switch (consult_look(node->worker, node->ply, ret_score)) {
    case BOUND_EXACT:
        return true;
    case BOUND_LOWER:
        if (*ret_score >= node->beta)
            return true;
        node->best = *ret_score;
        node->alpha = node->alpha > *ret_score ? node->alpha : *ret_score;
        return false;
    case BOUND_UPPER:
        if (*ret_score <= node->alpha)
            return true;
        node->ceiling = *ret_score;
        node->beta = node->beta < *ret_score ? node->beta : *ret_score;
        return false;
    default:
        return false;
    }
}

/* Whether the table answers the node. Not where an exact score is wanted, so that lines are whole
 * and repetitions on them are seen. */
static bool cut_by_table(const Node *node, const TableEntry *entry, int *ret_score) {
    if (node->open || entry->bound == BOUND_NONE || entry->depth < node->depth)
        return false;
    int score = table_score_out(entry->score, node->ply);
    int plies = score_is_proven(score) ? score_distance(entry->score) : entry->depth;
    if (plies >= law_plies_free(&node->frame->position))
        return false;
    *ret_score = score;
    return (entry->bound & BOUND_LOWER && score >= node->beta) ||
           (entry->bound & BOUND_UPPER && score <= node->alpha);
}

/* Near the leaves a static score far above the window answers. Not where a capture is due: the
 * static score knows nothing of it. */
static bool cut_by_static_score(const Node *node, int *ret_score) {
    const Position *position = &node->frame->position;
    if (node->open || node->depth > STATIC_DEPTH || !window_is_evaluation(node) ||
        movegen_has_capture(position, (Color)position->turn))
        return false;
    *ret_score = eval_score(node->worker->search->job.eval, position) - STATIC_MARGIN * node->depth;
    return *ret_score >= node->beta && movegen_has_move(position);
}

/* A look at less depth that comes out far above the window makes it likely that the full depth
 * would come out above it. */
static bool cut_by_shallow_look(Node *node, int *ret_score) {
    Worker *worker = node->worker;
    if (node->open || !worker->pruning || node->depth < PROBCUT_DEPTH ||
        !window_is_evaluation(node))
        return false;
    int margin = PROBCUT_MARGIN * node->depth;
    int bound = node->beta + margin;
    worker->pruning = false;
    int score = node_search(worker, node->ply, bound - 1, bound, node->depth * PROBCUT_SHARE / 100);
    worker->pruning = true;
    *ret_score = score_is_proven(score) ? score : score - margin;
    return worker->stopped || score >= bound;
}

/* Plies to add below this node. A side with one move decides nothing. */
static int extension(const Node *node) {
    return node->frame->list.count == 1 && node->ply < 2 * node->worker->iteration;
}

/* The binary logarithm in sixteenths, straight between powers of two. */
static int logarithm(int number) {
    int whole = 31 - __builtin_clz((unsigned)number);
    return 16 * whole + (16 * number >> whole) - 16;
}

/* Plies to search less, at first, for a move late in the order: the more, the later it comes and
 * the deeper the search. */
static int reduction(const Node *node, Move move, int index) {
    if (node->depth < REDUCE_DEPTH || move_is_capture(move) || move.promotes ||
        !window_is_evaluation(node))
        return 0;
    int product = logarithm(node->depth) * logarithm(index + 1);
    int plies = (REDUCE_BASE + product) / REDUCE_STEP - node->open;
    if (plies >= node->depth)
        return node->depth - 1;
    return plies > 0 ? plies : 0;
}

int node_try_move(Node *node, Move move, int index) {
    Worker *worker = node->worker;
    int next = node->ply + 1;
    int depth = node->depth - 1 + extension(node);
    position_make(&node->frame->position, move, &worker->frames[next].position);
    if (depth > 0) /* quiescence does without the table */
        table_prefetch(&worker->search->table, law_table_key(&worker->frames[next].position));
    if (index > 0) {
        int less = reduction(node, move, index);
        int score = -node_search(worker, next, -node->alpha - 1, -node->alpha, depth - less);
        if (less && score > node->alpha && !worker->stopped)
            score = -node_search(worker, next, -node->alpha - 1, -node->alpha, depth);
        if (score <= node->alpha || score >= node->beta || worker->stopped)
            return score;
    }
    return -node_search(worker, next, -node->beta, -node->alpha, depth);
}

static void try_moves(Node *node) {
    for (int i = 0; i < node->frame->list.count; i++) {
        Move move = order_pick(node->frame, i);
        int score = node_try_move(node, move, i);
        if (node->worker->stopped)
            return;
        if (score <= node->best)
            continue;
        node->best = score;
        if (score <= node->alpha)
            continue;
        node->alpha = score;
        node->best_index = i;
        worker_update_line(node->worker, node->ply, move);
        if (score >= node->beta) {
            order_learn(node->worker, node->frame, i, node->depth);
            return;
        }
    }
}

static void store(const Node *node, uint64_t key) {
    if (node->depth >= law_plies_free(&node->frame->position))
        return;
    TableEntry entry = {
        .score = table_score_in(node->best, node->ply),
        .depth = node->depth,
        .bound = BOUND_UPPER,
    };
    if (node->best_index >= 0) {
        entry.bound = node->best >= node->beta ? BOUND_LOWER : BOUND_EXACT;
        entry.move = table_move_code(node->frame->list.moves[node->best_index]);
    }
    table_store(&node->worker->search->table, key, entry);
}

/* Whether the other side threatens to capture and nothing is due: the static worth says little
 * there, so one more ply is searched with all moves. Chains of threats end with the line's
 * length. */
static bool is_threatened(const Worker *worker, int ply) {
    const Position *position = &worker->frames[ply].position;
    Color turn = (Color)position->turn;
    return ply < 2 * worker->iteration + THREAT_PLIES &&
           movegen_has_capture(position, color_other(turn)) && !movegen_has_capture(position, turn);
}

int node_search(Worker *worker, int ply, int alpha, int beta, int depth) {
    if (depth <= 0) {
        if (!is_threatened(worker, ply))
            return quiescence_search(worker, ply, alpha, beta);
        depth = 1;
    }
    if (!worker_enter(worker, ply))
        return 0;
    Frame *frame = &worker->frames[ply];
    Node node = {
        .worker = worker,
        .frame = frame,
        .ply = ply,
        .depth = depth,
        .alpha = alpha,
        .beta = beta,
        .open = beta - alpha > 1,
        .ceiling = SCORE_INFINITE,
        .best = score_loss_in(ply),
        .best_index = -1,
    };
    int score;
    if (law_ends_game(worker, ply, &score))
        return score;
    if (ply == SEARCH_PLY_MAX)
        return eval_score(worker->search->job.eval, &frame->position);
    if (cut_by_distance(&node))
        return node.alpha;
    if (worker->search->job.oracle_pieces && cut_by_oracle(&node, &score))
        return score;
    uint64_t key = law_table_key(&frame->position);
    TableEntry entry = table_probe(&worker->search->table, key);
    if (cut_by_table(&node, &entry, &score) || cut_by_static_score(&node, &score) ||
        cut_by_shallow_look(&node, &score))
        return score;
    if (movegen_generate(&frame->position, &frame->list) == 0)
        return law_no_move_score(&frame->position, ply);
    order_moves(worker, frame, entry.move);
    try_moves(&node);
    node.best = node.best < node.ceiling ? node.best : node.ceiling;
    if (!worker->stopped)
        store(&node, key);
    return node.best;
}
