/* SPDX-License-Identifier: MIT */
#include "engine/eval/feature_set.h"

#include "engine/eval/feature_set_internal.h"

void eval_features_read(const Rules *rules, const Board *board, Color turn,
                        EvalFeatures *ret_features) {
    read_any(rules, board, turn, ret_features);
    for (int i = ret_features->scalars_used; i < SCALAR_COUNT; i++)
        ret_features->scalars[i] = 0;
}
