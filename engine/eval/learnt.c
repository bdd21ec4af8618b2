/* SPDX-License-Identifier: MIT */
#include "engine/eval/learnt_internal.h"

#include "engine/eval/feature_set_internal.h"
#include "engine/eval/weights_internal.h"

/* Sums at the two knots around a position. */
typedef struct {
    int here, next;
} KnotSum;

EVAL_INLINE void add_pattern(KnotSum *sum, const int16_t *table, uint32_t code, int sign) {
    const int16_t *weights = table + (size_t)code * EVAL_KNOTS;
    sum->here += sign * weights[0];
    sum->next += sign * weights[1];
}

/* The count is a multiple of a block, and told so, for the sake of wide registers. */
EVAL_INLINE int sum_scalars(const int16_t *weights, const EvalFeatures *features) {
    int sum = 0, count = features->scalars_used / SCALARS_NO_KING * SCALARS_NO_KING;
    for (int i = 0; i < count; i++)
        sum += weights[i] * features->scalars[i];
    return sum;
}

int learnt_score(const EvalWeights *weights, const Position *position) {
    EvalFeatures features;
    read_any(position->rules, &position->board, (Color)position->turn, &features);
    int knot = features.knot;
    KnotSum sum = {0, 0};
    const int16_t *table = weights->patterns + knot;
    for (int i = 0; i < weights->layout.tables; i++) {
        add_pattern(&sum, table, features.own[i], 1);
        add_pattern(&sum, table, features.enemy[i], -1);
        table += (size_t)EVAL_PATTERN_CODES * EVAL_KNOTS;
    }
    sum.here += sum_scalars(weights->scalars[knot], &features);
    sum.next += sum_scalars(weights->scalars[knot + 1], &features);
    int units = sum.here * EVAL_FRACTION_ONE + (sum.next - sum.here) * features.fraction;
    return units / (EVAL_FRACTION_ONE * EVAL_UNITS * features.divisor[units < 0]);
}
