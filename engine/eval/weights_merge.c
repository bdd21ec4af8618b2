/* SPDX-License-Identifier: MIT */
#include "engine/eval/weights_internal.h"

enum {
    BLOCK_LANE = 81, /* 3^4: numbers of four squares of a lane */
    NEAR_ROWS = 9,   /* 3^2: what the two nearest rows count for */
};

static int16_t clamp16(int value) {
    if (value > INT16_MAX)
        return INT16_MAX;
    return (int16_t)(value < INT16_MIN ? INT16_MIN : value);
}

static void add_knots(int *sum, const int16_t *weights, int units) {
    for (int knot = 0; knot < EVAL_KNOTS; knot++)
        sum[knot] += weights[knot] * units;
}

/* All patterns of one table with the same left lane. Returns the deltas not yet used. */
static const int16_t *merge_lane(const int16_t *lanes, const int16_t *blocks, const uint8_t *known,
                                 int left, const int16_t *deltas, int16_t *patterns) {
    const int16_t *right = lanes + EVAL_LANE_CODES * EVAL_KNOTS;
    const int16_t *far = blocks + left / NEAR_ROWS * BLOCK_LANE * EVAL_KNOTS;
    const int16_t *near = blocks + (EVAL_BLOCK_CODES + left % BLOCK_LANE * BLOCK_LANE) * EVAL_KNOTS;
    for (int code = 0; code < EVAL_LANE_CODES; code++) {
        int sum[EVAL_KNOTS] = {0};
        add_knots(sum, lanes + left * EVAL_KNOTS, 1);
        add_knots(sum, right + code * EVAL_KNOTS, 1);
        add_knots(sum, far + code / NEAR_ROWS * EVAL_KNOTS, 1);
        add_knots(sum, near + code % BLOCK_LANE * EVAL_KNOTS, 1);
        int pattern = left * EVAL_LANE_CODES + code;
        if (known[pattern / 8] >> pattern % 8 & 1) {
            add_knots(sum, deltas, EVAL_DELTA_UNITS);
            deltas += EVAL_KNOTS;
        }
        for (int knot = 0; knot < EVAL_KNOTS; knot++)
            patterns[code * EVAL_KNOTS + knot] = clamp16(sum[knot]);
    }
    return deltas;
}

void weights_merge(const EvalModel *model, EvalWeights *weights) {
    const int16_t *deltas = model->deltas;
    for (int table = 0; table < weights->layout.tables; table++) {
        const int16_t *lanes = model->lanes + (size_t)table * 2 * EVAL_LANE_CODES * EVAL_KNOTS;
        const int16_t *blocks = model->blocks + (size_t)table * 2 * EVAL_BLOCK_CODES * EVAL_KNOTS;
        const uint8_t *known = model->known + (size_t)table * EVAL_KNOWN_BYTES;
        int16_t *patterns = weights->patterns + (size_t)table * EVAL_PATTERN_CODES * EVAL_KNOTS;
        for (int left = 0; left < EVAL_LANE_CODES; left++)
            deltas = merge_lane(lanes, blocks, known, left, deltas,
                                patterns + (size_t)left * EVAL_LANE_CODES * EVAL_KNOTS);
    }
    for (int knot = 0; knot < EVAL_KNOTS; knot++)
        for (int i = 0; i < SCALAR_COUNT; i++)
            weights->scalars[knot][i] = model->scalars[knot][i];
}
