/* SPDX-License-Identifier: MIT
 *
 * The page down to the games: settings, results, curves and tables. */
#include "bench/match/match_report_internal.h"

#include "engine/base/escape.h"

#include <stdlib.h>
#include <string.h>

static void append_escaped(TextBuffer *buffer, const char *before, const char *text,
                           const char *behind) {
    text_buffer_printf(buffer, "%s", before);
    escape_markup(buffer, text);
    text_buffer_printf(buffer, "%s", behind);
}

/* A cell of a table; zeros are pale. */
static void append_count(TextBuffer *buffer, uint64_t count) {
    text_buffer_printf(buffer, count > 0 ? "<td>%llu</td>" : "<td class=\"zero\">%llu</td>",
                       (unsigned long long)count);
}

static void append_results(TextBuffer *buffer, const uint64_t results[static MATCH_RESULT_COUNT]) {
    append_count(buffer, results[MATCH_WON]);
    append_count(buffer, results[MATCH_DRAWN]);
    append_count(buffer, results[MATCH_LOST]);
}

static void append_engine(TextBuffer *buffer, const MatchReportView *view, int engine) {
    text_buffer_printf(buffer, "<td class=\"name\"><i class=\"key e%d\"></i>",
                       engine % REPORT_ENGINE_COLORS);
    append_escaped(buffer, "", view->names[engine], "</td>");
}

/* ---- Heading. */

static void append_heading(const ReportSource *source, const MatchReportView *view,
                           const char *event, TextBuffer *buffer) {
    append_escaped(buffer, "<p class=\"soft\">", event, "</p>\n<h1>");
    if (source->engines == 2) {
        append_escaped(buffer, "", source->names[0], " – ");
        append_escaped(buffer, "", source->names[1], "</h1>\n");
    } else {
        text_buffer_printf(buffer, "Match of %d engines</h1>\n", source->engines);
    }
    text_buffer_printf(buffer, "<p class=\"soft\">%s, %llu games, %llu pairs</p>\n",
                       source->rules->title, (unsigned long long)view->tally->games,
                       (unsigned long long)match_score_count_pairs(&view->tally->total));
}

static void append_settings(const ReportSource *source, TextBuffer *buffer) {
    text_buffer_printf(buffer, "<h2>Settings</h2>\n<div class=\"wide\"><table class=\"text\">\n");
    for (int i = 0; i < source->head->count; i++) {
        append_escaped(buffer, "<tr><td class=\"soft\">", source->head->settings[i].key, "</td>");
        append_escaped(buffer, "<td>", source->head->settings[i].value, "</td></tr>\n");
    }
    text_buffer_printf(buffer, "</table></div>\n");
}

/* ---- Results of two engines. */

static void append_fact(TextBuffer *buffer, const char *name, const char *value,
                        const char *remark) {
    text_buffer_printf(buffer, "<div><dt>%s</dt><dd>%s<small>%s</small></dd></div>\n", name, value,
                       remark);
}

static void append_interval_fact(TextBuffer *buffer, const char *name, MatchInterval interval) {
    char value[REPORT_NUMBER_SIZE], low[REPORT_NUMBER_SIZE], high[REPORT_NUMBER_SIZE];
    TextBuffer remark = {0};
    text_buffer_printf(&remark, "95 %%: %s to %s", report_format_signed(interval.low, low),
                       report_format_signed(interval.high, high));
    append_fact(buffer, name, report_format_signed(interval.value, value),
                text_buffer_get(&remark));
    buffer->failed |= remark.failed;
    text_buffer_done(&remark);
}

/* A fact whose value and remark are formatted: "VALUE\nREMARK". */
static void append_made_fact(TextBuffer *buffer, const char *name, TextBuffer *made) {
    char *end = made->text ? strchr(made->text, '\n') : NULL;
    if (end) {
        *end = '\0';
        append_fact(buffer, name, made->text, end + 1);
    }
    buffer->failed |= made->failed;
    text_buffer_clear(made);
}

static void append_sprt_fact(const MatchReportView *view, const MatchScore *score,
                             TextBuffer *buffer) {
    double lower, upper;
    TextBuffer made = {0};
    match_sprt_get_bounds(view->sprt, &lower, &upper);
    text_buffer_printf(&made, "%+.2f\nbounds %+.2f and %+.2f, nElo %g against %g; %s",
                       match_sprt_get_llr(view->sprt, score), lower, upper, view->sprt->nelo0,
                       view->sprt->nelo1,
                       report_describe_verdict(match_sprt_decide(view->sprt, score)));
    append_made_fact(buffer, "LLR", &made);
    text_buffer_done(&made);
}

static void append_facts(const MatchReportView *view, const MatchScore *score, TextBuffer *buffer) {
    char points[REPORT_NUMBER_SIZE];
    TextBuffer made = {0};
    text_buffer_printf(buffer, "<dl class=\"facts\">\n");
    text_buffer_printf(&made, "%.1f %%\n%s of %llu points", 100 * match_score_get_rate(score),
                       report_format_points(report_count_points(score), points),
                       (unsigned long long)match_score_count_games(score));
    append_made_fact(buffer, "Score", &made);
    append_interval_fact(buffer, "Elo", match_score_get_elo(score));
    append_interval_fact(buffer, "Normalised Elo", match_score_get_nelo(score));
    text_buffer_printf(&made, "%.1f %%\nprobability of being the better one",
                       100 * match_score_get_los(score));
    append_made_fact(buffer, "LOS", &made);
    if (view->sprt)
        append_sprt_fact(view, score, buffer);
    text_buffer_printf(&made,
                       "%llu–%llu–%llu–%llu–%llu\nwith 0, ½, 1, 1½, 2 points; %llu of "
                       "two draws",
                       (unsigned long long)score->pairs[0], (unsigned long long)score->pairs[1],
                       (unsigned long long)score->pairs[2], (unsigned long long)score->pairs[3],
                       (unsigned long long)score->pairs[4], (unsigned long long)score->drawn_pairs);
    append_made_fact(buffer, "Pairs", &made);
    text_buffer_printf(
        &made, "%.1f %%\nof pairs told the engines apart; %.1f %% were not two draws",
        100 * match_score_get_yield(score), 100 * match_score_get_decided_rate(score));
    append_made_fact(buffer, "Yield", &made);
    text_buffer_printf(buffer, "</dl>\n");
    text_buffer_done(&made);
}

static void append_bar(const MatchScore *score, TextBuffer *buffer) {
    static const struct {
        int result;
        const char *class;
    } parts[] = {{MATCH_WON, "win"}, {MATCH_DRAWN, "draw"}, {MATCH_LOST, "loss"}};
    double games = (double)match_score_count_games(score);
    text_buffer_printf(buffer, "<div class=\"bar\" aria-hidden=\"true\">");
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        text_buffer_printf(
            buffer, "<i class=\"%s\" style=\"width:%.2f%%\"></i>", parts[i].class,
            report_get_percent((double)match_score_count_results(score, parts[i].result), games));
    text_buffer_printf(buffer, "</div>\n");
}

static void append_duel(const MatchReportView *view, TextBuffer *buffer) {
    MatchScore score = match_tally_get_pairing(view->tally, 0, 1);
    text_buffer_printf(buffer, "<h2>Result</h2>\n<p>");
    append_escaped(buffer, "", view->names[0], " against ");
    append_escaped(buffer, "", view->names[1], "");
    text_buffer_printf(buffer, ": <b>%llu won, %llu drawn, %llu lost</b></p>\n",
                       (unsigned long long)match_score_count_results(&score, MATCH_WON),
                       (unsigned long long)match_score_count_results(&score, MATCH_DRAWN),
                       (unsigned long long)match_score_count_results(&score, MATCH_LOST));
    append_bar(&score, buffer);
    append_facts(view, &score, buffer);
}

static void append_curves(const MatchReportView *view, const ReportCurve *curve,
                          TextBuffer *buffer) {
    if (curve->count == 0)
        return;
    text_buffer_printf(buffer, "<h2>Course</h2>\n");
    append_escaped(buffer, "<p class=\"soft\">", view->names[0], " against ");
    append_escaped(buffer, "", view->names[1], ", in the order of the ledger</p>\n");
    text_buffer_printf(buffer, "<div class=\"pair\">\n<figure><figcaption>Score</figcaption>\n");
    report_curve_draw_rate(curve, buffer);
    text_buffer_printf(buffer, "</figure>\n");
    if (view->sprt) {
        text_buffer_printf(buffer, "<figure><figcaption>Log-likelihood ratio</figcaption>\n");
        report_curve_draw_llr(curve, view->sprt, buffer);
        text_buffer_printf(buffer, "</figure>\n");
    }
    text_buffer_printf(buffer, "</div>\n");
}

/* ---- Tables of more engines. */

static void append_cross_row(const MatchReportView *view, const MatchRating *ratings, int row,
                             TextBuffer *buffer) {
    const MatchRating *rating = &ratings[row];
    char points[REPORT_NUMBER_SIZE], elo[REPORT_NUMBER_SIZE], reach[REPORT_NUMBER_SIZE];
    MatchScore all = match_tally_get_engine(view->tally, rating->engine);
    text_buffer_printf(buffer, "<tr><td>%d</td>", row + 1);
    append_engine(buffer, view, rating->engine);
    text_buffer_printf(buffer, "<td><b>%s</b></td><td>%llu</td><td>%s</td><td>±%s</td>",
                       report_format_points(rating->points, points),
                       (unsigned long long)match_score_count_games(&all),
                       report_format_signed(rating->elo.value, elo),
                       report_format_signed((rating->elo.high - rating->elo.low) / 2, reach) + 1);
    for (int i = 0; i < view->tally->engine_count; i++) {
        if (i == row) {
            text_buffer_printf(buffer, "<td class=\"zero\">–</td>");
            continue;
        }
        MatchScore score = match_tally_get_pairing(view->tally, rating->engine, ratings[i].engine);
        uint64_t games = match_score_count_games(&score);
        if (games == 0)
            text_buffer_printf(buffer, "<td></td>");
        else
            text_buffer_printf(buffer, "<td>%s / %llu</td>",
                               report_format_points(report_count_points(&score), points),
                               (unsigned long long)games);
    }
    text_buffer_printf(buffer, "</tr>\n");
}

static Status append_cross_table(const MatchReportView *view, TextBuffer *buffer, Error *error) {
    int count = view->tally->engine_count;
    MatchRating *ratings = calloc((size_t)count, sizeof *ratings);
    if (!ratings)
        return error_set(error, STATUS_NO_MEMORY, "no memory to rate %d engines", count);
    Status status = match_table_rate(&view->tally->table, MATCH_RATING_MEAN, ratings, error);
    text_buffer_printf(buffer,
                       "<h2>Cross-table</h2>\n<div class=\"wide\"><table>\n<tr><th>#</th>"
                       "<th class=\"left\">engine</th><th>points</th><th>games</th><th>Elo</th>"
                       "<th>95 %%</th>");
    for (int i = 0; i < count; i++)
        text_buffer_printf(buffer, "<th>%d</th>", i + 1);
    text_buffer_printf(buffer, "</tr>\n");
    for (int i = 0; i < count && status == STATUS_OK; i++)
        append_cross_row(view, ratings, i, buffer);
    text_buffer_printf(buffer, "</table></div>\n<p class=\"soft\">Elo around the mean of all "
                               "engines; the cells are points / games.</p>\n");
    free(ratings);
    return status;
}

static void append_pairings(const MatchReportView *view, TextBuffer *buffer) {
    char elo[REPORT_NUMBER_SIZE], low[REPORT_NUMBER_SIZE], high[REPORT_NUMBER_SIZE];
    text_buffer_printf(buffer,
                       "<h2>Pairings</h2>\n<div class=\"wide\"><table>\n<tr><th>first</th>"
                       "<th class=\"left\">second</th><th>won</th><th>drawn</th><th>lost</th>"
                       "<th>pairs 0 – ½ – 1 – 1½ – 2</th><th>Elo</th><th>95 %%</th>"
                       "<th>LOS</th></tr>\n");
    for (int i = 0; i < view->tally->engine_count; i++)
        for (int j = i + 1; j < view->tally->engine_count; j++) {
            MatchScore score = match_tally_get_pairing(view->tally, i, j);
            MatchInterval interval = match_score_get_elo(&score);
            if (match_score_count_games(&score) == 0)
                continue;
            text_buffer_printf(buffer, "<tr>");
            append_engine(buffer, view, i);
            append_engine(buffer, view, j);
            append_count(buffer, match_score_count_results(&score, MATCH_WON));
            append_count(buffer, match_score_count_results(&score, MATCH_DRAWN));
            append_count(buffer, match_score_count_results(&score, MATCH_LOST));
            text_buffer_printf(
                buffer,
                "<td>%llu – %llu – %llu – %llu – %llu</td><td>%s</td><td>%s to %s</td>"
                "<td>%.1f %%</td></tr>\n",
                (unsigned long long)score.pairs[0], (unsigned long long)score.pairs[1],
                (unsigned long long)score.pairs[2], (unsigned long long)score.pairs[3],
                (unsigned long long)score.pairs[4], report_format_signed(interval.value, elo),
                report_format_signed(interval.low, low), report_format_signed(interval.high, high),
                100 * match_score_get_los(&score));
        }
    text_buffer_printf(buffer, "</table></div>\n");
}

/* ---- What the engines did. */

static void append_work_row(const MatchReportView *view, int index, TextBuffer *buffer) {
    const EngineTally *engine = &view->tally->engines[index];
    char text[REPORT_NUMBER_SIZE];
    text_buffer_printf(buffer, "<tr>");
    append_engine(buffer, view, index);
    append_results(buffer, engine->results[COLOR_WHITE]);
    append_results(buffer, engine->results[COLOR_BLACK]);
    append_count(buffer, engine->plies);
    if (engine->timed_plies > 0)
        text_buffer_printf(buffer, "<td>%s</td><td>%.3f</td><td>%.3f</td>",
                           report_format_time(engine->seconds, text),
                           engine->seconds / (double)engine->timed_plies, engine->slowest);
    else
        text_buffer_printf(buffer, "<td></td><td></td><td></td>");
    text_buffer_printf(
        buffer, "<td>%s</td>",
        engine->counted_plies > 0
            ? report_format_count((double)engine->nodes / (double)engine->counted_plies, text)
            : "");
    if (engine->deep_plies > 0)
        text_buffer_printf(buffer, "<td>%.1f</td>",
                           (double)engine->depths / (double)engine->deep_plies);
    else
        text_buffer_printf(buffer, "<td></td>");
    uint64_t faults = match_tally_count_faults(view->tally, index);
    text_buffer_printf(buffer, "<td%s>%llu</td></tr>\n", faults > 0 ? " class=\"bad\"" : "",
                       (unsigned long long)faults);
}

static void append_work(const MatchReportView *view, TextBuffer *buffer) {
    text_buffer_printf(
        buffer, "<h2>Engines</h2>\n<div class=\"wide\"><table>\n<tr><th></th>"
                "<th colspan=\"3\" class=\"name\">with White</th>"
                "<th colspan=\"3\" class=\"name\">with Black</th><th colspan=\"7\"></th></tr>\n"
                "<tr><th>engine</th><th>won</th><th>drawn</th><th>lost</th>"
                "<th>won</th><th>drawn</th><th>lost</th><th>moves</th><th>time</th>"
                "<th>s/move</th><th>slowest</th><th>nodes/move</th><th>depth</th>"
                "<th>faults</th></tr>\n");
    for (int i = 0; i < view->tally->engine_count; i++)
        append_work_row(view, i, buffer);
    text_buffer_printf(buffer, "</table></div>\n");
}

static void append_end_row(const MatchReportView *view, MatchEnd end, TextBuffer *buffer) {
    bool fault = match_end_is_fault(end) || end == END_WRONG_CLAIM;
    text_buffer_printf(
        buffer, "<tr><td%s>%s</td><td>%llu</td><td>%.1f %%</td>", fault ? " class=\"bad\"" : "",
        match_end_get_name(end), (unsigned long long)view->tally->ends[end],
        report_get_percent((double)view->tally->ends[end], (double)view->tally->games));
    for (int i = 0; i < view->tally->engine_count; i++)
        append_results(buffer, view->tally->engines[i].ends[end]);
    text_buffer_printf(buffer, "</tr>\n");
}

static void append_ends(const MatchReportView *view, TextBuffer *buffer) {
    const MatchTally *tally = view->tally;
    double games = (double)tally->games;
    text_buffer_printf(buffer, "<h2>Ends and faults</h2>\n<div class=\"wide\"><table>\n"
                               "<tr><th></th><th colspan=\"2\"></th>");
    for (int i = 0; i < tally->engine_count; i++)
        append_escaped(buffer, "<th colspan=\"3\" class=\"name\">", view->names[i], "</th>");
    text_buffer_printf(buffer, "</tr>\n<tr><th>end</th><th colspan=\"2\">games</th>");
    for (int i = 0; i < tally->engine_count; i++)
        text_buffer_printf(buffer, "<th>won</th><th>drawn</th><th>lost</th>");
    text_buffer_printf(buffer, "</tr>\n");
    for (MatchEnd end = END_NO_MOVE; end < END_COUNT; end++)
        if (tally->ends[end] > 0)
            append_end_row(view, end, buffer);
    text_buffer_printf(
        buffer,
        "</table></div>\n<p class=\"soft\">Draws %.1f %%; %.1f plies on average, "
        "%d at most; adjudicated %.1f %%",
        report_get_percent((double)match_score_count_results(&tally->total, MATCH_DRAWN), games),
        games > 0 ? (double)tally->plies / games : 0, tally->longest,
        report_get_percent((double)match_tally_count_adjudicated(tally), games));
    if (tally->exempt > 0)
        text_buffer_printf(buffer,
                           "; %llu not adjudicated for a check, %llu of them ended as the tables "
                           "said",
                           (unsigned long long)tally->exempt,
                           (unsigned long long)tally->exempt_as_told);
    text_buffer_printf(buffer, ".</p>\n");
}

static void append_ballots(const MatchReportView *view, TextBuffer *buffer) {
    const MatchTally *tally = view->tally;
    text_buffer_printf(buffer,
                       "<h2>Ballots</h2>\n<details><summary>%d ballots</summary>\n"
                       "<div class=\"wide\"><table>\n<tr><th>ballot</th><th>White won</th>"
                       "<th>drawn</th><th>Black won</th><th>pairs</th><th>two draws</th>"
                       "<th>told apart</th></tr>\n",
                       tally->ballot_count);
    for (int i = 0; i < tally->ballot_count; i++) {
        const MatchScore *score = &tally->ballots[i].score;
        uint64_t pairs = match_score_count_pairs(score);
        append_escaped(buffer, "<tr><td>", tally->ballots[i].name, "</td>");
        append_count(buffer,
                     score->games[COLOR_WHITE][MATCH_WON] + score->games[COLOR_BLACK][MATCH_LOST]);
        append_count(buffer, match_score_count_results(score, MATCH_DRAWN));
        append_count(buffer,
                     score->games[COLOR_WHITE][MATCH_LOST] + score->games[COLOR_BLACK][MATCH_WON]);
        append_count(buffer, pairs);
        append_count(buffer, score->drawn_pairs);
        append_count(buffer, pairs - score->pairs[MATCH_PAIR_COUNT / 2]);
        text_buffer_printf(buffer, "</tr>\n");
    }
    text_buffer_printf(buffer, "</table></div></details>\n");
}

Status report_append_overview(const ReportSource *source, const MatchReportView *view,
                              const ReportCurve *curve, const char *event, TextBuffer *buffer,
                              Error *error) {
    Status status = STATUS_OK;
    append_heading(source, view, event, buffer);
    if (source->engines == 2) {
        append_duel(view, buffer);
    } else {
        status = append_cross_table(view, buffer, error);
        append_pairings(view, buffer);
        if (view->sprt)
            append_duel(view, buffer);
    }
    append_curves(view, curve, buffer);
    append_work(view, buffer);
    append_ends(view, buffer);
    append_settings(source, buffer);
    append_ballots(view, buffer);
    return status;
}
