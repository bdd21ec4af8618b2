/* SPDX-License-Identifier: MIT */
#include "engine/eval/explain.h"

#include "engine/eval/feature_set.h"

static void add_scalars(const EvalWeights *weights, const EvalFeatures *features,
                        EvalExplanation *explanation) {
    for (const EvalScalarGroup *group = eval_scalar_groups(); group->name; group++)
        for (int i = group->first; i < group->first + group->count; i++) {
            int count = features->scalars[i];
            if (count == 0)
                continue;
            explanation->terms[explanation->count++] = (EvalTerm){
                .group = group->name,
                .scalar = i,
                .count = count,
                .centimen =
                    count * eval_weights_scalar(weights, i, features->knot, features->fraction),
            };
        }
}

static void add_pattern(const EvalWeights *weights, const EvalFeatures *features, int table,
                        Color side, int sign, EvalExplanation *explanation) {
    const Rules *rules = eval_weights_info(weights).rules;
    uint32_t code = sign > 0 ? features->own[table] : features->enemy[table];
    EvalTerm *term = &explanation->terms[explanation->count++];
    *term = (EvalTerm){
        .group = "patterns",
        .scalar = -1,
        .side = side,
        .centimen =
            sign * eval_weights_pattern(weights, table, code, features->knot, features->fraction),
    };
    for (int i = 0; i < EVAL_PATTERN_SQUARES; i++)
        term->squares[i] = eval_pattern_square(rules, table, side, i);
}

void eval_explain(const EvalWeights *weights, const Position *position,
                  EvalExplanation *ret_explanation) {
    Color turn = (Color)position->turn;
    int tables = eval_layout_of(position->rules).tables;
    EvalFeatures features;
    eval_features_read(position->rules, &position->board, turn, &features);
    ret_explanation->count = 0;
    add_scalars(weights, &features, ret_explanation);
    for (int sign = 1; sign >= -1; sign -= 2)
        for (int table = 0; table < tables; table++)
            add_pattern(weights, &features, table, sign > 0 ? turn : color_other(turn), sign,
                        ret_explanation);
    ret_explanation->sum = 0;
    for (int i = 0; i < ret_explanation->count; i++)
        ret_explanation->sum += ret_explanation->terms[i].centimen;
    ret_explanation->divisor = features.divisor[ret_explanation->sum < 0];
}
