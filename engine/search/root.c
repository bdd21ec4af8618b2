/* SPDX-License-Identifier: MIT */
#include "engine/search/node_internal.h"

#include <string.h>

void root_move_up(Worker *worker, int from, int to) {
    Move *moves = worker->root_moves.moves, move = moves[from];
    int *ids = worker->root_ids, id = ids[from];
    memmove(moves + to + 1, moves + to, (size_t)(from - to) * sizeof *moves);
    memmove(ids + to + 1, ids + to, (size_t)(from - to) * sizeof *ids);
    moves[to] = move;
    ids[to] = id;
}

/* A score from beta up is only a bound and its line ends at once, so it is no news of a move that
 * leads already. */
static void note_finding(Worker *worker, int index, int score, int beta) {
    const Frame *frame = &worker->frames[0];
    Finding *finding = worker_finding(worker, index);
    if (score >= beta && finding->line_length > 0 && index == worker->slot)
        return;
    finding->depth = worker->iteration;
    finding->score = score;
    finding->line_length = frame->line_length;
    memcpy(finding->line, frame->line, (size_t)frame->line_length * sizeof *frame->line);
}

/* The table does not cut here and draws are not looked for: the root is to give a move whatever
 * the law says of it. */
int root_search(Worker *worker, int alpha, int beta) {
    if (!worker_enter(worker, 0))
        return 0;
    Frame *frame = &worker->frames[0];
    frame->list = worker->root_moves;
    Node node = {
        .worker = worker,
        .frame = frame,
        .ply = 0,
        .depth = worker->iteration,
        .alpha = alpha,
        .beta = beta,
        .open = true,
        .ceiling = SCORE_INFINITE,
        .best = -SCORE_INFINITE,
        .best_index = -1,
    };
    for (int i = worker->slot; i < worker->slot_end && node.alpha < beta; i++) {
        Move move = frame->list.moves[i];
        int score = node_try_move(&node, move, i - worker->slot);
        if (worker->stopped)
            break;
        if (score > node.best)
            node.best = score;
        if (score > node.alpha) {
            node.alpha = score;
            node.best_index = i;
            worker_update_line(worker, 0, move);
            note_finding(worker, i, score, beta);
        }
    }
    if (node.best_index > worker->slot)
        root_move_up(worker, node.best_index, worker->slot);
    return node.best;
}
