/* SPDX-License-Identifier: MIT
 *
 * All games of a ledger as PDN. */
#include "bench/match/match_report_internal.h"

#include "engine/notation/pdn_write.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    TAGS_MAX = 8,
    CLOCK_SIZE = 32,
};

/* One game's moves with the clocks as they went. */
typedef struct {
    const MatchGame *game;
    MatchLimits limits[COLOR_COUNT];
    double remaining[COLOR_COUNT]; /* seconds, in matches by the clock */
    int moves_left[COLOR_COUNT];   /* to the next control; 0: there is none */
} Notes;

static void append_clock(TextBuffer *note, const char *command, double seconds) {
    pdn_append_clock(note, command, (int64_t)(seconds * 1000 + 0.5));
}

/* The clock of the side that played, in the same way as the referee's. */
static void run_clock(Notes *notes, Color color, double seconds) {
    const MatchLimits *limits = &notes->limits[color];
    double left = notes->remaining[color] + limits->clock_increment - seconds;
    notes->remaining[color] = left > 0 ? left : 0;
    if (notes->moves_left[color] > 0 && --notes->moves_left[color] == 0) {
        notes->remaining[color] += limits->clock_time;
        notes->moves_left[color] = limits->clock_moves;
    }
}

static void write_note(void *context, int number, TextBuffer *note) {
    Notes *notes = context;
    const MatchPly *ply = &notes->game->plies[number - 1];
    Color color = (Color)notes->game->record.entries[number - 1].position.turn;
    if (ply->has_score)
        text_buffer_printf(note, "%+.2f", ply->score / 100.0);
    if (ply->has_depth)
        text_buffer_printf(note, "/%d", ply->depth);
    if (ply->has_nodes)
        text_buffer_printf(note, "%s%llu", note->length > 1 ? " " : "",
                           (unsigned long long)ply->nodes);
    if (!ply->has_seconds)
        return;
    append_clock(note, "emt", ply->seconds);
    if (notes->limits[color].clock_time > 0) {
        run_clock(notes, color, ply->seconds);
        append_clock(note, "clk", notes->remaining[color]);
    }
}

static const char *format_time_control(const MatchLimits *limits, char buffer[static CLOCK_SIZE]) {
    char moves[16] = "", increment[32] = "";
    if (limits->clock_moves > 0)
        snprintf(moves, sizeof moves, "%d/", limits->clock_moves);
    if (limits->clock_increment > 0)
        snprintf(increment, sizeof increment, "+%g", limits->clock_increment);
    int length = snprintf(buffer, CLOCK_SIZE, "%s%g%s", moves, limits->clock_time, increment);
    return length < CLOCK_SIZE && limits->clock_time > 0 ? buffer : NULL;
}

/* Adds what both sides have under one name when it is the same, else under their own. NULL is
 * nothing. */
static void add_side_tags(PdnExtraTag *tags, int *count, const char *const names[static 3],
                          const char *white, const char *black) {
    if (white && black && strcmp(white, black) == 0) {
        tags[(*count)++] = (PdnExtraTag){names[0], white};
        return;
    }
    if (white)
        tags[(*count)++] = (PdnExtraTag){names[1], white};
    if (black)
        tags[(*count)++] = (PdnExtraTag){names[2], black};
}

static Status append_game(const ReportSource *source, const MatchReportOptions *options,
                          const MatchLimits *limits, TextBuffer *buffer, Error *error) {
    static const char *const control_names[] = {"TimeControl", "WhiteTimeControl",
                                                "BlackTimeControl"};
    static const char *const limit_names[] = {"Limits", "WhiteLimits", "BlackLimits"};
    const MatchGame *game = &source->game;
    Notes notes = {.game = game, .limits = {limits[game->white], limits[game->black]}};
    char round[32], controls[2][CLOCK_SIZE], texts[2][MATCH_LIMITS_SIZE];
    PdnExtraTag extra[TAGS_MAX];
    TextBuffer end = {0};
    int count = 0;
    for (int i = 0; i < COLOR_COUNT; i++) {
        notes.remaining[i] = notes.limits[i].clock_time;
        notes.moves_left[i] = notes.limits[i].clock_moves;
    }
    report_describe_end(game, &end);
    snprintf(round, sizeof round, "%d.%d", game->number / 2 + 1, game->number % 2 + 1);
    add_side_tags(extra, &count, control_names, format_time_control(&notes.limits[0], controls[0]),
                  format_time_control(&notes.limits[1], controls[1]));
    add_side_tags(extra, &count, limit_names, match_limits_write(&notes.limits[0], texts[0]),
                  match_limits_write(&notes.limits[1], texts[1]));
    extra[count++] = (PdnExtraTag){"Termination", text_buffer_get(&end)};
    extra[count++] = (PdnExtraTag){"Ballot", game->ballot};
    PdnTags tags = {
        .event = options->event ? options->event : "huff match",
        .site = options->site,
        .date = options->date,
        .round = round,
        .white = source->names[game->white],
        .black = source->names[game->black],
        .extra = extra,
        .extra_count = count,
        .note = write_note,
        .note_context = &notes,
    };
    Status status = text_buffer_get_status(&end, error);
    if (status == STATUS_OK)
        status = pdn_write_game(&game->record, &tags, game->outcome, buffer, error);
    text_buffer_done(&end);
    return status;
}

static Status write_games(ReportSource *source, const MatchReportOptions *options,
                          FileWriter *writer, Error *error) {
    TextBuffer buffer = {0};
    Status status = STATUS_OK;
    int more = 1;
    MatchLimits *limits = calloc((size_t)source->engines, sizeof *limits);
    if (!limits)
        return error_set(error, STATUS_NO_MEMORY, "no memory for the limits of engines");
    for (int i = 0; i < source->engines; i++)
        limits[i] = report_source_get_limits(source, i);
    while (status == STATUS_OK && (more = report_source_next(source, error)) > 0) {
        status = append_game(source, options, limits, &buffer, error);
        if (status == STATUS_OK)
            status = report_flush(writer, &buffer, error);
    }
    text_buffer_done(&buffer);
    free(limits);
    return more < 0 ? (Status)more : status;
}

Status match_report_write_pdn(const char *ledger_path, const char *out_path,
                              const MatchReportOptions *options, Error *error) {
    ReportSource source;
    FileWriter *writer = NULL;
    Status status = report_source_init(&source, ledger_path, options, error);
    if (status == STATUS_OK)
        status = report_open_out(ledger_path, out_path, &writer, error);
    if (status == STATUS_OK) {
        status = write_games(&source, options, writer, error);
        if (status == STATUS_OK)
            status = file_writer_commit(writer, error);
        else
            file_writer_abandon(writer);
    }
    report_source_done(&source);
    return status;
}
