/* SPDX-License-Identifier: MIT
 *
 * Any bytes as a weight file, and as the unpacked inside of one: they are refused with a reason, or
 * they evaluate a position within the limits. */
#include "engine/eval/eval.h"
#include "engine/eval/model_code_internal.h"

#include "tests/fuzz/fuzz.h"

#include <string.h>

static void check_file(const uint8_t *data, size_t size) {
    EvalWeights *weights = NULL;
    Error error = {""};
    Status status = eval_weights_parse("input", data, size, &weights, &error);
    if (status < 0) {
        fuzz_require(error.text[0] != '\0', "a refusal says why");
        return;
    }
    Position start;
    position_init_start(&start, eval_weights_info(weights).rules);
    int score = eval_score((Evaluator){EVAL_FULL, weights}, &start);
    fuzz_require(abs(score) <= SCORE_EVAL_MAX, "a score stays within its band");
    eval_weights_free(weights);
}

/* Past the checksums, which random bytes never have right. */
static void check_inside(const uint8_t *data, size_t size) {
    for (VariantId id = 0; id < VARIANT_COUNT; id++) {
        EvalModel model = {.rules = rules_get(id)};
        Error error = {""};
        Status status = model_code_read("input", data, size, &model, &error);
        fuzz_require(status >= 0 || error.text[0] != '\0', "a refusal says why");
        model_code_done(&model);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    check_file(data, size);
    check_inside(data, size);
    return 0;
}
