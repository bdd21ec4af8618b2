/* SPDX-License-Identifier: MIT
 *
 * Any bytes as a training set, and as the unpacked inside of a chunk: they are refused, or give
 * samples that can be. */
#include "engine/eval/score.h"
#include "engine/learn/sample_code_internal.h"

#include "tests/fuzz/fuzz.h"

static void check_samples(const Rules *rules, const Sample *samples, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const Board *board = &samples[i].board;
        fuzz_require(!(board_occupied(board) & ~rules_board_mask(rules)),
                     "pieces are on the board");
        fuzz_require(!(board->men[COLOR_WHITE] & rules_crowning_mask(rules, COLOR_WHITE)),
                     "no man stands on its crowning row");
        fuzz_require(abs(samples[i].result) <= 1 && abs(samples[i].score) <= SCORE_EVAL_MAX,
                     "results and scores are within their limits");
    }
}

static void check_file(const uint8_t *data, size_t size) {
    TrainingSet set;
    Error error = {""};
    if (training_set_parse("input", data, size, &set, &error) < 0) {
        fuzz_require(error.text[0] != '\0', "a refusal says why");
        return;
    }
    check_samples(set.rules, set.samples, set.sample_count);
    training_set_done(&set);
}

static void check_inside(const uint8_t *data, size_t size) {
    enum {
        ROOM = 64
    };
    for (VariantId id = 0; id < VARIANT_COUNT; id++) {
        Sample samples[ROOM];
        const unsigned char *next = data;
        int count = sample_code_read(&next, data + size, rules_get(id), 0, samples, ROOM);
        fuzz_require(next <= data + size, "nothing is read beyond the end");
        if (count > 0)
            check_samples(rules_get(id), samples, (size_t)count);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    check_file(data, size);
    check_inside(data, size);
    return 0;
}
