/* SPDX-License-Identifier: MIT
 *
 * `huff selfplay`: games of the engine against itself, as a training set. */
#include "endgame/embedded.h"
#include "endgame/probe.h"
#include "engine/learn/selfplay.h"
#include "protocol/cli/command.h"
#include "protocol/cli/progress_line.h"
#include "protocol/evaluation.h"

#include <stdlib.h>

typedef struct {
    ProgressLine line;
    SelfplayProgress last;
} Report;

static double per_second(const SelfplayProgress *progress) {
    return progress->seconds > 0 ? (double)progress->games_new / progress->seconds : 0;
}

static void on_progress(void *context, const SelfplayProgress *progress) {
    Report *report = context;
    report->last = *progress;
    double rate = per_second(progress);
    char left[PROGRESS_TIME_SIZE];
    progress_line_time(rate > 0 ? (double)progress->games_left / rate : -1, left);
    progress_line_show(&report->line, "%llu games, %llu positions, %.1f games/s, %s left",
                       (unsigned long long)progress->counts.games,
                       (unsigned long long)progress->counts.samples, rate, left);
}

static void print_counts(const char *path, const SelfplayProgress *last) {
    const TrainingSetCounts *counts = &last->counts;
    printf("%s: %llu games (White %llu, drawn %llu, Black %llu), %llu positions, "
           "%.1f plies a game; %llu games now at %.1f a second\n",
           path, (unsigned long long)counts->games, (unsigned long long)counts->white_wins,
           (unsigned long long)counts->draws, (unsigned long long)counts->black_wins,
           (unsigned long long)counts->samples,
           counts->games ? (double)counts->plies / (double)counts->games : 0,
           (unsigned long long)last->games_new, per_second(last));
}

enum {
    EVAL_NAME_SIZE = 32
};

/* What stands in the file's header for the evaluation. */
static void name_evaluation(const Settings *settings, const EvalWeights *weights, char *name) {
    if (settings->eval == EVAL_FULL && weights)
        snprintf(name, EVAL_NAME_SIZE, "weights-%08lx",
                 (unsigned long)eval_weights_info(weights).checksum);
    else
        snprintf(name, EVAL_NAME_SIZE, settings->eval == EVAL_MATERIAL ? "material" : "hand");
}

/* The tables of the program and of the folders in the settings; they decide games. */
static Status open_tables(const Settings *settings, Tables **ret_tables, Error *error) {
    Tables *tables;
    Status status = tables_new(settings->rules, TABLES_CACHE_MIB_DEFAULT, &tables, error);
    if (status < 0)
        return status;
    status = tables_add_folders(tables, settings->tables, error);
    if (status == STATUS_OK)
        status = embedded_add(tables, error);
    if (status < 0)
        tables_free(tables);
    else
        *ret_tables = tables;
    return status;
}

/* Plays with what is known: `weights` may be NULL. */
static Status play(SelfplayConfig *config, const Settings *settings, const EvalWeights *weights,
                   const Tables *tables, const char *path, Error *error) {
    char name[EVAL_NAME_SIZE];
    Oracle oracle = probe_oracle(tables);
    name_evaluation(settings, weights, name);
    config->rules = settings->rules;
    config->threads = settings->threads;
    config->eval = settings->eval;
    config->weights = weights;
    config->eval_name = name;
    config->oracle = &oracle;
    Report report = {0};
    progress_line_init(&report.line);
    progress_line_catch_interrupt();
    SelfplayEvents events = {on_progress, &report, progress_line_interrupted()};
    Status status = selfplay_run(config, path, &events, error);
    progress_line_end(&report.line);
    if (status >= 0)
        print_counts(path, &report.last);
    return status;
}

static Status run(SelfplayConfig *config, const Settings *settings, const char *path,
                  Error *error) {
    EvalWeights *weights;
    Tables *tables = NULL;
    Status status = evaluation_load(settings, &weights, error);
    if (status < 0)
        return status;
    status = open_tables(settings, &tables, error);
    if (status >= 0)
        status = play(config, settings, weights, tables, path, error);
    tables_free(tables);
    eval_weights_free(weights);
    return status;
}

/* What is wrong with the command line, before anything is opened. */
static Status check_usage(const SelfplayConfig *config, const Operands *operands, const char *path,
                          Error *error) {
    if (!path)
        return error_set(error, STATUS_SYNTAX, "--out FILE is needed: where the games go");
    if (config->opening_min > config->opening_max)
        return error_set(error, STATUS_SYNTAX,
                         "--opening-min %d is more than --opening-max %d: at least the first, at "
                         "most the second number of random plies begin a game",
                         config->opening_min, config->opening_max);
    if (config->part > config->parts)
        return error_set(error, STATUS_SYNTAX, "--part %d of --parts %d: there is no such part",
                         config->part, config->parts);
    return command_check_no_operands(operands, error);
}

int command_selfplay(int argc, char **argv) {
    Settings settings = settings_default();
    const char *path = NULL;
    int games = 1000;
    SelfplayConfig config = {
        .table_mib = 1,
        .nodes = 2000,
        .seed = 1,
        .opening_min = 6,
        .opening_max = 20,
        .branch_percent = 50,
        .opening_limit = 150,
        .part = 1,
        .parts = 1,
    };
    bool has_time = false;
    const ArgumentSpec options[] = {
        {"out", ARGUMENT_STRING, &path, 0, 0, NULL, "FILE",
         "the training set; one made by the same options is continued"},
        {"games", ARGUMENT_INT, &games, 1, 1e9, NULL, "N",
         "games the file is to hold (default 1000)"},
        {"part", ARGUMENT_INT, &config.part, 1, SELFPLAY_PARTS_MAX, NULL, "N",
         "play only this part of the games, of --parts, into a file of its own (default 1)"},
        {"parts", ARGUMENT_INT, &config.parts, 1, SELFPLAY_PARTS_MAX, NULL, "N",
         "machines that share the games; huff train takes all their files (default 1)"},
        {"nodes", ARGUMENT_COUNT, &config.nodes, 1, 1e12, NULL, "N",
         "searched for each move (default 2000)"},
        {"time", ARGUMENT_REAL, &config.seconds, 0.0001, 1e6, &has_time, "SECONDS",
         "for each move, instead of nodes; the games then differ from run to run"},
        {"seed", ARGUMENT_COUNT, &config.seed, 0, 9e15, NULL, "N",
         "other seeds give other games (default 1)"},
        {"opening-min", ARGUMENT_INT, &config.opening_min, 0, SELFPLAY_OPENING_MAX, NULL, "N",
         "least number of random plies at the start (default 6)"},
        {"opening-max", ARGUMENT_INT, &config.opening_max, 0, SELFPLAY_OPENING_MAX, NULL, "N",
         "largest number of random plies at the start (default 20)"},
        {"branch", ARGUMENT_INT, &config.branch_percent, 0, 100, NULL, "PERCENT",
         "of the games begin in a later phase, after fast moves and a few random (default 50)"},
        {"opening-limit", ARGUMENT_INT, &config.opening_limit, 0, SCORE_EVAL_MAX, NULL, "N",
         "centimen; openings judged worse are drawn anew (default 150)"},
        {"table", ARGUMENT_INT, &config.table_mib, 0, 1024, NULL, "MIB",
         "transposition table of each game (default 1)"},
    };
    ArgumentTable table = {
        "selfplay [OPTION ...] --out FILE",
        "Plays games against itself from random openings, --threads of them at once, and writes\n"
        "quiet positions with their score and the game's result as a training set. Broken off, it\n"
        "goes on where it stopped when started again; with --nodes the games depend on the seed\n"
        "and the options only. Endgame tables, the program's own and those of --tables, are asked\n"
        "while it thinks and decide a game as soon as they know it.\n",
        options, sizeof options / sizeof *options, &settings};
    Operands operands;
    int exit_status = EXIT_STATUS_OK;
    Error error;
    if (command_begin("selfplay", &table, argc, argv, &operands, &exit_status)) {
        config.games = (uint32_t)games;
        if (has_time)
            config.nodes = 0;
        if (check_usage(&config, &operands, path, &error) < 0)
            exit_status = command_fail("selfplay", EXIT_STATUS_USAGE, &error);
        else if (run(&config, &settings, path, &error) < 0)
            exit_status = command_fail("selfplay", EXIT_STATUS_FAILED, &error);
    }
    free(operands.words);
    return exit_status;
}
