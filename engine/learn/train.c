/* SPDX-License-Identifier: MIT */
#include "engine/learn/train.h"

#include "engine/base/clock.h"
#include "engine/base/rng.h"
#include "engine/learn/calibrate_internal.h"
#include "engine/learn/checkpoint_internal.h"
#include "engine/learn/descent_internal.h"
#include "engine/learn/export_internal.h"
#include "engine/learn/fit_internal.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    CHECKPOINT_ITERATIONS = 20, /* between two; the descent forgets its steps there, so that a run
                                   that was broken off goes on like one that was not */
    SCALE_SAMPLES = 1000000,    /* at most, to find the scale of the search's scores */
    WORTH_SAMPLES = 20000,      /* to find the worth of a man */
    CURVE_SAMPLES = 200000,     /* at most, to fit the curve */
    SAMPLES_MIN = 100,          /* fewer cannot be learnt from, nor validated with */
};

/* Centimen for one logit at most: 100 where a man is worth half a logit. Where men matter less than
 * that (in losing draughts they are a burden now and a help then) the scale no longer hangs on
 * them, or the search's margins would mean next to nothing. */
static const double logit_centimen_max = 200;
static const double penalty_least = 1e-3; /* in samples; so that every weight has a curvature */

TrainConfig train_config_default(void) {
    return (TrainConfig){
        .threads = 1,
        .iterations = 200,
        .patience = 6,
        .seed = 1,
        .held_out = 0.05,
        .blend = 0.7,
        .min_count = 8,
        .penalty_scalars = 4,
        .penalty_lanes = 60,
        .penalty_blocks = 150,
        .penalty_deltas = 300,
        .note = "",
    };
}

/* One run. */
typedef struct {
    const TrainConfig *config;
    const TrainingSet *set;
    const TrainEvents *events;
    Crew *crew;
    FitData learnt, held_out;
    uint32_t *order; /* of both, the learnt ones first */
    float *targets;  /* in that order */
    double score_centimen;
    FitShape shape;
    FitWork *work;
    float *penalty;   /* of each parameter, per sample */
    Checkpoint state; /* `point` is only filled to be written or read */
    Descent *descent;
    int64_t begin_ns;
    uint64_t passed; /* samples that passes went through */
    double pass_seconds;
    double loss; /* of the last pass without the penalty */
    TrainProgress progress;
    char mark[CHECKPOINT_MARK_MAX];
} Trainer;

static Status check_config(const TrainConfig *config, const TrainingSet *set, Error *error) {
    if (config->threads < 1 || config->threads > TRAIN_THREADS_MAX)
        return error_set(error, STATUS_RANGE, "%d threads; from 1 to %d are possible",
                         config->threads, TRAIN_THREADS_MAX);
    if (config->iterations < 1 || config->iterations > TRAIN_ITERATIONS_MAX || config->patience < 1)
        return error_set(error, STATUS_RANGE,
                         "%d iterations and a patience of %d; 1 is the least of both, %d the most "
                         "iterations",
                         config->iterations, config->patience, TRAIN_ITERATIONS_MAX);
    if (!(config->held_out > 0 && config->held_out <= 0.5))
        return error_set(error, STATUS_RANGE,
                         "a share of %g held out; more than 0 and at most 0.5 is possible",
                         config->held_out);
    if (!(config->blend >= 0 && config->blend <= 1))
        return error_set(error, STATUS_RANGE, "a blend of %g; from 0 to 1 is possible",
                         config->blend);
    if (set->sample_count > UINT32_MAX)
        return error_set(error, STATUS_RANGE, "%zu samples; at most %lu can be learnt from",
                         set->sample_count, (unsigned long)UINT32_MAX);
    return STATUS_OK;
}

/* Whole games are held out: positions of one game are too much alike. */
static bool is_held_out(const Trainer *trainer, const Sample *sample) {
    uint64_t state = trainer->config->seed * 0x9e3779b97f4a7c15u + sample->game;
    double draw = (double)(rng_splitmix64(&state) >> 11) * 0x1p-53;
    return draw < trainer->config->held_out;
}

static Status divide(Trainer *trainer, Error *error) {
    const TrainingSet *set = trainer->set;
    trainer->order = malloc((set->sample_count + 1) * sizeof *trainer->order);
    trainer->targets = malloc((set->sample_count + 1) * sizeof *trainer->targets);
    if (!trainer->order || !trainer->targets)
        return error_set(error, STATUS_NO_MEMORY, "no memory for %zu samples", set->sample_count);
    size_t first = 0, last = set->sample_count;
    for (size_t i = 0; i < set->sample_count; i++)
        if (is_held_out(trainer, &set->samples[i]))
            trainer->order[--last] = (uint32_t)i;
        else
            trainer->order[first++] = (uint32_t)i;
    trainer->learnt = (FitData){set->samples, trainer->order, first, trainer->targets};
    trainer->held_out = (FitData){set->samples, trainer->order + first, set->sample_count - first,
                                  trainer->targets + first};
    if (first < SAMPLES_MIN || set->sample_count - first < SAMPLES_MIN)
        return error_set(error, STATUS_RANGE,
                         "%zu positions to learn from and %zu, of the games held out, to validate "
                         "with, but at least %d of each are needed: play more games, %s",
                         first, set->sample_count - first, SAMPLES_MIN,
                         first < SAMPLES_MIN ? "or hold out fewer" : "or hold out more");
    return STATUS_OK;
}

static void set_targets(Trainer *trainer) {
    const TrainingSet *set = trainer->set;
    double blend = trainer->config->blend;
    size_t step = set->sample_count / SCALE_SAMPLES + 1;
    trainer->score_centimen = calibrate_scores(set->samples, set->sample_count, step);
    for (size_t i = 0; i < set->sample_count; i++) {
        const Sample *sample = &set->samples[trainer->order[i]];
        double expected = 1 / (1 + exp(-sample->score / trainer->score_centimen));
        trainer->targets[i] = (float)((1 - blend) * (sample->result + 1) / 2 + blend * expected);
    }
}

/* Every parameter starts at 0 but the worth of material, without which the descent would first have
 * to find out that men are good, or a burden. */
static void set_start(const Trainer *trainer, float *point) {
    const Rules *rules = trainer->set->rules;
    double man = (rules->no_move_wins ? -100 : 100) / trainer->score_centimen;
    double king = rules->kings_fly ? 3 * man : 1.5 * man;
    for (int knot = 0; knot < EVAL_KNOTS; knot++) {
        point[SCALAR_MAN * EVAL_KNOTS + knot] = (float)man;
        for (int i = SCALAR_KING_FIRST; i <= SCALAR_KING_MORE; i++)
            point[i * EVAL_KNOTS + knot] = (float)king;
    }
}

static double pass(Trainer *trainer, const FitData *data, FitMode mode, const float *point,
                   float *gradient) {
    int64_t start = clock_now_ns();
    double loss = fit_pass(trainer->work, data, mode, point, gradient);
    trainer->pass_seconds += clock_seconds_since(start);
    trainer->passed += data->count;
    return loss;
}

/* Loss with penalty, for the descent. */
static double evaluate(void *context, const float *point, float *ret_gradient) {
    Trainer *trainer = context;
    double penalty = 0;
    trainer->loss = pass(trainer, &trainer->learnt, FIT_GRADIENT, point, ret_gradient);
    for (size_t i = 0; i < trainer->shape.count; i++) {
        penalty += (double)trainer->penalty[i] * point[i] * point[i];
        ret_gradient[i] += trainer->penalty[i] * point[i];
    }
    return trainer->loss + penalty / 2;
}

static void fill(float *values, size_t begin, size_t end, double value) {
    for (size_t i = begin; i < end; i++)
        values[i] = (float)value;
}

static double penalty_of(const Trainer *trainer, double samples) {
    return (samples > penalty_least ? samples : penalty_least) / (double)trainer->learnt.count;
}

static Status set_penalty(Trainer *trainer, Error *error) {
    const TrainConfig *config = trainer->config;
    const FitShape *shape = &trainer->shape;
    trainer->penalty = malloc(shape->count * sizeof *trainer->penalty);
    if (!trainer->penalty)
        return error_set(error, STATUS_NO_MEMORY, "no memory for %zu weights", shape->count);
    fill(trainer->penalty, shape->scalar_at, shape->lane_at,
         penalty_of(trainer, config->penalty_scalars));
    fill(trainer->penalty, shape->lane_at, shape->block_at,
         penalty_of(trainer, config->penalty_lanes));
    fill(trainer->penalty, shape->block_at, shape->delta_at,
         penalty_of(trainer, config->penalty_blocks));
    fill(trainer->penalty, shape->delta_at, shape->count,
         penalty_of(trainer, config->penalty_deltas));
    return STATUS_OK;
}

static void describe(Trainer *trainer) {
    const TrainConfig *config = trainer->config;
    snprintf(trainer->mark, sizeof trainer->mark,
             "positions=%zu held-out=%zu games=%" PRIu64
             " blend=%g min-count=%lu penalties=%g/%g/%g/%g seed=%" PRIu64 " | %s",
             trainer->learnt.count, trainer->held_out.count, trainer->set->counts.games,
             config->blend, (unsigned long)config->min_count, config->penalty_scalars,
             config->penalty_lanes, config->penalty_blocks, config->penalty_deltas, config->seed,
             trainer->set->text);
}

/* The point to go on from, and a descent that starts there. */
static Status begin_descent(Trainer *trainer, Error *error) {
    size_t count = trainer->shape.count;
    Checkpoint *state = &trainer->state;
    *state = (Checkpoint){
        .best_loss = INFINITY,
        .point = calloc(count, sizeof(float)),
        .best = calloc(count, sizeof(float)),
        .count = count,
    };
    float *curvature = malloc(count * sizeof *curvature);
    bool found = false;
    Status status = state->point && state->best && curvature
                        ? STATUS_OK
                        : error_set(error, STATUS_NO_MEMORY, "no memory for %zu weights", count);
    if (status >= 0) {
        set_start(trainer, state->point);
        pass(trainer, &trainer->learnt, FIT_CURVATURE, state->point, curvature);
        for (size_t i = 0; i < count; i++)
            curvature[i] += trainer->penalty[i];
    }
    if (status >= 0 && trainer->config->checkpoint)
        status = checkpoint_read(trainer->config->checkpoint, trainer->mark, state, &found, error);
    if (status >= 0)
        status = descent_new(count, state->point, curvature, trainer->crew, evaluate, trainer,
                             &trainer->descent, error);
    free(curvature);
    return status;
}

static Status prepare(Trainer *trainer, Error *error) {
    Status status = divide(trainer, error);
    if (status >= 0)
        status = crew_new(trainer->config->threads, &trainer->crew, error);
    if (status < 0)
        return status;
    set_targets(trainer);
    describe(trainer);
    status = fit_shape_init(trainer->set->rules, &trainer->learnt, trainer->config->min_count,
                            trainer->crew, &trainer->shape, error);
    if (status >= 0)
        status = fit_work_new(&trainer->shape, trainer->crew, &trainer->work, error);
    if (status >= 0)
        status = set_penalty(trainer, error);
    return status < 0 ? status : begin_descent(trainer, error);
}

static void report(Trainer *trainer, double held_out_loss) {
    trainer->progress = (TrainProgress){
        .iteration = (int)trainer->state.iteration,
        .loss = trainer->loss,
        .held_out_loss = held_out_loss,
        .best_held_out_loss = trainer->state.best_loss,
        .samples = trainer->learnt.count,
        .held_out_samples = trainer->held_out.count,
        .seconds = clock_seconds_since(trainer->begin_ns),
        .samples_per_second =
            trainer->pass_seconds > 0 ? (double)trainer->passed / trainer->pass_seconds : 0,
    };
    if (trainer->events->on_progress)
        trainer->events->on_progress(trainer->events->context, &trainer->progress);
}

/* Keeps the point if it is the best so far. */
static double validate(Trainer *trainer) {
    Checkpoint *state = &trainer->state;
    const float *point = descent_point(trainer->descent);
    double loss = pass(trainer, &trainer->held_out, FIT_LOSS, point, NULL);
    state->since_best++;
    if (loss < state->best_loss) {
        state->best_loss = loss;
        state->since_best = 0;
        memcpy(state->best, point, state->count * sizeof *point);
    }
    return loss;
}

static Status save(Trainer *trainer, Error *error) {
    Checkpoint *state = &trainer->state;
    if (state->iteration % CHECKPOINT_ITERATIONS != 0)
        return STATUS_OK;
    descent_forget(trainer->descent);
    if (!trainer->config->checkpoint)
        return STATUS_OK;
    memcpy(state->point, descent_point(trainer->descent), state->count * sizeof *state->point);
    return checkpoint_write(trainer->config->checkpoint, trainer->mark, state, error);
}

static bool is_stopped(const Trainer *trainer) {
    return trainer->events->stop && atomic_load(trainer->events->stop);
}

static Status descend(Trainer *trainer, Error *error) {
    const TrainConfig *config = trainer->config;
    Checkpoint *state = &trainer->state;
    if (state->iteration == 0)
        validate(trainer);
    Status status = STATUS_OK;
    while (status >= 0 && state->iteration < (uint32_t)config->iterations &&
           state->since_best < (uint32_t)config->patience && !is_stopped(trainer)) {
        if (!descent_step(trainer->descent))
            break;
        state->iteration++;
        report(trainer, validate(trainer));
        status = save(trainer, error);
    }
    return status;
}

/* Scores of the held-out samples, or of some of them. */
static Status list_points(Trainer *trainer, double logit_centimen, CalibratePoint **ret_points,
                          size_t *ret_count, Error *error) {
    const FitData *data = &trainer->held_out;
    float *logits = malloc(data->count * sizeof *logits);
    CalibratePoint *points = malloc(data->count * sizeof *points);
    if (!logits || !points) {
        free(logits);
        free(points);
        return error_set(error, STATUS_NO_MEMORY, "no memory for %zu samples", data->count);
    }
    fit_predict(trainer->work, data, logits);
    size_t count = 0, step = data->count / CURVE_SAMPLES + 1;
    for (size_t i = 0; i < data->count; i += step) {
        const Sample *sample = &data->samples[data->order[i]];
        EvalFeatures features;
        eval_features_read(trainer->set->rules, &sample->board, COLOR_WHITE, &features);
        points[count++] = (CalibratePoint){
            .score = (float)(logits[i] * logit_centimen),
            .knot = (int16_t)features.knot,
            .fraction = (int16_t)features.fraction,
            .result = sample->result,
        };
    }
    free(logits);
    *ret_points = points;
    *ret_count = count;
    return STATUS_OK;
}

static void write_recipe(const Trainer *trainer, double logit_centimen, char *buffer, size_t size) {
    snprintf(buffer, size, "%.300s%siterations=%lu loss=%.5f logit=%.1f %s", trainer->config->note,
             *trainer->config->note ? "; " : "", (unsigned long)trainer->state.iteration,
             trainer->state.best_loss, logit_centimen, trainer->mark);
}

/* The best weights, in centimen: a man is to be worth 100 on average, if he is worth enough. */
static Status conclude(Trainer *trainer, TextBuffer *out, TrainReport *ret_report, Error *error) {
    const FitData *learnt = &trainer->learnt;
    pass(trainer, &trainer->held_out, FIT_LOSS, trainer->state.best, NULL);
    double worth = fit_man_worth(trainer->work, learnt, learnt->count / WORTH_SAMPLES + 1);
    double logit_centimen = 100 / fabs(worth); /* the worth is negative where men are a burden */
    if (!(logit_centimen < logit_centimen_max))
        logit_centimen = logit_centimen_max;
    CalibratePoint *points = NULL;
    size_t count = 0;
    Status status = list_points(trainer, logit_centimen, &points, &count, error);
    if (status < 0)
        return status;
    EvalCurve curve = calibrate_curve(points, count);
    char recipe[EVAL_RECIPE_MAX + 1];
    write_recipe(trainer, logit_centimen, recipe, sizeof recipe);
    status = export_write(&trainer->shape, trainer->state.best, logit_centimen, &curve, recipe, out,
                          error);
    *ret_report = (TrainReport){
        .last = trainer->progress,
        .logit_centimen = logit_centimen,
        .score_centimen = trainer->score_centimen,
        .patterns = trainer->shape.delta_count,
    };
    calibrate_bins(&curve, points, count, ret_report->bins);
    free(points);
    return status;
}

static void release(Trainer *trainer) {
    descent_free(trainer->descent);
    fit_work_free(trainer->work);
    fit_shape_done(&trainer->shape);
    crew_free(trainer->crew);
    free(trainer->order);
    free(trainer->targets);
    free(trainer->penalty);
    free(trainer->state.point);
    free(trainer->state.best);
    free(trainer);
}

Status train_run(const TrainConfig *config, const TrainingSet *set, const TrainEvents *events,
                 TextBuffer *out, TrainReport *ret_report, Error *error) {
    static const TrainEvents no_events = {0};
    Status status = check_config(config, set, error);
    if (status == STATUS_OK && !eval_layout_exists(set->rules))
        status = error_set(error, STATUS_RANGE,
                           "no weights can be learnt for %s: its board has no pattern layout",
                           set->rules->name);
    if (status < 0)
        return status;
    Trainer *trainer = calloc(1, sizeof *trainer);
    if (!trainer)
        return error_set(error, STATUS_NO_MEMORY, "no memory to train");
    trainer->config = config;
    trainer->set = set;
    trainer->events = events ? events : &no_events;
    trainer->begin_ns = clock_now_ns();
    status = prepare(trainer, error);
    if (status >= 0)
        status = descend(trainer, error);
    if (status >= 0)
        status = conclude(trainer, out, ret_report, error);
    release(trainer);
    return status;
}
