/* SPDX-License-Identifier: MIT
 *
 * The page: reads the ledger, counts, and writes the parts in their order. */
#include "bench/match/match_report_internal.h"

#include "engine/base/escape.h"
#include "engine/notation/board_svg.h"
#include "engine/notation/pdn_write.h"

#include <string.h>

/* The kinds of games on a page, in their order. */
typedef enum {
    GAMES_FAULT,
    GAMES_DECIDED,
    GAMES_DRAWN,
    GAMES_KINDS,
    GAMES_NONE = GAMES_KINDS, /* broken off: not shown */
} GameKind;

typedef struct {
    MatchTally tally;
    ReportCurve curve;
    uint64_t kinds[GAMES_KINDS + 1]; /* games of each kind */
    uint64_t read;                   /* games in all; what is added meanwhile is not shown */
} Counts;

static GameKind find_kind(const MatchGame *game) {
    if (match_end_is_fault(game->end) || game->end == END_WRONG_CLAIM)
        return GAMES_FAULT;
    if (game->outcome == OUTCOME_NONE)
        return GAMES_NONE;
    return game->outcome == OUTCOME_DRAW ? GAMES_DRAWN : GAMES_DECIDED;
}

/* ---- One game. */

static void append_player(const ReportSource *source, Color color, TextBuffer *buffer) {
    const MatchGame *game = &source->game;
    int engine = color == COLOR_WHITE ? game->white : game->black;
    text_buffer_printf(buffer, "<p><i class=\"key e%d%s\"></i>%s: ", engine % REPORT_ENGINE_COLORS,
                       color == COLOR_WHITE ? "" : " second",
                       color == COLOR_WHITE ? "White" : "Black");
    escape_markup(buffer, source->names[engine]);
    text_buffer_printf(buffer, "</p>\n");
}

static Status append_moves(const MatchGame *game, TextBuffer *buffer, Error *error) {
    TextBuffer moves = {0};
    Status status = pdn_write_moves(&game->record, game->outcome, &moves, error);
    text_buffer_printf(buffer, "<details><summary>Moves</summary><p class=\"moves\">");
    escape_markup(buffer, text_buffer_get(&moves));
    text_buffer_printf(buffer, "</p></details>\n");
    text_buffer_done(&moves);
    return status;
}

static Status append_diagram(const ReportSource *source, TextBuffer *buffer, Error *error) {
    const GameRecord *record = &source->game.record;
    BoardSvgOptions options = {.shared = true, .last = record->entries[record->count - 1].move};
    return board_svg_write(record_current(record), &options, buffer, error);
}

static Status append_game(const ReportSource *source, TextBuffer *buffer, Error *error) {
    /* In words: the figures of PDN have the side that begins first, which need not be White. */
    static const char *const outcomes[] = {"not finished", "White won", "draw", "Black won"};
    const MatchGame *game = &source->game;
    TextBuffer end = {0};
    bool fault = find_kind(game) == GAMES_FAULT;
    report_describe_end(game, &end);
    text_buffer_printf(buffer, "<article class=\"game%s\"><h3>%d.%d <span>ballot ",
                       fault ? " fault" : "", game->number / 2 + 1, game->number % 2 + 1);
    escape_markup(buffer, game->ballot);
    text_buffer_printf(buffer, "</span></h3>\n");
    append_player(source, COLOR_WHITE, buffer);
    append_player(source, COLOR_BLACK, buffer);
    text_buffer_printf(buffer, "<p><b>%s</b>, <span class=\"%s\">", outcomes[game->outcome],
                       fault ? "bad" : "reason");
    escape_markup(buffer, text_buffer_get(&end));
    text_buffer_printf(buffer, "</span>, %d plies</p>\n<div class=\"views\">\n",
                       record_plies(&game->record));
    Status status = text_buffer_get_status(&end, error);
    text_buffer_done(&end);
    if (status == STATUS_OK)
        status = append_diagram(source, buffer, error);
    report_draw_scores(game, buffer);
    text_buffer_printf(buffer, "</div>\n");
    if (status == STATUS_OK)
        status = append_moves(game, buffer, error);
    text_buffer_printf(buffer, "</article>\n");
    return status;
}

/* ---- All of them. */

static void note_point(const MatchSprt *sprt, Counts *counts) {
    MatchScore score = match_tally_get_pairing(&counts->tally, 0, 1);
    uint64_t games = match_score_count_games(&score);
    if (games == counts->curve.last.games)
        return;
    report_curve_add(&counts->curve, (ReportPoint){games, match_score_get_rate(&score),
                                                   sprt ? match_sprt_get_llr(sprt, &score) : 0});
}

static Status count_all(ReportSource *source, const MatchSprt *sprt, Counts *counts, Error *error) {
    Status status = match_tally_init(&counts->tally, source->engines, error);
    int more = 1;
    while (status == STATUS_OK && (more = report_source_next(source, error)) > 0) {
        status = match_tally_add(&counts->tally, &source->game, error);
        counts->kinds[find_kind(&source->game)]++;
        counts->read++;
        if (status == STATUS_OK)
            note_point(sprt, counts);
    }
    return more < 0 ? (Status)more : status;
}

static void append_section(GameKind kind, uint64_t shown, uint64_t all, TextBuffer *buffer) {
    static const char *const titles[] = {"Games with faults", "Decided games", "Drawn games"};
    text_buffer_printf(buffer, "<h2>%s</h2>\n", titles[kind]);
    if (shown < all)
        text_buffer_printf(buffer,
                           "<p class=\"soft\">The first %llu of %llu. All are in the ledger and "
                           "in its PDN.</p>\n",
                           (unsigned long long)shown, (unsigned long long)all);
    else
        text_buffer_printf(buffer, "<p class=\"soft\">%llu in all.</p>\n", (unsigned long long)all);
}

/* Writes `wanted` games of one kind, in the ledger's order, from a fresh reading of it. */
static Status write_kind(const char *path, const MatchReportOptions *options, const Counts *counts,
                         GameKind kind, uint64_t wanted, FileWriter *writer, Error *error) {
    ReportSource source;
    TextBuffer buffer = {0};
    Status status = report_source_init(&source, path, options, error);
    append_section(kind, wanted, counts->kinds[kind], &buffer);
    text_buffer_printf(&buffer, "<div class=\"games\">\n");
    for (uint64_t i = 0; i < counts->read && wanted > 0 && status == STATUS_OK; i++) {
        int more = report_source_next(&source, error);
        if (more <= 0) {
            status = (Status)more;
            break;
        }
        if (find_kind(&source.game) != kind)
            continue;
        wanted--;
        status = append_game(&source, &buffer, error);
        if (status == STATUS_OK)
            status = report_flush(writer, &buffer, error);
    }
    text_buffer_printf(&buffer, "</div>\n");
    if (status == STATUS_OK)
        status = report_flush(writer, &buffer, error);
    text_buffer_done(&buffer);
    report_source_done(&source);
    return status;
}

static Status write_games(const char *path, const MatchReportOptions *options, const Counts *counts,
                          FileWriter *writer, Error *error) {
    uint64_t left = options->games > 0    ? (uint64_t)options->games
                    : options->games == 0 ? MATCH_REPORT_GAMES
                                          : 0;
    Status status = STATUS_OK;
    for (GameKind kind = 0; kind < GAMES_KINDS && status == STATUS_OK; kind++) {
        uint64_t wanted = counts->kinds[kind] < left ? counts->kinds[kind] : left;
        if (counts->kinds[kind] > 0 && options->games >= 0)
            status = write_kind(path, options, counts, kind, wanted, writer, error);
        left -= wanted;
    }
    return status;
}

static Status write_page(ReportSource *source, const char *path, const MatchReportOptions *options,
                         Counts *counts, FileWriter *writer, Error *error) {
    TextBuffer buffer = {0};
    BoardSvgOptions board = {0};
    MatchReportView view = {&counts->tally, source->names, options->sprt, options->ballots};
    const char *event = options->event ? options->event : "huff match";
    report_append_page_head(event, &buffer);
    Status status = board_svg_write_shared(source->rules, &board, &buffer, error);
    text_buffer_printf(&buffer, "<main>\n");
    if (status == STATUS_OK)
        status = report_append_overview(source, &view, &counts->curve, event, &buffer, error);
    if (status == STATUS_OK)
        status = report_flush(writer, &buffer, error);
    if (status == STATUS_OK)
        status = write_games(path, options, counts, writer, error);
    text_buffer_printf(&buffer, "</main>\n</body>\n</html>\n");
    if (status == STATUS_OK)
        status = report_flush(writer, &buffer, error);
    text_buffer_done(&buffer);
    return status;
}

Status match_report_write_html(const char *ledger_path, const char *out_path,
                               const MatchReportOptions *options, Error *error) {
    ReportSource source;
    Counts counts = {0};
    FileWriter *writer = NULL;
    Status status = report_source_init(&source, ledger_path, options, error);
    if (status == STATUS_OK)
        status = report_open_out(ledger_path, out_path, &writer, error);
    if (status == STATUS_OK)
        status = count_all(&source, options->sprt, &counts, error);
    if (status == STATUS_OK)
        status = write_page(&source, ledger_path, options, &counts, writer, error);
    if (status == STATUS_OK)
        status = file_writer_commit(writer, error);
    else
        file_writer_abandon(writer);
    match_tally_done(&counts.tally);
    report_source_done(&source);
    return status;
}
