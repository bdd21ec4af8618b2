/* SPDX-License-Identifier: MIT
 *
 * Passes over samples. A block of samples is worked on in two rounds: first each sample gets its
 * prediction and what it adds to the gradient, chunks of samples side by side; then each table
 * takes what is for it, tables side by side, so that no two threads write to one place. */
#include "engine/learn/fit_work_internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* About what a prediction's variance p (1 - p) is in a set of games. */
static const float variance_guess = 0.2f;

Status fit_work_new(const FitShape *shape, Crew *crew, FitWork **ret_work, Error *error) {
    size_t size = (size_t)shape->layout.tables * EVAL_PATTERN_CODES * EVAL_KNOTS;
    FitWork *work = calloc(1, sizeof *work);
    if (work) {
        work->shape = shape;
        work->crew = crew;
        work->patterns = calloc(size, sizeof *work->patterns);
        work->gradients = calloc(size, sizeof *work->gradients);
        work->traces = malloc(FIT_BLOCK * sizeof *work->traces);
        work->parts = malloc(FIT_CHUNKS * sizeof *work->parts);
    }
    if (!work || !work->patterns || !work->gradients || !work->traces || !work->parts) {
        fit_work_free(work);
        return error_set(error, STATUS_NO_MEMORY, "no memory for the patterns of %s",
                         shape->rules->name);
    }
    *ret_work = work;
    return STATUS_OK;
}

void fit_work_free(FitWork *work) {
    if (!work)
        return;
    free(work->patterns);
    free(work->gradients);
    free(work->traces);
    free(work->parts);
    free(work);
}

/* The samples of a chunk within the block; `*ret_end` is behind the last. */
static size_t chunk_begin(const FitWork *work, size_t task, size_t *ret_end) {
    size_t begin = work->block + task * FIT_CHUNK;
    size_t end = begin + FIT_CHUNK;
    *ret_end = end < work->data->count ? end : work->data->count;
    return begin;
}

static void read_sample(const FitWork *work, size_t index, EvalFeatures *features) {
    const FitData *data = work->data;
    eval_features_read(work->shape->rules, &data->samples[data->order[index]].board, COLOR_WHITE,
                       features);
}

/* The logit and by how much it changes with the sum of the weights. */
static float predict(const FitWork *work, const EvalFeatures *features, float *ret_slope) {
    const float *table = work->patterns + features->knot;
    float here = 0, next = 0;
    for (int i = 0; i < work->shape->layout.tables; i++) {
        const float *own = table + (size_t)features->own[i] * EVAL_KNOTS;
        const float *enemy = table + (size_t)features->enemy[i] * EVAL_KNOTS;
        here += own[0] - enemy[0];
        next += own[1] - enemy[1];
        table += (size_t)EVAL_PATTERN_CODES * EVAL_KNOTS;
    }
    for (int i = 0; i < features->scalars_used; i++) {
        const float *weights = work->scalars + i * EVAL_KNOTS + features->knot;
        here += features->scalars[i] * weights[0];
        next += features->scalars[i] * weights[1];
    }
    float way = (float)features->fraction / EVAL_FRACTION_ONE;
    float sum = here + way * (next - here);
    *ret_slope = 1.0f / (float)features->divisor[sum < 0];
    return sum * *ret_slope;
}

/* Cross-entropy of the prediction, in a form that does not overflow. */
static double loss_of(float logit, float target) {
    double size = fabs((double)logit);
    return log1p(exp(-size)) + (logit > 0 ? (1 - target) * size : target * size);
}

static void add_scalars(FitPart *part, const EvalFeatures *features, const FitTrace *trace,
                        bool squares) {
    for (int i = 0; i < features->scalars_used; i++) {
        float value = features->scalars[i];
        float *gradient = part->scalars + i * EVAL_KNOTS + trace->knot;
        gradient[0] += trace->here * (squares ? value * value : value);
        gradient[1] += trace->next * (squares ? value * value : value);
    }
}

static void trace_sample(FitWork *work, size_t index, FitTrace *trace, FitPart *part) {
    EvalFeatures features;
    read_sample(work, index, &features);
    memcpy(trace->own, features.own, sizeof trace->own);
    memcpy(trace->enemy, features.enemy, sizeof trace->enemy);
    trace->knot = features.knot;
    if (work->mode == FIT_COUNT) {
        trace->here = 1;
        trace->next = 0;
        trace->knot = 0;
        return;
    }
    float slope, target = work->data->targets[index];
    float logit = predict(work, &features, &slope);
    float way = (float)features.fraction / EVAL_FRACTION_ONE;
    part->loss += loss_of(logit, target);
    if (work->mode == FIT_LOSS)
        return;
    if (work->mode == FIT_CURVATURE) {
        float curvature = slope * slope * variance_guess;
        trace->here = (1 - way) * (1 - way) * curvature;
        trace->next = way * way * curvature;
    } else {
        float error = slope * (1 / (1 + expf(-logit)) - target);
        trace->here = (1 - way) * error;
        trace->next = way * error;
    }
    add_scalars(part, &features, trace, work->mode == FIT_CURVATURE);
}

static void trace_chunk(void *context, int member, size_t task) {
    (void)member;
    FitWork *work = context;
    FitPart *part = &work->parts[task];
    memset(part, 0, sizeof *part);
    size_t end, begin = chunk_begin(work, task, &end);
    for (size_t i = begin; i < end; i++)
        trace_sample(work, i, &work->traces[i - work->block], part);
}

/* The enemy's patterns are taken off, but their squares add up all the same. */
static void scatter_table(void *context, int member, size_t table) {
    (void)member;
    FitWork *work = context;
    size_t count = work->data->count - work->block;
    float sign = work->mode == FIT_GRADIENT ? -1 : 1;
    float *gradients = work->gradients + table * EVAL_PATTERN_CODES * EVAL_KNOTS;
    for (size_t i = 0; i < count && i < FIT_BLOCK; i++) {
        const FitTrace *trace = &work->traces[i];
        float *own = gradients + (size_t)trace->own[table] * EVAL_KNOTS + trace->knot;
        own[0] += trace->here;
        own[1] += trace->next;
        float *enemy = gradients + (size_t)trace->enemy[table] * EVAL_KNOTS + trace->knot;
        enemy[0] += sign * trace->here;
        enemy[1] += sign * trace->next;
    }
}

static double pass_block(FitWork *work, double *scalars) {
    double loss = 0;
    crew_run(work->crew, FIT_CHUNKS, trace_chunk, work);
    for (int i = 0; i < FIT_CHUNKS; i++) {
        loss += work->parts[i].loss;
        for (int k = 0; k < FIT_SCALARS; k++)
            scalars[k] += work->parts[i].scalars[k];
    }
    if (work->mode != FIT_LOSS)
        crew_run(work->crew, (size_t)work->shape->layout.tables, scatter_table, work);
    return loss;
}

double fit_pass(FitWork *work, const FitData *data, FitMode mode, const float *parameters,
                float *ret_gradient) {
    double loss = 0, scalars[FIT_SCALARS] = {0};
    size_t size = (size_t)work->shape->layout.tables * EVAL_PATTERN_CODES * EVAL_KNOTS;
    work->data = data;
    work->mode = mode;
    if (parameters)
        fit_expand(work, parameters);
    if (mode != FIT_LOSS)
        memset(work->gradients, 0, size * sizeof *work->gradients);
    for (work->block = 0; work->block < data->count; work->block += FIT_BLOCK)
        loss += pass_block(work, scalars);
    if (ret_gradient) {
        for (int i = 0; i < FIT_SCALARS; i++)
            work->scalars[i] = (float)scalars[i];
        fit_collapse(work, 1.0f / (float)data->count, ret_gradient);
        memcpy(work->scalars, parameters + work->shape->scalar_at, sizeof work->scalars);
    }
    return data->count ? loss / (double)data->count : 0;
}

static void predict_chunk(void *context, int member, size_t task) {
    (void)member;
    FitWork *work = context;
    size_t end, begin = chunk_begin(work, task, &end);
    for (size_t i = begin; i < end; i++) {
        EvalFeatures features;
        float slope;
        read_sample(work, i, &features);
        work->logits[i] = predict(work, &features, &slope);
    }
}

void fit_predict(FitWork *work, const FitData *data, float *ret_logits) {
    work->data = data;
    work->logits = ret_logits;
    for (work->block = 0; work->block < data->count; work->block += FIT_BLOCK)
        crew_run(work->crew, FIT_CHUNKS, predict_chunk, work);
}

static float predict_board(const FitWork *work, const Board *board) {
    EvalFeatures features;
    float slope;
    eval_features_read(work->shape->rules, board, COLOR_WHITE, &features);
    return predict(work, &features, &slope);
}

double fit_man_worth(FitWork *work, const FitData *data, size_t step) {
    double sum = 0;
    size_t count = 0;
    for (size_t i = 0; i < data->count; i += step) {
        const Board *board = &data->samples[data->order[i]].board;
        if (board->kings[COLOR_WHITE] | board->kings[COLOR_BLACK])
            continue;
        double whole = predict_board(work, board);
        for (int color = 0; color < COLOR_COUNT; color++)
            for (Bitboard rest = board->men[color]; rest; rest = bits_rest(rest)) {
                Board less = *board;
                less.men[color] &= ~bits_of_cell(bits_first(rest));
                double change = whole - predict_board(work, &less);
                sum += color == COLOR_WHITE ? change : -change;
                count++;
            }
    }
    return count ? sum / (double)count : 0;
}
