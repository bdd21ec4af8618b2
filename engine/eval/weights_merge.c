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

/* The numbers of the two nearest rows run fastest: so many patterns in a row share all but those.
 */
enum {
    RUN = NEAR_ROWS * EVAL_KNOTS,
};

/* Patterns that differ in the two nearest rows of the right lane alone. Written so that compilers
 * make vectors of it: a program that only answers one question spends most of its time here. */
static void merge_run(const int16_t *restrict right, const int16_t *restrict left_near,
                      const int16_t *restrict far, int16_t *restrict patterns) {
    int sum[RUN];
    for (int code = 0; code < NEAR_ROWS; code++)
        for (int knot = 0; knot < EVAL_KNOTS; knot++)
            sum[code * EVAL_KNOTS + knot] = far[knot];
    for (int i = 0; i < RUN; i++) {
        int value = sum[i] + right[i] + left_near[i];
        value = value > INT16_MAX ? INT16_MAX : value;
        patterns[i] = (int16_t)(value < INT16_MIN ? INT16_MIN : value);
    }
}

static const int16_t *add_deltas(const uint8_t *known, int first, const int16_t *deltas,
                                 int16_t *patterns) {
    for (int code = 0; code < EVAL_LANE_CODES; code++) {
        int pattern = first + code;
        if (pattern % 8 == 0 && !known[pattern / 8]) {
            code += 7; /* most patterns have none */
            continue;
        }
        if (!(known[pattern / 8] >> pattern % 8 & 1))
            continue;
        for (int knot = 0; knot < EVAL_KNOTS; knot++) {
            int16_t *weight = &patterns[code * EVAL_KNOTS + knot];
            *weight = clamp16(*weight + deltas[knot] * EVAL_DELTA_UNITS);
        }
        deltas += EVAL_KNOTS;
    }
    return deltas;
}

/* All patterns of one table with the same left lane. Returns the deltas not yet used. */
static const int16_t *merge_lane(const int16_t *lanes, const int16_t *blocks, const uint8_t *known,
                                 int left, const int16_t *deltas, int16_t *patterns) {
    const int16_t *right = lanes + EVAL_LANE_CODES * EVAL_KNOTS;
    const int16_t *far = blocks + left / NEAR_ROWS * BLOCK_LANE * EVAL_KNOTS;
    const int16_t *near = blocks + (EVAL_BLOCK_CODES + left % BLOCK_LANE * BLOCK_LANE) * EVAL_KNOTS;
    int16_t left_near[BLOCK_LANE * EVAL_KNOTS];
    for (int i = 0; i < BLOCK_LANE * EVAL_KNOTS; i++)
        left_near[i] = clamp16(near[i] + lanes[left * EVAL_KNOTS + i % EVAL_KNOTS]);
    for (int run = 0; run < EVAL_LANE_CODES / NEAR_ROWS; run++)
        merge_run(right + run * RUN, left_near + run % (BLOCK_LANE / NEAR_ROWS) * RUN,
                  far + run * EVAL_KNOTS, patterns + run * RUN);
    return add_deltas(known, left * EVAL_LANE_CODES, deltas, patterns);
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
