/* SPDX-License-Identifier: MIT
 *
 * `huff train`: weights from training sets. */
#include "engine/base/file.h"
#include "engine/learn/train.h"
#include "protocol/cli/command.h"
#include "protocol/cli/progress_line.h"

#include <stdlib.h>
#include <string.h>

static void on_progress(void *context, const TrainProgress *progress) {
    progress_line_show(context,
                       "iteration %d, loss %.5f, held out %.5f (best %.5f), %.2f M positions/s",
                       progress->iteration, progress->loss, progress->held_out_loss,
                       progress->best_held_out_loss, progress->samples_per_second / 1e6);
}

static void print_bins(const TrainBin *bins) {
    printf("predicted  actual  positions\n");
    for (int i = 0; i < TRAIN_BINS; i++)
        if (bins[i].samples > 0)
            printf("   %6.3f  %6.3f  %9zu\n", bins[i].predicted, bins[i].actual, bins[i].samples);
}

static void print_report(const char *path, size_t bytes, const TrainReport *report) {
    const TrainProgress *last = &report->last;
    printf("%s: %zu bytes; %zu positions, %zu held out; iteration %d, loss %.5f, held out %.5f; "
           "%zu patterns of their own; %.0f centimen a logit, %.0f of the scores; %.1f s, "
           "%.2f M positions/s\n",
           path, bytes, last->samples, last->held_out_samples, last->iteration, last->loss,
           last->best_held_out_loss, report->patterns, report->logit_centimen,
           report->score_centimen, last->seconds, last->samples_per_second / 1e6);
    print_bins(report->bins);
}

static Status learn(const TrainConfig *config, const TrainingSet *set, const char *path,
                    Error *error) {
    ProgressLine line;
    progress_line_init(&line);
    progress_line_catch_interrupt();
    TrainEvents events = {on_progress, &line, progress_line_interrupted()};
    TrainReport report;
    TextBuffer out = {0};
    Status status = train_run(config, set, &events, &out, &report, error);
    progress_line_end(&line);
    if (status >= 0)
        status = file_replace(path, out.text, out.length, error);
    if (status >= 0)
        print_report(path, out.length, &report);
    text_buffer_done(&out);
    return status;
}

/* How the weights in a file predict the sets. */
static Status measure(const TrainingSet *set, const char *path, Error *error) {
    EvalWeights *weights;
    TrainMeasure measured;
    Status status = eval_weights_read(path, &weights, error);
    if (status < 0)
        return status;
    status = train_measure(weights, set, &measured, error);
    eval_weights_free(weights);
    if (status >= 0) {
        print_bins(measured.bins);
        printf("%zu positions, loss %.5f; %.5f by the search's scores\n", set->sample_count,
               measured.loss, measured.score_loss);
    }
    return status;
}

/* Games that took hours must not be written over. */
static Status check_outputs(const TrainConfig *config, const Operands *operands, const char *out,
                            Error *error) {
    const char *checkpoint = config->checkpoint ? config->checkpoint : "";
    for (int i = 0; i < operands->count; i++)
        if (file_is_same(operands->words[i], out) || file_is_same(operands->words[i], checkpoint))
            return error_set(error, STATUS_SYNTAX,
                             "%s is a set to learn from: --out and --checkpoint need files of "
                             "their own",
                             operands->words[i]);
    if (strcmp(out, checkpoint) == 0 || file_is_same(out, checkpoint))
        return error_set(error, STATUS_SYNTAX, "--out and --checkpoint are the same file, %s", out);
    return STATUS_OK;
}

/* What is wrong with the command line, before anything is read. */
static Status check_usage(const TrainConfig *config, const Operands *operands, const char *out,
                          const char *measured, Error *error) {
    if (!out == !measured)
        return error_set(error, STATUS_SYNTAX,
                         "either --out FILE, where the weights go, or --measure FILE is needed");
    if (operands->count == 0)
        return error_set(error, STATUS_SYNTAX,
                         "no training set was named: huff selfplay makes one");
    if (!(config->held_out > 0))
        return error_set(error, STATUS_SYNTAX,
                         "--held-out 0 leaves no games to validate with; any share above 0 does");
    return out ? check_outputs(config, operands, out, error) : STATUS_OK;
}

static Status run(const TrainConfig *config, const Operands *operands, const char *out,
                  const char *measured, Error *error) {
    TrainingSet set;
    Status status = training_set_read(operands->words, operands->count, &set, error);
    if (status < 0)
        return status;
    status = out ? learn(config, &set, out, error) : measure(&set, measured, error);
    training_set_done(&set);
    return status;
}

int command_train(int argc, char **argv) {
    TrainConfig config = train_config_default();
    const char *out = NULL, *measured = NULL;
    int min_count = (int)config.min_count;
    const ArgumentSpec options[] = {
        {"out", ARGUMENT_STRING, &out, 0, 0, NULL, "FILE", "where the weights go"},
        {"threads", ARGUMENT_INT, &config.threads, 1, TRAIN_THREADS_MAX, NULL, "N",
         "threads that work; the weights do not depend on it (default 1)"},
        {"iterations", ARGUMENT_INT, &config.iterations, 1, TRAIN_ITERATIONS_MAX, NULL, "N",
         "passes at most (default 200)"},
        {"patience", ARGUMENT_INT, &config.patience, 1, TRAIN_ITERATIONS_MAX, NULL, "N",
         "ends after so many passes without gain on the games held out (default 6)"},
        {"seed", ARGUMENT_COUNT, &config.seed, 0, 9e15, NULL, "N",
         "decides which games are held out (default 1)"},
        {"held-out", ARGUMENT_REAL, &config.held_out, 0, 0.5, NULL, "SHARE",
         "share of the games held out (default 0.05)"},
        {"blend", ARGUMENT_REAL, &config.blend, 0, 1, NULL, "SHARE",
         "weight of the search's score against the game's result (default 0.7)"},
        {"min-count", ARGUMENT_INT, &min_count, 1, 1e9, NULL, "N",
         "a pattern that often seen has a weight of its own (default 8)"},
        {"penalty-scalars", ARGUMENT_REAL, &config.penalty_scalars, 0, 1e9, NULL, "N",
         "pull to zero of the scalars, in samples (default 4)"},
        {"penalty-lanes", ARGUMENT_REAL, &config.penalty_lanes, 0, 1e9, NULL, "N",
         "of the lanes (default 60)"},
        {"penalty-blocks", ARGUMENT_REAL, &config.penalty_blocks, 0, 1e9, NULL, "N",
         "of the blocks (default 150)"},
        {"penalty-deltas", ARGUMENT_REAL, &config.penalty_deltas, 0, 1e9, NULL, "N",
         "of the patterns (default 300)"},
        {"checkpoint", ARGUMENT_STRING, &config.checkpoint, 0, 0, NULL, "FILE",
         "goes on from this file if it is there, and saves to it"},
        {"note", ARGUMENT_STRING, &config.note, 0, 0, NULL, "TEXT", "put into the recipe"},
        {"measure", ARGUMENT_STRING, &measured, 0, 0, NULL, "FILE",
         "learn nothing, but show how well these weights predict the results"},
    };
    ArgumentTable table = {
        "train [OPTION ...] --out FILE SET ...",
        "Learns weights from training sets that `huff selfplay` made, by logistic regression on\n"
        "all positions at once, and prints how well they predict the games held out: expected\n"
        "and actual result in ten bins. An interrupt (Ctrl-C) ends it with the best weights yet.\n",
        options, sizeof options / sizeof *options, NULL};
    Operands operands;
    int exit_status = EXIT_STATUS_OK;
    Error error;
    if (command_begin("train", &table, argc, argv, &operands, &exit_status)) {
        config.min_count = (uint32_t)min_count;
        if (check_usage(&config, &operands, out, measured, &error) < 0)
            exit_status = command_fail("train", EXIT_STATUS_USAGE, &error);
        else if (run(&config, &operands, out, measured, &error) < 0)
            exit_status = command_fail("train", EXIT_STATUS_FAILED, &error);
    }
    free(operands.words);
    return exit_status;
}
