/* SPDX-License-Identifier: MIT */
#include "engine/eval/eval.h"

#include "engine/eval/hand_internal.h"
#include "engine/eval/learnt_internal.h"

enum {
    MATERIAL_MAN = 100,
    MATERIAL_KING_FLYING = 300,
    MATERIAL_KING_SHORT = 150,
};

static int clamp(int score) {
    if (score > SCORE_EVAL_MAX)
        return SCORE_EVAL_MAX;
    return score < -SCORE_EVAL_MAX ? -SCORE_EVAL_MAX : score;
}

static int count_difference(const Bitboard pieces[COLOR_COUNT], Color turn) {
    return bits_count(pieces[turn]) - bits_count(pieces[color_other(turn)]);
}

static int score_material(const Position *position) {
    Color turn = (Color)position->turn;
    int sign = position->rules->no_move_wins ? -1 : 1; /* where pieces are a burden */
    int king = position->rules->kings_fly ? MATERIAL_KING_FLYING : MATERIAL_KING_SHORT;
    return sign * (MATERIAL_MAN * count_difference(position->board.men, turn) +
                   king * count_difference(position->board.kings, turn));
}

int eval_score(Evaluator evaluator, const Position *position) {
    if (evaluator.kind == EVAL_MATERIAL)
        return clamp(score_material(position));
    if (evaluator.kind == EVAL_FULL && evaluator.weights)
        return clamp(learnt_score(evaluator.weights, position));
    return clamp(hand_score(position));
}
