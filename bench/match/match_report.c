/* SPDX-License-Identifier: MIT
 *
 * Reports from ledgers: what they share. */
#include "bench/match/match_report_internal.h"

static int count_engines(const LedgerHead *head) {
    int count = 0;
    while (ledger_head_get(head, "engine", count))
        count++;
    return count;
}

Status report_source_init(ReportSource *source, const char *path, const MatchReportOptions *options,
                          Error *error) {
    Position start;
    *source = (ReportSource){0};
    Status status = ledger_reader_new(path, &source->reader, error);
    if (status < 0)
        return status;
    source->head = ledger_reader_get_head(source->reader);
    source->rules = ledger_reader_get_rules(source->reader);
    source->engines = count_engines(source->head);
    if (source->engines < 2)
        return error_set(error, STATUS_RANGE, "%s names %d engines, a match has at least 2", path,
                         source->engines);
    source->names = options->names;
    if (!options->names) {
        status = match_names_read(source->head, &source->own_names, error);
        source->names = (const char *const *)source->own_names.names;
    }
    if (status < 0)
        return status;
    position_init_start(&start, source->rules);
    return match_game_init(&source->game, &start, error);
}

void report_source_done(ReportSource *source) {
    match_game_done(&source->game);
    match_names_done(&source->own_names);
    ledger_reader_free(source->reader);
    *source = (ReportSource){0};
}

int report_source_next(ReportSource *source, Error *error) {
    int more = ledger_reader_next(source->reader, &source->game, error);
    const MatchGame *game = &source->game;
    if (more <= 0)
        return more;
    if (game->white < source->engines && game->black < source->engines)
        return more;
    return error_set(error, STATUS_RANGE, "game %d of the ledger: it has %d engines, not %d",
                     game->number, source->engines,
                     1 + (game->white > game->black ? game->white : game->black));
}

/* The settings of limits stand in a ledger as in an engine's line, and are read as such. */
MatchLimits report_source_get_limits(const ReportSource *source, int engine) {
    const char *common = ledger_head_get(source->head, "limits", 0);
    const char *own = ledger_head_get(source->head, "engine", engine);
    MatchLimits limits = {0};
    TextBuffer line = {0};
    EngineSpec spec = {0};
    text_buffer_printf(&line, "%s self", common ? common : "");
    if (engine_spec_read(text_buffer_get(&line), &spec, NULL) == STATUS_OK) {
        limits = spec.limits;
        engine_spec_done(&spec);
    }
    if (own && engine_spec_read(own, &spec, NULL) == STATUS_OK) {
        limits = spec.has_limits ? spec.limits : limits;
        engine_spec_done(&spec);
    }
    text_buffer_done(&line);
    return limits;
}

void report_describe_end(const MatchGame *game, TextBuffer *buffer) {
    text_buffer_printf(buffer, "%s", match_end_get_name(game->end));
    if (match_end_is_fault(game->end) || game->end == END_RESIGNED || game->end == END_WRONG_CLAIM)
        text_buffer_printf(buffer, " by %s", game->guilty == COLOR_WHITE ? "White" : "Black");
    if (game->text[0] != '\0')
        text_buffer_printf(buffer, ": %s", game->text);
    if (game->exempt)
        text_buffer_printf(buffer, " (not adjudicated, for a check)");
}

Status report_open_out(const char *ledger_path, const char *out_path, FileWriter **ret_writer,
                       Error *error) {
    if (file_is_same(ledger_path, out_path))
        return error_set(error, STATUS_STATE,
                         "%s is the ledger itself: a report needs a file of its own", out_path);
    return file_writer_open(out_path, ret_writer, error);
}

Status report_flush(FileWriter *writer, TextBuffer *buffer, Error *error) {
    Status status = text_buffer_get_status(buffer, error);
    if (status == STATUS_OK)
        status = file_writer_add(writer, text_buffer_get(buffer), buffer->length, error);
    text_buffer_clear(buffer);
    return status;
}

static Status count_all(ReportSource *source, MatchTally *tally, Error *error) {
    Status status = match_tally_init(tally, source->engines, error);
    int more = 1;
    while (status == STATUS_OK && (more = report_source_next(source, error)) > 0)
        status = match_tally_add(tally, &source->game, error);
    return more < 0 ? (Status)more : status;
}

Status match_report_read(const char *ledger_path, const MatchReportOptions *options, bool json,
                         TextBuffer *buffer, Error *error) {
    ReportSource source;
    MatchTally tally = {0};
    Status status = report_source_init(&source, ledger_path, options, error);
    if (status == STATUS_OK)
        status = count_all(&source, &tally, error);
    MatchReportView view = {&tally, source.names, options->sprt, options->ballots};
    if (status == STATUS_OK)
        status = json ? match_report_write_json(&view, buffer, error)
                      : match_report_write_text(&view, buffer, error);
    match_tally_done(&tally);
    report_source_done(&source);
    return status;
}
