/* SPDX-License-Identifier: MIT */
#include "engine/learn/fit_work_internal.h"

#include <stdlib.h>

static void place_parts(FitShape *shape) {
    size_t tables = (size_t)shape->layout.tables;
    shape->scalar_at = 0;
    shape->lane_at = (size_t)SCALAR_COUNT * EVAL_KNOTS;
    shape->block_at = shape->lane_at + tables * 2 * EVAL_LANE_CODES * EVAL_KNOTS;
    shape->delta_at = shape->block_at + tables * 2 * EVAL_BLOCK_CODES * EVAL_KNOTS;
    shape->count = shape->delta_at + shape->delta_count * EVAL_KNOTS;
}

/* Marks the patterns that occur often enough, by the counts of a pass. */
static void mark_known(FitShape *shape, const FitWork *work, uint32_t min_count) {
    for (int table = 0; table < shape->layout.tables; table++)
        for (int code = 0; code < EVAL_PATTERN_CODES; code++) {
            size_t pattern = (size_t)table * EVAL_PATTERN_CODES + (size_t)code;
            if (code % EVAL_LANE_CODES == 0)
                shape->delta_begin[table * EVAL_LANE_CODES + code / EVAL_LANE_CODES] =
                    shape->delta_count;
            if (work->gradients[pattern * EVAL_KNOTS] < (float)min_count)
                continue;
            shape->known[(size_t)table * EVAL_KNOWN_BYTES + (size_t)code / 8] |=
                (uint8_t)(1 << code % 8);
            shape->delta_count++;
        }
}

Status fit_shape_init(const Rules *rules, const FitData *data, uint32_t min_count, Crew *crew,
                      FitShape *ret_shape, Error *error) {
    FitShape shape = {.rules = rules, .layout = eval_layout_of(rules)};
    size_t tables = (size_t)shape.layout.tables;
    FitWork *work = NULL;
    shape.known = calloc(tables, EVAL_KNOWN_BYTES);
    shape.delta_begin = calloc(tables * EVAL_LANE_CODES, sizeof *shape.delta_begin);
    Status status = shape.known && shape.delta_begin
                        ? fit_work_new(&shape, crew, &work, error)
                        : error_set(error, STATUS_NO_MEMORY, "no memory for the patterns");
    if (status < 0) {
        fit_shape_done(&shape);
        return status;
    }
    fit_pass(work, data, FIT_COUNT, NULL, NULL);
    mark_known(&shape, work, min_count);
    fit_work_free(work);
    place_parts(&shape);
    *ret_shape = shape;
    return STATUS_OK;
}

void fit_shape_done(FitShape *shape) {
    free(shape->known);
    free(shape->delta_begin);
    *shape = (FitShape){0};
}
