/* SPDX-License-Identifier: MIT */
#include "engine/search/order_internal.h"

#include "engine/search/params.h"

#include <stdlib.h>

/* Classes of moves, far enough apart that history, at most HISTORY_LIMIT, cannot bridge them. */
enum {
    ORDER_TABLE = 1 << 28,
    ORDER_PROMOTION = 1 << 24,
    ORDER_KILLER = 1 << 20, /* the first; the others follow */
    ORDER_PIECE = 1 << 16,  /* for each piece taken, and again for each king */
};

static int16_t *history_of(Worker *worker, Color color, Move move) {
    return &worker->history[color][move.from][move.to];
}

static int killer_rank(const Frame *frame, Move move) {
    for (int i = 0; i < KILLER_COUNT; i++)
        if (move_equals(frame->killers[i], move))
            return KILLER_COUNT - i;
    return 0;
}

void order_moves(const Worker *worker, Frame *frame, TableMove table_move) {
    const Position *position = &frame->position;
    Color turn = (Color)position->turn;
    Bitboard enemy_kings = position->board.kings[color_other(turn)];
    for (int i = 0; i < frame->list.count; i++) {
        Move move = frame->list.moves[i];
        int order = worker->history[turn][move.from][move.to];
        if (table_move && table_move_code(move) == table_move)
            order += ORDER_TABLE;
        if (move.promotes)
            order += ORDER_PROMOTION;
        if (move_is_capture(move))
            order +=
                ORDER_PIECE * (move_count_captured(move) +
                               (enemy_kings ? bits_count(move_captured(move) & enemy_kings) : 0));
        else
            order += ORDER_KILLER * killer_rank(frame, move);
        frame->order[i] = order;
    }
}

Move order_pick(Frame *frame, int index) {
    int best = index;
    for (int i = index + 1; i < frame->list.count; i++)
        if (frame->order[i] > frame->order[best])
            best = i;
    Move move = frame->list.moves[best];
    int order = frame->order[best];
    frame->list.moves[best] = frame->list.moves[index];
    frame->order[best] = frame->order[index];
    frame->list.moves[index] = move;
    frame->order[index] = order;
    return move;
}

/* Moves the count towards +-HISTORY_LIMIT, the slower the nearer it is. */
static void change_history(int16_t *count, int bonus) {
    *count = (int16_t)(*count + bonus - *count * abs(bonus) / HISTORY_LIMIT);
}

void order_learn(Worker *worker, Frame *frame, int index, int depth) {
    Color turn = (Color)frame->position.turn;
    Move move = frame->list.moves[index];
    int bonus = 16 * depth * depth;
    if (bonus > HISTORY_BONUS_MAX)
        bonus = HISTORY_BONUS_MAX;
    change_history(history_of(worker, turn, move), bonus);
    for (int i = 0; i < index; i++)
        change_history(history_of(worker, turn, frame->list.moves[i]), -bonus);
    if (!move_is_capture(move) && !move_equals(frame->killers[0], move)) {
        for (int i = KILLER_COUNT - 1; i > 0; i--)
            frame->killers[i] = frame->killers[i - 1];
        frame->killers[0] = move;
    }
}
