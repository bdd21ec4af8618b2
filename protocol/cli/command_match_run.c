/* SPDX-License-Identifier: MIT
 *
 * `huff match`: plays, shows how it goes, reports. */
#include "bench/match/match_names.h"
#include "bench/match/match_report.h"
#include "engine/base/clock.h"
#include "engine/base/file.h"
#include "protocol/cli/command.h"
#include "protocol/cli/command_match_internal.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    LOOK_MS = 200, /* between looks at signals and, on a terminal, redrawing */
};

/* The live table on standard error. */
typedef struct {
    const MatchConfig *config;
    MatchNames names;
    const Match *match;
    int64_t start_ns;
    uint64_t old_games; /* that the ledger had */
    int lines;          /* on the screen now */
    TextBuffer buffer;
} Live;

static MatchReportView make_view(const MatchConfig *config, const MatchNames *names,
                                 const MatchTally *tally) {
    return (MatchReportView){.tally = tally,
                             .names = (const char *const *)names->names,
                             .sprt = config->has_sprt ? &config->sprt : NULL};
}

/* Writes over the lines that were drawn before. */
static void draw(void *context, const MatchTally *tally) {
    Live *live = context;
    MatchReportView view = make_view(live->config, &live->names, tally);
    text_buffer_clear(&live->buffer);
    if (live->lines > 0)
        text_buffer_printf(&live->buffer, "\033[%dA\033[J", live->lines);
    size_t start = live->buffer.length;
    if (match_report_write_live(&view, match_count_games(live->match),
                                clock_seconds_since(live->start_ns), tally->games - live->old_games,
                                &live->buffer, NULL) < 0)
        return;
    live->lines = 0;
    for (size_t i = start; i < live->buffer.length; i++)
        live->lines += live->buffer.text[i] == '\n';
    fputs(text_buffer_get(&live->buffer), stderr);
}

static void note_old_games(void *context, const MatchTally *tally) {
    Live *live = context;
    live->old_games = tally->games;
}

/* Signals that end a match in good order: blocked, and looked for between games. */
static sigset_t block_signals(void) {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGHUP);
    pthread_sigmask(SIG_BLOCK, &signals, NULL);
    signal(SIGPIPE, SIG_IGN); /* an engine that goes away shows as a failed write */
    return signals;
}

/* Waits until the match is over. The first signal breaks it off, the second ends the program. */
static void watch(Match *match, Live *live, bool shows) {
    sigset_t signals = block_signals();
    static const struct timespec no_time = {0, 0};
    while (!match_wait(match, LOOK_MS)) {
        if (sigtimedwait(&signals, NULL, &no_time) > 0) {
            fprintf(stderr, "breaking off: games that are under way are not counted\n");
            live->lines = 0;
            match_stop(match);
            pthread_sigmask(SIG_UNBLOCK, &signals, NULL);
        }
        if (shows)
            match_read_tally(match, draw, live);
    }
    if (shows)
        match_read_tally(match, draw, live);
}

/* ---- Reports. */

typedef struct {
    const MatchCommand *command;
    const MatchConfig *config;
    const MatchNames *names;
    TextBuffer buffer;
    Status status;
    Error error;
} Summary;

static void summarise(void *context, const MatchTally *tally) {
    Summary *summary = context;
    MatchReportView view = make_view(summary->config, summary->names, tally);
    view.ballots = summary->command->list_ballots;
    summary->status = summary->command->json
                          ? match_report_write_json(&view, &summary->buffer, &summary->error)
                          : match_report_write_text(&view, &summary->buffer, &summary->error);
}

static Status write_files(const MatchCommand *command, const char *ledger, const MatchSprt *sprt,
                          Error *error) {
    MatchReportOptions options = {
        .sprt = sprt, .ballots = true, .event = command->event, .date = command->date};
    Status status = STATUS_OK;
    if (command->pdn)
        status = match_report_write_pdn(ledger, command->pdn, &options, error);
    if (status == STATUS_OK && command->html)
        status = match_report_write_html(ledger, command->html, &options, error);
    return status;
}

int match_command_report(const MatchCommand *command, const char *path) {
    MatchConfig config = {0};
    MatchReportOptions options = {.ballots = command->list_ballots};
    TextBuffer buffer = {0};
    Error error;
    Status status = match_command_read_sprt(command, &config, &error);
    options.sprt = config.has_sprt ? &config.sprt : NULL;
    if (status == STATUS_OK)
        status = match_report_read(path, &options, command->json, &buffer, &error);
    if (status == STATUS_OK)
        status = write_files(command, path, options.sprt, &error);
    if (status == STATUS_OK)
        fputs(text_buffer_get(&buffer), stdout);
    text_buffer_done(&buffer);
    return status < 0 ? command_fail("match", EXIT_STATUS_FAILED, &error) : EXIT_STATUS_OK;
}

static Status report(Match *match, const MatchCommand *command, const MatchConfig *config,
                     const MatchNames *names, Error *error) {
    Summary summary = {.command = command, .config = config, .names = names};
    match_read_tally(match, summarise, &summary);
    Status status = summary.status;
    if (status == STATUS_OK)
        fputs(text_buffer_get(&summary.buffer), stdout);
    else
        *error = summary.error;
    text_buffer_done(&summary.buffer);
    if (status == STATUS_OK)
        status = write_files(command, config->ledger_path, config->has_sprt ? &config->sprt : NULL,
                             error);
    return status;
}

/* ---- The match. */

/* That a report cannot be written is to be known before the games are played. */
static Status try_output(const char *path, Error *error) {
    FileWriter *writer;
    if (!path)
        return STATUS_OK;
    Status status = file_writer_open(path, &writer, error);
    if (status == STATUS_OK)
        file_writer_abandon(writer);
    return status;
}

static Status play(Match *match, Farm *farm, const MatchCommand *command, Live *live,
                   Error *error) {
    bool shows = !command->quiet && isatty(STDERR_FILENO);
    live->match = match;
    match_read_tally(match, note_old_games, live);
    if (!command->quiet && !command->json)
        printf("variant %s, ballots %s (%d), seed %llu, %d games\n", live->config->rules->name,
               live->config->ballots_name, live->config->ballots->count,
               (unsigned long long)live->config->seed, match_count_games(match));
    fflush(stdout);
    block_signals();
    Status status = farm ? farm_lead(farm, match, error) : match_start(match, error);
    if (status < 0)
        return status;
    watch(match, live, shows);
    status = report(match, command, live->config, &live->names, error);
    if (status == STATUS_OK && match_get_over(match) == MATCH_OVER_FAILED)
        status = match_get_error(match, error);
    if (status == STATUS_OK && match_get_over(match) == MATCH_OVER_STOPPED)
        status = error_set(error, STATUS_STATE, "the match was broken off%s",
                           command->ledger ? "; the same command goes on with it" : "");
    return status;
}

int match_command_play(const MatchCommand *command, const MatchConfig *config, Farm *farm) {
    Match *match = NULL;
    Error error;
    Live live = {.config = config, .start_ns = clock_now_ns()};
    Status status = match_names_make(config->engines, config->engine_count, &live.names, &error);
    if (status == STATUS_OK)
        status = try_output(command->pdn, &error);
    if (status == STATUS_OK)
        status = try_output(command->html, &error);
    if (status == STATUS_OK)
        status = match_new(config, NULL, NULL, &match, &error);
    if (status == STATUS_OK)
        status = play(match, farm, command, &live, &error);
    match_free(match);
    match_names_done(&live.names);
    text_buffer_done(&live.buffer);
    if (status == STATUS_OK)
        return EXIT_STATUS_OK;
    bool usage = !match && status == STATUS_RANGE;
    return command_fail("match", usage ? EXIT_STATUS_USAGE : EXIT_STATUS_FAILED, &error);
}
