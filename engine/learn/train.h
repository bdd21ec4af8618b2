/* SPDX-License-Identifier: MIT
 *
 * Learning weights from a training set: logistic regression of what came of positions, the game's
 * result blended with the search's score, on the features of engine/eval/layout.h. The weights
 * minimise the mean cross-entropy plus a penalty on their squares, by L-BFGS over all samples at
 * once. The same set, options and seed give the same weights bit by bit with any number of
 * threads. */
#ifndef HUFF_ENGINE_LEARN_TRAIN_H
#define HUFF_ENGINE_LEARN_TRAIN_H

#include "engine/base/text_buffer.h"
#include "engine/eval/weights.h"
#include "engine/learn/training_set.h"

#include <stdatomic.h>

enum {
    TRAIN_ITERATIONS_MAX = 10000,
    TRAIN_THREADS_MAX = 256,
};

typedef struct {
    int threads;    /* 1..TRAIN_THREADS_MAX */
    int iterations; /* at most, 1..TRAIN_ITERATIONS_MAX */
    int patience;  /* ends after so many iterations without a smaller validation loss; at least 1 */
    uint64_t seed; /* decides which games are held out for validation */
    double held_out;    /* share of the games, above 0, at most 0.5 */
    double blend;       /* share of the search's score in the target, 0..1 */
    uint32_t min_count; /* a pattern seen so often has a weight of its own; at least 1 */
    /* Strength of the penalty on each part's weights, in samples that say "zero"; at least 0. */
    double penalty_scalars, penalty_lanes, penalty_blocks, penalty_deltas;
    const char *checkpoint; /* file to go on from and to save to every TRAIN_CHECKPOINT_ITERATIONS;
                               NULL: none */
    const char *note;       /* goes into the recipe, "" for none */
} TrainConfig;

/* Fair settings; one thread. */
TrainConfig train_config_default(void);

typedef struct {
    int iteration;
    double loss, held_out_loss; /* mean cross-entropy, without the penalty */
    double best_held_out_loss;
    size_t samples, held_out_samples;
    double seconds;            /* of the whole run */
    double samples_per_second; /* that passes over data went through, all threads together */
} TrainProgress;

typedef struct {
    void (*on_progress)(void *context, const TrainProgress *progress); /* may be NULL */
    void *context;
    const atomic_bool *stop; /* once true, the best so far is the result; may be NULL */
} TrainEvents;

/* How well scores predict results, for one band of predictions. */
typedef struct {
    double predicted, actual; /* means of the expected and of the true result, 0..1 */
    size_t samples;
} TrainBin;

enum {
    TRAIN_BINS = 10
};

/* What came of it. */
typedef struct {
    TrainProgress last;
    double logit_centimen;     /* centimen for one logit */
    double score_centimen;     /* centimen of the set's search scores for one logit */
    size_t patterns;           /* with a weight of their own */
    TrainBin bins[TRAIN_BINS]; /* of the held-out games, by predicted result */
} TrainReport;

/* Learns and appends the weights, as a weight file's bytes, to `out`. STATUS_RANGE for options or a
 * set that cannot be learnt from; STATUS_STATE when the checkpoint is of another set or other
 * options; STATUS_SYNTAX when it is damaged; STATUS_IO, STATUS_NO_MEMORY. */
Status train_run(const TrainConfig *config, const TrainingSet *set, const TrainEvents *events,
                 TextBuffer *out, TrainReport *ret_report, Error *error);

/* How well weights predict a set that they need not have been learnt from. */
typedef struct {
    TrainBin bins[TRAIN_BINS]; /* by the expected result, win and half the draws, of their curve */
    double loss;               /* mean cross-entropy of the results, by that curve */
    double score_loss;         /* the same by the set's search scores, at their best scale: about
                                  what a static score can hope for */
} TrainMeasure;

Status train_measure(const EvalWeights *weights, const TrainingSet *set, TrainMeasure *ret_measure,
                     Error *error);

#endif
