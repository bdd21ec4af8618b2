/* SPDX-License-Identifier: MIT
 *
 * `huff book build`: grows a book by searching. */
#include "book/build_run.h"
#include "engine/base/clock.h"
#include "engine/notation/fen.h"
#include "protocol/cli/command_book_internal.h"
#include "protocol/evaluation.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    Settings settings;
    BookPlan plan;
    BookRun run;
    const char *out, *work, *start;
    bool has_nodes, has_time;
    double seconds; /* of each position, with has_time */
    int64_t start_ns;
    int64_t shown_ns;
    bool shows_progress;
} BuildCommand;

/* ---- progress ---- */

static void show_progress(void *context, const BookProgress *progress) {
    static const double interval = 0.5; /* seconds between lines that overwrite each other */
    BuildCommand *command = context;
    if (!command->shows_progress || clock_seconds_since(command->shown_ns) < interval)
        return;
    command->shown_ns = clock_now_ns();
    double seconds = clock_seconds_since(command->start_ns);
    int fresh = progress->searched - progress->reused;
    int left = command->plan.positions - progress->searched;
    double each = fresh > 0 ? seconds / fresh : 0;
    fprintf(stderr, "\r%d of %d positions, start %+.2f, %.1f a second, %.0f s left   ",
            progress->searched, command->plan.positions, progress->root_score / 100.0,
            each > 0 ? 1 / each : 0, left > 0 ? left * each : 0);
    fflush(stderr);
}

/* ---- building ---- */

static void describe_book(const BuildCommand *command, const char *start, BookSet *set) {
    const BookPlan *plan = &command->plan;
    char effort[64];
    if (command->run.effort.nodes)
        snprintf(effort, sizeof effort, "%llu nodes",
                 (unsigned long long)command->run.effort.nodes);
    else
        snprintf(effort, sizeof effort, "%g s", command->run.effort.time_ms * 1e-3);
    book_set_describe(set,
                      "build: %s a position, %d positions, ply cost %d, %d plies, round %d, "
                      "from %s",
                      effort, plan->positions, plan->ply_cost, plan->plies, plan->round, start);
}

static Status save_book(const BuildCommand *command, const BookBuild *build, const char *start,
                        Error *error) {
    BookSet set;
    book_set_init(&set, command->settings.rules);
    Status status = book_build_collect(build, &set, error);
    if (status == STATUS_OK)
        status = book_set_back_up(&set, error);
    if (status == STATUS_OK) {
        describe_book(command, start, &set);
        status = book_save(&set, command->out, error);
    }
    book_set_done(&set);
    return status;
}

static void tell_end(const BuildCommand *command, const BookBuild *build) {
    BookProgress progress = book_build_get_progress(build);
    if (command->shows_progress)
        fprintf(stderr, "\r%79s\r", "");
    printf("%s: %d positions, %d of them with all their moves, %d searched now, start %+.2f\n",
           command->out, progress.positions, progress.expanded, progress.searched - progress.reused,
           progress.root_score / 100.0);
}

static Status build_with(BuildCommand *command, BookWork *work, Error *error) {
    Position start;
    position_init_start(&start, command->settings.rules);
    Status status = STATUS_OK;
    if (command->start)
        status = fen_read(command->settings.rules, command->start, strlen(command->start), &start,
                          NULL, error);
    if (status < 0)
        return status;
    BookBuild *build;
    status = book_build_new(&start, &command->plan, work, &build, error);
    if (status < 0)
        return status;
    command->start_ns = command->shown_ns = clock_now_ns();
    status = book_build_run(build, &command->run, error);
    if (status == STATUS_OK)
        status = save_book(command, build, command->start ? command->start : "the start", error);
    if (status == STATUS_OK)
        tell_end(command, build);
    book_build_free(build);
    return status;
}

static Status build(BuildCommand *command, Error *error) {
    size_t size = strlen(command->out) + sizeof ".work";
    char *path = malloc(size);
    if (!path)
        return error_set(error, STATUS_NO_MEMORY, "out of memory");
    snprintf(path, size, "%s.work", command->out);
    BookWork *work = NULL;
    EvalWeights *weights = NULL;
    Status status = evaluation_load(&command->settings, &weights, error);
    command->run.effort.weights = weights;
    if (status == STATUS_OK)
        status = book_search_find_mark(command->settings.rules, command->run.effort.weights,
                                       &command->run.effort.engine, error);
    if (status == STATUS_OK)
        status = book_work_open(command->work ? command->work : path, command->settings.rules,
                                &command->run.effort, &work, error);
    free(path);
    if (status == STATUS_OK)
        status = build_with(command, work, error);
    book_work_close(work);
    eval_weights_free(weights);
    return status;
}

static Status check(BuildCommand *command, const Operands *operands, Error *error) {
    Status status = command_check_no_operands(operands, error);
    if (status < 0)
        return status;
    if (!command->out)
        return error_set(error, STATUS_SYNTAX, "--out FILE is missing: where the book is written");
    if (command->has_nodes && command->has_time)
        return error_set(error, STATUS_SYNTAX, "--nodes and --time exclude each other");
    command->run.threads = command->settings.threads;
    if (command->has_time)
        command->run.effort = (BookEffort){.time_ms = (int)(command->seconds * 1000 + 0.5)};
    return STATUS_OK;
}

int book_run_build(int argc, char **argv) {
    BuildCommand command = {
        .settings = settings_default(),
        .plan = book_plan_default(),
        .run = {.effort = {.nodes = 20000}, .on_progress = show_progress, .context = &command},
        .shows_progress = isatty(STDERR_FILENO),
    };
    BookPlan *plan = &command.plan;
    const ArgumentSpec options[] = {
        {"out", ARGUMENT_STRING, &command.out, 0, 0, NULL, "FILE", "the book to write"},
        {"positions", ARGUMENT_INT, &plan->positions, 1, BOOK_INDEX_MAX, NULL, "N",
         "grow until the book has so many (default 20000)"},
        {"nodes", ARGUMENT_COUNT, &command.run.effort.nodes, 1, 1e15, &command.has_nodes, "N",
         "nodes of the search of each position (default 20000)"},
        {"time", ARGUMENT_REAL, &command.seconds, 0.001, 86400, &command.has_time, "SECONDS",
         "time of each search instead of nodes; the book then depends on the machine"},
        {"ply-cost", ARGUMENT_INT, &plan->ply_cost, 1, 1000, NULL, "CENTIMEN",
         "a ply more costs as much as a move so much worse than the best (default 8)"},
        {"plies", ARGUMENT_INT, &plan->plies, 1, BOOK_PLIES_MAX, NULL, "N",
         "positions so far from the start are not gone beyond (default 60)"},
        {"round", ARGUMENT_INT, &plan->round, 1, BOOK_ROUND_MAX, NULL, "N",
         "positions gone beyond at a time; the threads share their moves (default 8)"},
        {"work", ARGUMENT_STRING, &command.work, 0, 0, NULL, "FILE",
         "scores found so far, to go on from (default: FILE of --out with .work)"},
        {"start", ARGUMENT_STRING, &command.start, 0, 0, NULL, "FEN",
         "where the book begins (default: the variant's start)"},
    };
    ArgumentTable table = {
        "book build --out FILE [OPTION ...]",
        "Grows a book by searching: of all positions known the one that costs least to reach has\n"
        "all its moves searched, again and again, and scores are backed up to the start. By nodes\n"
        "the same book comes out with any number of threads. Every score is kept in the work "
        "file:\n"
        "the same command goes on after a stop, and with more --positions lets a book grow.\n",
        options, sizeof options / sizeof *options, &command.settings};
    Operands operands;
    int exit_status = EXIT_STATUS_OK;
    Error error;
    if (command_begin("book build", &table, argc, argv, &operands, &exit_status)) {
        if (check(&command, &operands, &error) < 0)
            exit_status = command_fail("book build", EXIT_STATUS_USAGE, &error);
        else if (build(&command, &error) < 0)
            exit_status = command_fail("book build", EXIT_STATUS_FAILED, &error);
    }
    free(operands.words);
    return exit_status;
}
