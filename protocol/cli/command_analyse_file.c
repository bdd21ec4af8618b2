/* SPDX-License-Identifier: MIT
 *
 * `huff analyse FILE.pdn`: collections of games annotated. */
#include "engine/base/cpu.h"
#include "protocol/annotate/annotate.h"
#include "protocol/cli/command.h"
#include "protocol/cli/command_analyse_internal.h"
#include "protocol/cli/progress_line.h"

#include <string.h>
#include <strings.h>
#include <sys/stat.h>

/* Time given to a move when no limit is named, in seconds. */
static const double default_time = 0.2;

bool command_analyse_is_collection(const Operands *operands) {
    static const char ending[] = ".pdn";
    struct stat info;
    if (operands->count != 1)
        return false;
    const char *word = operands->words[0];
    size_t length = strlen(word);
    if (length >= sizeof ending && !strcasecmp(word + length - (sizeof ending - 1), ending))
        return true;
    return stat(word, &info) == 0 && S_ISREG(info.st_mode);
}

static void on_fault(void *context, const char *text) {
    ProgressLine *line = context;
    progress_line_end(line);
    fprintf(stderr, "huff analyse: %s\n", text);
}

static void on_progress(void *context, const AnnotateProgress *progress) {
    char left[PROGRESS_TIME_SIZE];
    double rate =
        (double)progress->positions_done / (progress->seconds > 0 ? progress->seconds : 1);
    uint64_t rest = progress->positions - progress->positions_done;
    progress_line_time(rate > 0 ? (double)rest / rate : -1, left);
    progress_line_show(context, "game %llu of %llu, %llu of %llu positions, %.1f a second, %s left",
                       (unsigned long long)progress->games_done,
                       (unsigned long long)progress->games,
                       (unsigned long long)progress->positions_done,
                       (unsigned long long)progress->positions, rate, left);
}

static int find_workers(const Settings *settings, const CollectionOptions *options) {
    int workers = options->workers    ? options->workers
                  : settings->threads ? settings->threads
                                      : cpu_count_cores();
    return workers < ANNOTATE_WORKERS_MAX ? workers : ANNOTATE_WORKERS_MAX;
}

int command_analyse_collection(const char *input, const Settings *settings,
                               const SearchLimits *limits, bool json,
                               const CollectionOptions *options) {
    ProgressLine line;
    Error error;
    if (json && options->html) {
        error_set(&error, STATUS_SYNTAX,
                  "--json and --html are two outputs: choose one, and keep "
                  "the work with --work for the other");
        return command_fail("analyse", EXIT_STATUS_USAGE, &error);
    }
    progress_line_init(&line);
    AnnotateConfig config = {
        .input = input,
        .out = options->out,
        .work = options->work,
        .keep_work = options->work != NULL,
        .format = json            ? ANNOTATE_JSON
                  : options->html ? ANNOTATE_HTML
                                  : ANNOTATE_PDN,
        .settings = *settings,
        .limits = *limits,
        .workers = find_workers(settings, options),
        .stop = progress_line_interrupted(),
        .on_progress = on_progress,
        .on_fault = on_fault,
        .context = &line,
    };
    if (!limits->has_depth && !limits->has_nodes && !limits->has_move_time) {
        config.limits.has_move_time = true;
        config.limits.move_time = default_time;
    }
    progress_line_catch_interrupt();
    AnnotateResult result;
    Status status = annotate_run(&config, &result, &error);
    progress_line_end(&line);
    if (status >= 0 && result.faulty > 0)
        status = error_set(&error, STATUS_SYNTAX,
                           "%llu of %llu games %s faults and could be annotated in part only",
                           (unsigned long long)result.faulty, (unsigned long long)result.games,
                           result.faulty == 1 ? "has" : "have");
    return status < 0 ? command_fail("analyse", EXIT_STATUS_FAILED, &error) : EXIT_STATUS_OK;
}
