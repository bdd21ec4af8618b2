/* SPDX-License-Identifier: MIT */
#include "engine/eval/embedded_internal.h"
#include "engine/eval/weights.h"

#include <string.h>

const void *eval_weights_embedded(const Rules *rules, size_t *ret_length) {
    for (const EmbeddedWeights *w = embedded_weights; w->variant; w++)
        if (!strcmp(w->variant, rules->name)) {
            *ret_length = (size_t)(w->end - w->begin);
            return w->begin;
        }
    return NULL;
}

Status eval_weights_load_embedded(const Rules *rules, EvalWeights **ret_weights, Error *error) {
    size_t length;
    const void *bytes = eval_weights_embedded(rules, &length);
    if (!bytes) {
        *ret_weights = NULL;
        return STATUS_OK;
    }
    return eval_weights_parse("the program's own weights", bytes, length, ret_weights, error);
}
