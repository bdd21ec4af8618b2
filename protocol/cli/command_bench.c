/* SPDX-License-Identifier: MIT
 *
 * `huff bench`: the signature of the search, or the speed of the move generator. */
#include "bench/bench.h"
#include "protocol/cli/command.h"

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

static Status run(const Settings *settings, bool movegen, bool eval, int rounds, Error *error) {
    if (eval)
        return bench_eval(settings->eval, rounds, print_calls, NULL, error);
    if (movegen)
        return bench_movegen(rounds, print_row, NULL, error);
    uint64_t nodes;
    double seconds;
    Status status = bench_signature(settings->eval, print_row, NULL, &nodes, &seconds, error);
    if (status >= 0)
        printf("%llu nodes %.0f nps\n", (unsigned long long)nodes, per_second(nodes, seconds));
    return status;
}

int command_bench(int argc, char **argv) {
    Settings settings = settings_default();
    bool movegen = false, eval = false;
    int rounds = 3;
    const ArgumentSpec options[] = {
        {"movegen", ARGUMENT_FLAG, &movegen, 0, 0, NULL, NULL,
         "measure the move generator instead: leaves a second"},
        {"eval", ARGUMENT_FLAG, &eval, 0, 0, NULL, NULL,
         "measure the evaluation instead: nanoseconds a call"},
        {"rounds", ARGUMENT_INT, &rounds, 1, 1000, NULL, "N",
         "with --movegen or --eval: the best of so many runs (default 3)"},
    };
    ArgumentTable table = {
        "bench [OPTION ...]",
        "Searches a fixed set of positions at one thread. The last line is `N nodes N nps`; the\n"
        "number of nodes is the signature of the search, the same on every machine.\n"
        "Of the engine's options only --evaluation counts.\n",
        options, sizeof options / sizeof *options, &settings};
    Operands operands;
    int exit_status = EXIT_STATUS_OK;
    Error error;
    if (command_begin("bench", &table, argc, argv, &operands, &exit_status)) {
        if (command_check_no_operands(&operands, &error) < 0)
            exit_status = command_fail("bench", EXIT_STATUS_USAGE, &error);
        else if (run(&settings, movegen, eval, rounds, &error) < 0)
            exit_status = command_fail("bench", EXIT_STATUS_FAILED, &error);
    }
    free(operands.words);
    return exit_status;
}
