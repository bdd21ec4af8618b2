/* SPDX-License-Identifier: MIT */
#include "protocol/evaluation.h"

Status evaluation_load(const Settings *settings, EvalWeights **ret_weights, Error *error) {
    if (!*settings->weights)
        return eval_weights_load_embedded(settings->rules, ret_weights, error);
    EvalWeights *weights;
    Status status = eval_weights_read(settings->weights, &weights, error);
    if (status < 0)
        return status;
    const Rules *rules = eval_weights_info(weights).rules;
    if (rules != settings->rules) {
        eval_weights_free(weights);
        return error_set(error, STATUS_STATE, "%s: weights of %s, but the game is %s",
                         settings->weights, rules->name, settings->rules->name);
    }
    *ret_weights = weights;
    return STATUS_OK;
}
