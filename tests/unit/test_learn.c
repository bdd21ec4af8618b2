/* SPDX-License-Identifier: MIT
 *
 * Learning from end to end on a small scale: games that depend on the seed only, weights that do
 * not depend on the threads, and that know more than they did before. */
#include "engine/eval/eval.h"
#include "engine/learn/calibrate_internal.h"
#include "engine/learn/fit_internal.h"
#include "engine/learn/selfplay.h"
#include "engine/learn/train.h"
#include "tests/unit/suite.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

enum {
    GAMES = 64,
};

static SelfplayConfig config_of(const Rules *rules, int threads) {
    return (SelfplayConfig){
        .rules = rules,
        .eval = EVAL_HAND,
        .eval_name = "hand",
        .table_mib = 0,
        .nodes = 60,
        .seed = 7,
        .games = GAMES,
        .threads = threads,
        .opening_min = 2,
        .opening_max = 8,
        .branch_percent = 50,
        .opening_limit = 200,
        .part = 1,
        .parts = 1,
    };
}

static TrainingSet read_set(const char *path) {
    TrainingSet set;
    Error error = {""};
    const char *const paths[] = {path};
    ck_assert_msg(training_set_read(paths, 1, &set, &error) == STATUS_OK, "%s", error.text);
    return set;
}

static void play(const Rules *rules, int threads, const char *path) {
    SelfplayConfig config = config_of(rules, threads);
    Error error = {""};
    ck_assert_msg(selfplay_run(&config, path, NULL, &error) == STATUS_OK, "%s", error.text);
}

static void stop_at_40(void *context, const SelfplayProgress *progress) {
    if (progress->games_new >= 40)
        atomic_store((atomic_bool *)context, true);
}

/* The games are the same whether one thread plays them, or three that are broken off. */
START_TEST(test_games) {
    for (VariantId id = 0; id < VARIANT_COUNT; id++) {
        const Rules *rules = rules_get(id);
        char one[SCRATCH_SIZE], three[SCRATCH_SIZE];
        scratch_make_file(one);
        scratch_make_file(three);
        play(rules, 1, one);
        SelfplayConfig config = config_of(rules, 3);
        atomic_bool stop = false;
        SelfplayEvents events = {stop_at_40, &stop, &stop};
        ck_assert_int_eq(selfplay_run(&config, three, &events, NULL), STATUS_OK);
        TrainingSet part = read_set(three);
        ck_assert_uint_lt(part.counts.games, GAMES);
        training_set_done(&part);
        play(rules, 3, three);
        TrainingSet a = read_set(one), b = read_set(three);
        ck_assert_uint_eq(a.counts.games, GAMES);
        ck_assert_uint_eq(a.sample_count, b.sample_count);
        for (size_t i = 0; i < a.sample_count; i++) {
            ck_assert_int_eq(memcmp(&a.samples[i].board, &b.samples[i].board, sizeof(Board)), 0);
            ck_assert_int_eq(a.samples[i].score, b.samples[i].score);
            Position position = {.board = a.samples[i].board, .rules = rules};
            ck_assert(sample_is_quiet(&position));
            ck_assert_int_lt(abs(a.samples[i].score), SCORE_TABLE_WIN);
        }
        training_set_done(&a);
        training_set_done(&b);
        unlink(one);
        unlink(three);
    }
}
END_TEST

/* A file may be asked for any number of games, and for more later: the same come out. */
START_TEST(test_any_number) {
    const Rules *rules = rules_get(VARIANT_ENGLISH);
    const uint32_t numbers[] = {5, 41, 40, 64};
    char steps[SCRATCH_SIZE], whole[SCRATCH_SIZE];
    scratch_make_file(steps);
    scratch_make_file(whole);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        SelfplayConfig config = config_of(rules, 2);
        config.games = numbers[i];
        ck_assert_int_eq(selfplay_run(&config, steps, NULL, NULL), STATUS_OK);
        TrainingSet set = read_set(steps);
        ck_assert_uint_eq(set.counts.games, i == 2 ? 41 : numbers[i]);
        training_set_done(&set);
    }
    play(rules, 1, whole);
    TrainingSet a = read_set(steps), b = read_set(whole);
    ck_assert_uint_eq(a.sample_count, b.sample_count);
    for (size_t i = 0; i < a.sample_count; i++) {
        ck_assert_int_eq(memcmp(&a.samples[i].board, &b.samples[i].board, sizeof(Board)), 0);
        ck_assert_uint_eq(a.samples[i].game, b.samples[i].game);
    }
    training_set_done(&a);
    training_set_done(&b);
    unlink(steps);
    unlink(whole);
}
END_TEST

/* Two files with a part each hold the games of one with all. */
START_TEST(test_parts) {
    const Rules *rules = rules_get(VARIANT_ENGLISH);
    char whole[SCRATCH_SIZE], files[2][SCRATCH_SIZE];
    scratch_make_file(whole);
    play(rules, 1, whole);
    TrainingSet all = read_set(whole);
    size_t samples = 0;
    for (int i = 0; i < 2; i++) {
        scratch_make_file(files[i]);
        SelfplayConfig config = config_of(rules, 2);
        config.parts = 2;
        config.part = i + 1;
        ck_assert_int_eq(selfplay_run(&config, files[i], NULL, NULL), STATUS_OK);
        TrainingSet set = read_set(files[i]);
        ck_assert_uint_eq(set.counts.games, GAMES / 2);
        /* GAMES are two chunks, so each part is one: the samples of the whole, half by half. */
        for (size_t k = 0; k < set.sample_count; k++)
            ck_assert_int_eq(
                memcmp(&set.samples[k].board, &all.samples[samples + k].board, sizeof(Board)), 0);
        samples += set.sample_count;
        training_set_done(&set);
        unlink(files[i]);
    }
    ck_assert_uint_eq(samples, all.sample_count);
    training_set_done(&all);
    unlink(whole);
    SelfplayConfig config = config_of(rules, 1);
    config.part = 2;
    ck_assert_int_eq(selfplay_run(&config, whole, NULL, NULL), STATUS_RANGE);
}
END_TEST

enum {
    KNOWN_PIECES = 14,
};

/* Says that the side to move loses but for the counts of the law, which make it a draw. */
static void consult_draw(void *context, const Position *position, OracleAnswer *ret_answer) {
    (void)context;
    (void)position;
    *ret_answer = (OracleAnswer){ORACLE_LOSS, -1, ORACLE_DRAW};
}
static void consult_white(void *context, const Position *position, OracleAnswer *ret_answer) {
    (void)context;
    OracleValue value = position->turn == COLOR_WHITE ? ORACLE_WIN : ORACLE_LOSS;
    *ret_answer = (OracleAnswer){value, -1, ORACLE_UNKNOWN};
}
static OracleValue look_nowhere(void *context, const Position *position) {
    (void)context;
    (void)position;
    return ORACLE_UNKNOWN;
}

/* Games end where the oracle begins, as it says. */
START_TEST(test_oracle) {
    const Rules *rules = rules_get(VARIANT_ENGLISH);
    const Oracle draws = {KNOWN_PIECES, look_nowhere, consult_draw, NULL};
    const Oracle wins = {KNOWN_PIECES, look_nowhere, consult_white, NULL};
    const Oracle *const oracles[] = {NULL, &draws, &wins};
    TrainingSetCounts counts[3];
    for (int i = 0; i < 3; i++) {
        char path[SCRATCH_SIZE];
        scratch_make_file(path);
        SelfplayConfig config = config_of(rules, 2);
        config.oracle = oracles[i];
        config.branch_percent = 0; /* so that no game begins with fewer pieces */
        ck_assert_int_eq(selfplay_run(&config, path, NULL, NULL), STATUS_OK);
        TrainingSet set = read_set(path);
        counts[i] = set.counts;
        size_t below = 0;
        for (size_t k = 0; k < set.sample_count; k++)
            below += bits_count(board_occupied(&set.samples[k].board)) <= KNOWN_PIECES;
        if (i == 0)
            ck_assert_uint_gt(below, 0);
        else
            ck_assert_uint_eq(below, 0);
        ck_assert_int_eq(strstr(set.text, " exact=14") != NULL, i > 0);
        training_set_done(&set);
        unlink(path);
    }
    ck_assert_uint_gt(counts[1].draws, GAMES / 2);
    ck_assert_uint_gt(counts[1].draws, counts[0].draws);
    ck_assert_uint_gt(counts[2].white_wins, GAMES / 2);
    ck_assert_uint_gt(counts[2].white_wins, counts[0].white_wins);
}
END_TEST

/* Where men are a burden their worth comes out negative, and the scale stays in hand. */
START_TEST(test_losing) {
    char path[SCRATCH_SIZE];
    scratch_make_file(path);
    const Rules *rules = rules_get(VARIANT_LOSING_ENGLISH);
    play(rules, 2, path);
    TrainingSet set = read_set(path);
    TrainConfig config = train_config_default();
    config.held_out = 0.2;
    TextBuffer out = {0};
    TrainReport report;
    Error error = {""};
    ck_assert_msg(train_run(&config, &set, NULL, &out, &report, &error) == STATUS_OK, "%s",
                  error.text);
    ck_assert_double_gt(report.logit_centimen, 10);
    ck_assert_double_le(report.logit_centimen, 200);
    EvalWeights *weights;
    ck_assert_int_eq(eval_weights_parse("x", out.text, out.length, &weights, NULL), STATUS_OK);
    ck_assert_double_lt(eval_weights_scalar(weights, SCALAR_MAN, 1, 0), 0);
    eval_weights_free(weights);
    text_buffer_done(&out);
    training_set_done(&set);
    unlink(path);
}
END_TEST

static TextBuffer learn(const TrainingSet *set, int threads, int iterations,
                        const char *checkpoint) {
    TrainConfig config = train_config_default();
    config.threads = threads;
    config.iterations = iterations;
    config.held_out = 0.2;
    config.min_count = 3;
    config.patience = 1000;
    config.checkpoint = checkpoint;
    TextBuffer out = {0};
    TrainReport report;
    Error error = {""};
    ck_assert_msg(train_run(&config, set, NULL, &out, &report, &error) == STATUS_OK, "%s",
                  error.text);
    ck_assert_double_lt(report.last.best_held_out_loss, log(2));
    ck_assert_double_gt(report.logit_centimen, 0);
    return out;
}

START_TEST(test_weights) {
    char path[SCRATCH_SIZE], checkpoint[SCRATCH_SIZE];
    scratch_make_file(path);
    scratch_make_file(checkpoint);
    unlink(checkpoint);
    const Rules *rules = rules_get(VARIANT_ENGLISH);
    play(rules, 2, path);
    TrainingSet set = read_set(path);
    TextBuffer one = learn(&set, 1, 25, NULL), three = learn(&set, 3, 25, NULL);
    ck_assert_uint_eq(one.length, three.length);
    ck_assert_int_eq(memcmp(one.text, three.text, one.length), 0);
    /* Broken off after the checkpoint of iteration 20 and gone on from there. */
    TextBuffer part = learn(&set, 2, 22, checkpoint), resumed = learn(&set, 2, 25, checkpoint);
    ck_assert_uint_eq(one.length, resumed.length);
    ck_assert_int_eq(memcmp(one.text, resumed.text, one.length), 0);
    EvalWeights *weights;
    ck_assert_int_eq(eval_weights_parse("x", one.text, one.length, &weights, NULL), STATUS_OK);
    TrainMeasure measure;
    ck_assert_int_eq(train_measure(weights, &set, &measure, NULL), STATUS_OK);
    size_t samples = 0;
    for (int i = 0; i < TRAIN_BINS; i++)
        samples += measure.bins[i].samples;
    ck_assert_uint_eq(samples, set.sample_count);
    ck_assert_double_lt(measure.loss, log(2));
    ck_assert_double_lt(measure.score_loss, log(2));
    eval_weights_free(weights);
    /* A checkpoint of other options is refused. */
    TrainConfig config = train_config_default();
    config.checkpoint = checkpoint;
    TrainReport report;
    Error error;
    ck_assert_int_eq(train_run(&config, &set, NULL, &part, &report, &error), STATUS_STATE);
    text_buffer_done(&one);
    text_buffer_done(&three);
    text_buffer_done(&part);
    text_buffer_done(&resumed);
    training_set_done(&set);
    unlink(path);
    unlink(checkpoint);
}
END_TEST

/* The gradient against differences of the loss. */
START_TEST(test_gradient) {
    char path[SCRATCH_SIZE];
    scratch_make_file(path);
    play(rules_get(VARIANT_ENGLISH), 1, path);
    TrainingSet set = read_set(path);
    size_t count = set.sample_count < 500 ? set.sample_count : 500;
    uint32_t *order = malloc(count * sizeof *order);
    float *targets = malloc(count * sizeof *targets);
    for (size_t i = 0; i < count; i++) {
        order[i] = (uint32_t)i;
        targets[i] = (float)(set.samples[i].result + 1) / 2;
    }
    FitData data = {set.samples, order, count, targets};
    Crew *crew;
    FitShape shape;
    FitWork *work;
    ck_assert_int_eq(crew_new(1, &crew, NULL), STATUS_OK);
    ck_assert_int_eq(fit_shape_init(set.rules, &data, 2, crew, &shape, NULL), STATUS_OK);
    ck_assert_int_eq(fit_work_new(&shape, crew, &work, NULL), STATUS_OK);
    float *point = calloc(shape.count, sizeof *point);
    float *gradient = malloc(shape.count * sizeof *gradient);
    point[SCALAR_MAN * EVAL_KNOTS] = 0.7f;
    fit_pass(work, &data, FIT_GRADIENT, point, gradient);
    size_t parts[] = {shape.scalar_at, shape.lane_at, shape.block_at, shape.delta_at, shape.count};
    for (int part = 0; part < 4; part++) {
        size_t best = parts[part];
        for (size_t i = parts[part]; i < parts[part + 1]; i++)
            if (fabsf(gradient[i]) > fabsf(gradient[best]))
                best = i;
        float old = point[best], step = 0.02f;
        point[best] = old + step;
        double above = fit_pass(work, &data, FIT_LOSS, point, NULL);
        point[best] = old - step;
        double below = fit_pass(work, &data, FIT_LOSS, point, NULL);
        point[best] = old;
        double slope = (above - below) / (2 * step);
        ck_assert_double_gt(fabs(slope), 1e-5);
        ck_assert_double_lt(fabs(slope / gradient[best] - 1), 0.02);
    }
    free(point);
    free(gradient);
    free(order);
    free(targets);
    fit_work_free(work);
    fit_shape_done(&shape);
    crew_free(crew);
    training_set_done(&set);
    unlink(path);
}
END_TEST

/* A curve ends within bounds also where no game was drawn and only few men ever came off: nothing
 * holds its far end then, and it must not run away for hours. */
START_TEST(test_curve) {
    enum {
        COUNT = 4000,
    };
    static CalibratePoint points[COUNT];
    for (int i = 0; i < COUNT; i++)
        points[i] = (CalibratePoint){
            .score = (float)(i % 41 * 20 - 400),
            .knot = 2,
            .fraction = (int16_t)(i % 16),
            .result = (int16_t)(i * 7919 % 1000 < 500 + i % 41 * 20 - 400 ? 1 : -1),
        };
    EvalCurve curve = calibrate_curve(points, COUNT);
    for (int knot = 0; knot < EVAL_KNOTS; knot++) {
        ck_assert_double_ge(curve.lag[knot], 0);
        ck_assert_double_le(curve.lag[knot], 3000);
        ck_assert_double_ge(curve.scale[knot], 5);
        ck_assert_double_le(curve.scale[knot], 3000);
    }
    ck_assert_double_lt(calibrate_loss(&curve, points, COUNT), log(2));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("learn");
    TCase *tcase = tcase_create("learn");
    tcase_set_timeout(tcase, 120);
    tcase_add_test(tcase, test_games);
    tcase_add_test(tcase, test_any_number);
    tcase_add_test(tcase, test_parts);
    tcase_add_test(tcase, test_oracle);
    tcase_add_test(tcase, test_losing);
    tcase_add_test(tcase, test_weights);
    tcase_add_test(tcase, test_gradient);
    tcase_add_test(tcase, test_curve);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
