/* SPDX-License-Identifier: MIT
 *
 * `huff ballots make`: ballots by searching the first moves of a game. */
#include "book/build_ballots.h"
#include "book/build_run.h"
#include "engine/base/clock.h"
#include "protocol/cli/command_ballots_internal.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    BallotPlan plan;
    const Rules *rules;
    const char *variant, *plies, *band, *out;
    bool shows_progress;
    int64_t start_ns, shown_ns;
} MakeCommand;

static void show_progress(void *context, int searched, int total) {
    static const double interval = 0.5; /* seconds between lines that overwrite each other */
    MakeCommand *command = context;
    if (!command->shows_progress || clock_seconds_since(command->shown_ns) < interval)
        return;
    command->shown_ns = clock_now_ns();
    double each = clock_seconds_since(command->start_ns) / searched;
    fprintf(stderr, "\r%d of %d positions, %.1f a second, %.0f s left   ", searched, total,
            each > 0 ? 1 / each : 0, (total - searched) * each);
    fflush(stderr);
}

/* "4" or "0:30". One number stands for both. */
static Status read_range(const char *option, const char *text, const char *form, int *ret_low,
                         int *ret_high, Error *error) {
    enum {
        DIGITS_MAX = 6
    };
    int *targets[] = {ret_low, ret_high};
    const char *rest = text;
    for (int i = 0; i < 2; i++) {
        size_t digits = strspn(rest, "0123456789");
        if (digits < 1 || digits > DIGITS_MAX || (rest[digits] && (i || rest[digits] != ':')))
            return error_set(error, STATUS_SYNTAX, "--%s: \"%.40s\" is not %s", option, text, form);
        *targets[i] = (int)strtol(rest, NULL, 10);
        if (!rest[digits] && !i) {
            *ret_high = *ret_low;
            break;
        }
        rest += digits + 1;
    }
    return STATUS_OK;
}

static Status read_plan(MakeCommand *command, const Operands *operands, Error *error) {
    BallotPlan *plan = &command->plan;
    Status status = command_check_no_operands(operands, error);
    if (status == STATUS_OK && !command->out)
        status =
            error_set(error, STATUS_SYNTAX, "--out FILE is missing: where ballots are written");
    if (status == STATUS_OK && command->plies)
        status = read_range("plies", command->plies, "N or LOW:HIGH", &plan->plies_low,
                            &plan->plies_high, error);
    if (status == STATUS_OK && command->band)
        status = read_range("band", command->band, "LOW:HIGH in centimen, such as 0:30",
                            &plan->band_low, &plan->band_high, error);
    command->rules = status == STATUS_OK ? ballots_find_rules(command->variant, error) : NULL;
    return status == STATUS_OK && !command->rules ? STATUS_UNKNOWN : status;
}

/* How the file was made: the same words make it again. */
static void describe(const MakeCommand *command, char *text, size_t size) {
    const BallotPlan *plan = &command->plan;
    snprintf(text, size,
             "# huff ballots make --variant %s --plies %d:%d --most %d --seed %llu --band %d:%d "
             "--nodes %llu\n",
             command->rules->name, plan->plies_low, plan->plies_high, plan->most,
             (unsigned long long)plan->seed, plan->band_low, plan->band_high,
             (unsigned long long)plan->nodes);
}

static void tell_end(const MakeCommand *command, const BallotMaking *making) {
    if (command->shows_progress)
        fprintf(stderr, "\r%79s\r", "");
    printf("%s: %d ballots, a yield of %.1f %% of %d positions searched\n", command->out,
           making->kept, 100.0 * making->kept / making->searched, making->searched);
    printf("%d positions %s, met again by %llu moves; %d lose material, %d left out by lot\n",
           making->positions, making->drawn ? "at the ends of lines drawn by lot" : "in all",
           (unsigned long long)making->merged, making->losing, making->left_out);
}

static Status make(MakeCommand *command, Error *error) {
    BallotList list = {0};
    BallotMaking making;
    char comment[256];
    command->start_ns = command->shown_ns = clock_now_ns();
    EvalWeights *weights = NULL;
    Status status = eval_weights_load_embedded(command->rules, &weights, error);
    command->plan.weights = weights;
    if (status == STATUS_OK)
        status = ballot_plan_run(&command->plan, command->rules, show_progress, command, &list,
                                 &making, error);
    describe(command, comment, sizeof comment);
    if (status == STATUS_OK)
        status = ballots_save(&list, comment, command->out, error);
    if (status == STATUS_OK)
        tell_end(command, &making);
    eval_weights_free(weights);
    ballots_done(&list);
    return status;
}

int ballots_run_make(int argc, char **argv) {
    MakeCommand command = {.plan = ballot_plan_default(), .shows_progress = isatty(STDERR_FILENO)};
    BallotPlan *plan = &command.plan;
    const ArgumentSpec options[] = {
        {"out", ARGUMENT_STRING, &command.out, 0, 0, NULL, "FILE", "the ballots to write"},
        {"variant", ARGUMENT_STRING, &command.variant, 0, 0, NULL, "NAME",
         "game (default international)"},
        {"plies", ARGUMENT_STRING, &command.plies, 0, 0, NULL, "N|LOW:HIGH",
         "moves of both sides before the ballot (default 4)"},
        {"band", ARGUMENT_STRING, &command.band, 0, 0, NULL, "LOW:HIGH",
         "score of either side in centimen (default 0:30; hard but not lost: 60:150)"},
        {"nodes", ARGUMENT_COUNT, &plan->nodes, 1, 1e12, NULL, "N",
         "nodes of the search of each position (default 20000)"},
        {"most", ARGUMENT_INT, &plan->most, 1, BALLOT_CANDIDATES_MAX, NULL, "N",
         "positions searched; of more so many are drawn by lot (default 10000)"},
        {"seed", ARGUMENT_COUNT, &plan->seed, 0, 1e15, NULL, "N", "of the lot (default 1)"},
        {"threads", ARGUMENT_INT, &plan->threads, 1, BOOK_THREADS_MAX, NULL, "N",
         "positions searched at a time (default 1)"},
    };
    ArgumentTable table = {
        "ballots make --out FILE [OPTION ...]",
        "Follows all lines of so many plies (when they are too many, lines drawn by lot), leaves "
        "out\n"
        "positions met before, as they were or with colours turned, and those where a side loses\n"
        "material at once, searches the others and writes those with a score within the band. The\n"
        "same ballots come out with any number of threads.\n",
        options, sizeof options / sizeof *options, NULL};
    Operands operands;
    int exit_status = EXIT_STATUS_OK;
    Error error;
    if (command_begin("ballots make", &table, argc, argv, &operands, &exit_status)) {
        if (read_plan(&command, &operands, &error) < 0)
            exit_status = command_fail("ballots make", EXIT_STATUS_USAGE, &error);
        else if (make(&command, &error) < 0)
            exit_status = command_fail("ballots make", EXIT_STATUS_FAILED, &error);
    }
    free(operands.words);
    return exit_status;
}
