/* SPDX-License-Identifier: MIT */
#include "engine/search/consult_internal.h"
#include "engine/search/law_internal.h"
#include "engine/search/order_internal.h"

/* Tries every move of the frame's list, deeper in quiescence. */
static int search_all(Worker *worker, int ply, int alpha, int beta) {
    Frame *frame = &worker->frames[ply];
    if (frame->list.count > 1)
        order_moves(worker, frame, 0);
    int best = score_loss_in(ply);
    for (int i = 0; i < frame->list.count; i++) {
        Move move = order_pick(frame, i);
        position_make(&frame->position, move, &worker->frames[ply + 1].position);
        int score = -quiescence_search(worker, ply + 1, -beta, -alpha);
        if (worker->stopped)
            return 0;
        if (score > best) {
            best = score;
            if (score > alpha) {
                alpha = score;
                worker_update_line(worker, ply, move);
                if (score >= beta)
                    break;
            }
        }
    }
    return best;
}

/* A capture is compulsory, so nobody can stand pat where one is due. */
int quiescence_search(Worker *worker, int ply, int alpha, int beta) {
    if (!worker_enter(worker, ply))
        return 0;
    Frame *frame = &worker->frames[ply];
    const Position *position = &frame->position;
    int score;
    if (law_ends_game(worker, ply, &score))
        return score;
    if (ply == SEARCH_PLY_MAX)
        return eval_score(worker->search->job.eval, position);
    if (movegen_has_capture(position, (Color)position->turn)) {
        movegen_generate(position, &frame->list);
        return search_all(worker, ply, alpha, beta);
    }
    if (!movegen_has_move(position))
        return law_no_move_score(position, ply);
    if (worker->search->job.oracle_pieces && consult_look(worker, ply, &score) != BOUND_NONE)
        return score;
    return eval_score(worker->search->job.eval, position);
}
