/* SPDX-License-Identifier: MIT
 *
 * Between the parameters, in which a pattern's weight is a sum of parts, and tables with one weight
 * for each pattern. Both ways are linear, one the transpose of the other. */
#include "engine/learn/fit_work_internal.h"

#include <string.h>

enum {
    BLOCK_LANE = 81, /* 3^4: numbers of four squares of a lane */
    NEAR_ROWS = 9,   /* 3^2: what the two nearest rows count for */
};

/* The parts of the patterns with one left lane in one table. */
typedef struct {
    size_t left, right; /* parameters of the left lane, and of right lane 0 */
    size_t far, near;   /* parameters of the blocks with right lane 0 */
    size_t delta;       /* parameters of the first delta */
    const uint8_t *known;
    size_t pattern; /* index of the first pattern's weights in the tables */
    int code;       /* its number */
} LanePlan;

static LanePlan plan_lane(const FitShape *shape, size_t task) {
    size_t table = task / EVAL_LANE_CODES, left = task % EVAL_LANE_CODES;
    size_t lanes = shape->lane_at + table * 2 * EVAL_LANE_CODES * EVAL_KNOTS;
    size_t blocks = shape->block_at + table * 2 * EVAL_BLOCK_CODES * EVAL_KNOTS;
    return (LanePlan){
        .left = lanes + left * EVAL_KNOTS,
        .right = lanes + EVAL_LANE_CODES * EVAL_KNOTS,
        .far = blocks + left / NEAR_ROWS * BLOCK_LANE * EVAL_KNOTS,
        .near = blocks + (EVAL_BLOCK_CODES + left % BLOCK_LANE * BLOCK_LANE) * EVAL_KNOTS,
        .delta = shape->delta_at + shape->delta_begin[task] * EVAL_KNOTS,
        .known = shape->known + table * EVAL_KNOWN_BYTES,
        .pattern = task * EVAL_LANE_CODES * EVAL_KNOTS,
        .code = (int)left * EVAL_LANE_CODES,
    };
}

static bool has_delta(const LanePlan *plan, int right) {
    int code = plan->code + right;
    return plan->known[code / 8] >> code % 8 & 1;
}

static void add(float *sum, const float *weights) {
    for (int knot = 0; knot < EVAL_KNOTS; knot++)
        sum[knot] += weights[knot];
}

static void expand_lane(void *context, int member, size_t task) {
    (void)member;
    FitWork *work = context;
    const float *parameters = work->parameters;
    LanePlan plan = plan_lane(work->shape, task);
    size_t delta = plan.delta;
    for (int right = 0; right < EVAL_LANE_CODES; right++) {
        float *sum = work->patterns + plan.pattern + right * EVAL_KNOTS;
        memcpy(sum, parameters + plan.left, EVAL_KNOTS * sizeof *sum);
        add(sum, parameters + plan.right + right * EVAL_KNOTS);
        add(sum, parameters + plan.far + right / NEAR_ROWS * EVAL_KNOTS);
        add(sum, parameters + plan.near + right % BLOCK_LANE * EVAL_KNOTS);
        if (has_delta(&plan, right)) {
            add(sum, parameters + delta);
            delta += EVAL_KNOTS;
        }
    }
}

void fit_expand(FitWork *work, const float *parameters) {
    work->parameters = parameters;
    crew_run(work->crew, (size_t)work->shape->layout.tables * EVAL_LANE_CODES, expand_lane, work);
    memcpy(work->scalars, parameters + work->shape->scalar_at, sizeof work->scalars);
}

/* One table is one task: its lanes add to the same parameters. */
static void collapse_table(void *context, int member, size_t table) {
    (void)member;
    FitWork *work = context;
    float *gradient = work->gradient;
    for (size_t left = 0; left < EVAL_LANE_CODES; left++) {
        LanePlan plan = plan_lane(work->shape, table * EVAL_LANE_CODES + left);
        size_t delta = plan.delta;
        for (int right = 0; right < EVAL_LANE_CODES; right++) {
            const float *sum = work->gradients + plan.pattern + right * EVAL_KNOTS;
            add(gradient + plan.left, sum);
            add(gradient + plan.right + right * EVAL_KNOTS, sum);
            add(gradient + plan.far + right / NEAR_ROWS * EVAL_KNOTS, sum);
            add(gradient + plan.near + right % BLOCK_LANE * EVAL_KNOTS, sum);
            if (has_delta(&plan, right)) {
                memcpy(gradient + delta, sum, EVAL_KNOTS * sizeof *sum);
                delta += EVAL_KNOTS;
            }
        }
    }
}

void fit_collapse(FitWork *work, float factor, float *ret_gradient) {
    const FitShape *shape = work->shape;
    memset(ret_gradient, 0, shape->count * sizeof *ret_gradient);
    work->gradient = ret_gradient;
    crew_run(work->crew, (size_t)shape->layout.tables, collapse_table, work);
    memcpy(ret_gradient + shape->scalar_at, work->scalars, sizeof work->scalars);
    for (size_t i = 0; i < shape->count; i++)
        ret_gradient[i] *= factor;
}
