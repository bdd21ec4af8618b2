/* SPDX-License-Identifier: MIT */
#include "engine/search/node_internal.h"

#include <string.h>

static void move_to_front(MoveList *list, int index) {
    Move move = list->moves[index];
    memmove(list->moves + 1, list->moves, (size_t)index * sizeof move);
    list->moves[0] = move;
}

/* A score from beta up is only a bound and its line ends at once, so it is no news of a move that
 * leads already. */
static void note_finding(Worker *worker, int score, int beta) {
    const Frame *frame = &worker->frames[0];
    Finding *finding = &worker->finding;
    if (score >= beta && finding->line_length > 0 && move_equals(frame->line[0], finding->line[0]))
        return;
    finding->line_depth = worker->iteration;
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
    for (int i = 0; i < frame->list.count && node.alpha < beta; i++) {
        Move move = frame->list.moves[i];
        int score = node_try_move(&node, move, i);
        if (worker->stopped)
            return 0;
        if (score > node.best)
            node.best = score;
        if (score > node.alpha) {
            node.alpha = score;
            node.best_index = i;
            worker_update_line(worker, 0, move);
            note_finding(worker, score, beta);
        }
    }
    if (node.best_index > 0)
        move_to_front(&worker->root_moves, node.best_index);
    return node.best;
}
