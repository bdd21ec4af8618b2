/* SPDX-License-Identifier: MIT */
#include "engine/learn/train.h"

#include "engine/eval/eval.h"
#include "engine/eval/feature_set.h"
#include "engine/learn/calibrate_internal.h"

#include <stdlib.h>

Status train_measure(const EvalWeights *weights, const TrainingSet *set, TrainMeasure *ret_measure,
                     Error *error) {
    EvalWeightsInfo info = eval_weights_info(weights);
    if (info.rules != set->rules)
        return error_set(error, STATUS_STATE, "the weights are of %s, the positions of %s",
                         info.rules->name, set->rules->name);
    CalibratePoint *points = malloc((set->sample_count + 1) * sizeof *points);
    if (!points)
        return error_set(error, STATUS_NO_MEMORY, "no memory for %zu samples", set->sample_count);
    Evaluator evaluator = {EVAL_FULL, weights};
    for (size_t i = 0; i < set->sample_count; i++) {
        const Sample *sample = &set->samples[i];
        Position position = {.board = sample->board, .rules = set->rules, .turn = COLOR_WHITE};
        EvalFeatures features;
        eval_features_read(set->rules, &sample->board, COLOR_WHITE, &features);
        points[i] = (CalibratePoint){
            .score = (float)eval_score(evaluator, &position),
            .knot = (int16_t)features.knot,
            .fraction = (int16_t)features.fraction,
            .result = sample->result,
        };
    }
    calibrate_bins(info.curve, points, set->sample_count, ret_measure->bins);
    ret_measure->loss = calibrate_loss(info.curve, points, set->sample_count);
    double scale = calibrate_scores(set->samples, set->sample_count, 1);
    ret_measure->score_loss = calibrate_score_loss(set->samples, set->sample_count, 1, scale);
    free(points);
    return STATUS_OK;
}
