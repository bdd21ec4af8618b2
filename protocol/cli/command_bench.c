/* SPDX-License-Identifier: MIT
 *
 * `huff bench`: the signature of the search, or the speed of one of its parts. */
#include "bench/bench.h"
#include "protocol/cli/endgame.h"

#include <stdlib.h>

static double per_second(uint64_t count, double seconds) {
    return seconds > 0 ? (double)count / seconds : 0;
}

static void print_row(void *context, const BenchRow *row) {
    (void)context;
    printf("%-14s %-24s depth %2d %12llu %8.3f s %7.1f M/s\n", row->variant, row->name, row->depth,
           (unsigned long long)row->nodes, row->seconds,
           per_second(row->nodes, row->seconds) / 1e6);
    fflush(stdout);
}

static void print_calls(void *context, const BenchRow *row) {
    (void)context;
    printf("%-14s %-24s %7.1f ns a call\n", row->variant, row->name,
           row->seconds * 1e9 / (double)row->nodes);
    fflush(stdout);
}

/* Nodes a second without tables, of the row before. */
typedef struct {
    double without;
} EndingReport;

static void print_endings(void *context, const BenchRow *row) {
    EndingReport *report = context;
    double rate = per_second(row->nodes, row->seconds);
    printf("%-14s %-24s %12llu %8.3f s %7.2f M/s", row->variant, row->name,
           (unsigned long long)row->nodes, row->seconds, rate / 1e6);
    if (report->without > 0)
        printf(" %+5.1f %%", (rate / report->without - 1) * 100);
    printf("\n");
    fflush(stdout);
    report->without = rate;
}

static Status run_tables(const Settings *settings, int rounds, Error *error) {
    EndingReport report = {0};
    Tables *roomy = NULL, *tight = NULL;
    Status status = endgame_open_tables(settings, TABLES_CACHE_MIB_DEFAULT, &roomy, error);
    if (status >= 0)
        status = endgame_open_tables(settings, 1, &tight, error);
    if (status >= 0 && !tables_count(roomy))
        status = endgame_explain_none(settings, error);
    if (status >= 0)
        status = bench_endings(roomy, settings->eval, rounds, print_endings, &report, error);
    if (status >= 0)
        status = bench_looks(roomy, tight, rounds, print_calls, NULL, error);
    tables_free(roomy);
    tables_free(tight);
    return status;
}

typedef struct {
    Settings settings;
    bool movegen, eval, tables;
    int rounds;
} BenchCommand;

static Status run(const BenchCommand *command, Error *error) {
    const Settings *settings = &command->settings;
    int rounds = command->rounds;
    if (command->tables)
        return run_tables(settings, rounds, error);
    if (command->eval)
        return bench_eval(settings->eval, rounds, print_calls, NULL, error);
    if (command->movegen)
        return bench_movegen(rounds, print_row, NULL, error);
    uint64_t nodes;
    double seconds;
    Status status = bench_signature(settings->eval, print_row, NULL, &nodes, &seconds, error);
    if (status >= 0)
        printf("%llu nodes %.0f nps\n", (unsigned long long)nodes, per_second(nodes, seconds));
    return status;
}

int command_bench(int argc, char **argv) {
    BenchCommand command = {.settings = settings_default(), .rounds = 3};
    const ArgumentSpec options[] = {
        {"movegen", ARGUMENT_FLAG, &command.movegen, 0, 0, NULL, NULL,
         "measure the move generator instead: leaves a second"},
        {"eval", ARGUMENT_FLAG, &command.eval, 0, 0, NULL, NULL,
         "measure the evaluation instead: nanoseconds a call"},
        {"endings", ARGUMENT_FLAG, &command.tables, 0, 0, NULL, NULL,
         "measure endgame tables instead: searches of endings without and with them, and looks "
         "into them"},
        {"rounds", ARGUMENT_INT, &command.rounds, 1, 1000, NULL, "N",
         "with --movegen, --eval or --endings: the best of so many runs (default 3)"},
    };
    ArgumentTable table = {
        "bench [OPTION ...]",
        "Searches a fixed set of positions at one thread. The last line is `N nodes N nps`; the\n"
        "number of nodes is the signature of the search, the same on every machine.\n"
        "Of the engine's options only --evaluation counts, with --endings also --variant and "
        "--tables.\n",
        options, sizeof options / sizeof *options, &command.settings};
    Operands operands;
    int exit_status = EXIT_STATUS_OK;
    Error error;
    if (command_begin("bench", &table, argc, argv, &operands, &exit_status)) {
        if (command_check_no_operands(&operands, &error) < 0)
            exit_status = command_fail("bench", EXIT_STATUS_USAGE, &error);
        else if (run(&command, &error) < 0)
            exit_status = command_fail("bench", EXIT_STATUS_FAILED, &error);
    }
    free(operands.words);
    return exit_status;
}
