/* SPDX-License-Identifier: MIT
 *
 * The summary for people and the live table. */
#include "bench/match/match_report_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    NAME_COLUMNS = 24, /* of a name in a table... */
    PAIR_COLUMNS = 14, /* ...of each of two in a line... */
    TITLE_COLUMNS = 40,
    LIVE_NAME_COLUMNS = 18,
    CROSS_ENGINES_MAX = 8, /* columns of a cross-table; with more engines the pairings must do */
    LIVE_ENGINES_MAX = 12,
};

/* Columns for the names: those of the longest, within limits. */
static int measure_names(const MatchReportView *view) {
    int columns = 6; /* "engine" */
    for (int i = 0; i < view->tally->engine_count; i++) {
        int own = report_count_columns(view->names[i]);
        columns = own > columns ? own : columns;
    }
    return columns < NAME_COLUMNS ? columns : NAME_COLUMNS;
}

/* Adds "VALUE (95 %: LOW to HIGH)". */
static void append_interval(TextBuffer *buffer, MatchInterval interval) {
    char value[REPORT_NUMBER_SIZE], low[REPORT_NUMBER_SIZE], high[REPORT_NUMBER_SIZE];
    text_buffer_printf(buffer, "%s (95 %%: %s to %s)", report_format_signed(interval.value, value),
                       report_format_signed(interval.low, low),
                       report_format_signed(interval.high, high));
}

static void append_results(TextBuffer *buffer, const uint64_t results[static MATCH_RESULT_COUNT]) {
    text_buffer_printf(buffer, "+%llu =%llu -%llu", (unsigned long long)results[MATCH_WON],
                       (unsigned long long)results[MATCH_DRAWN],
                       (unsigned long long)results[MATCH_LOST]);
}

static void append_score(TextBuffer *buffer, const MatchScore *score) {
    uint64_t results[MATCH_RESULT_COUNT];
    for (int i = 0; i < MATCH_RESULT_COUNT; i++)
        results[i] = match_score_count_results(score, i);
    append_results(buffer, results);
}

static void append_sprt(TextBuffer *buffer, const MatchSprt *sprt, const MatchScore *score) {
    double lower, upper;
    match_sprt_get_bounds(sprt, &lower, &upper);
    text_buffer_printf(buffer, "LLR %+.2f (%+.2f, %+.2f), nElo %g against %g: %s",
                       match_sprt_get_llr(sprt, score), lower, upper, sprt->nelo0, sprt->nelo1,
                       report_describe_verdict(match_sprt_decide(sprt, score)));
}

/* ---- Two engines. */

static void append_pairs(TextBuffer *buffer, const MatchScore *score) {
    static const char *const points[MATCH_PAIR_COUNT] = {"0", "1/2", "1", "1 1/2", "2"};
    text_buffer_printf(buffer, "%llu;", (unsigned long long)match_score_count_pairs(score));
    for (int i = 0; i < MATCH_PAIR_COUNT; i++) {
        text_buffer_printf(buffer, "  %s: %llu", points[i], (unsigned long long)score->pairs[i]);
        if (i == MATCH_PAIR_COUNT / 2)
            text_buffer_printf(buffer, " (%llu two draws)", (unsigned long long)score->drawn_pairs);
    }
}

static void append_duel(const MatchReportView *view, int first, int second, TextBuffer *buffer) {
    MatchScore score = match_tally_get_pairing(view->tally, first, second);
    uint64_t games = match_score_count_games(&score);
    char points[REPORT_NUMBER_SIZE];
    report_append_cut(buffer, view->names[first], TITLE_COLUMNS);
    text_buffer_printf(buffer, " against ");
    report_append_cut(buffer, view->names[second], TITLE_COLUMNS);
    text_buffer_printf(buffer, "\n  result  ");
    append_score(buffer, &score);
    text_buffer_printf(buffer, ", %s of %llu points (%.1f %%)",
                       report_format_points(report_count_points(&score), points),
                       (unsigned long long)games, 100 * match_score_get_rate(&score));
    text_buffer_printf(buffer, "\n  White   ");
    append_results(buffer, score.games[COLOR_WHITE]);
    text_buffer_printf(buffer, "    Black   ");
    append_results(buffer, score.games[COLOR_BLACK]);
    text_buffer_printf(buffer, "\n  pairs   ");
    append_pairs(buffer, &score);
    text_buffer_printf(buffer, "\n  Elo     ");
    append_interval(buffer, match_score_get_elo(&score));
    text_buffer_printf(buffer, "\n  nElo    ");
    append_interval(buffer, match_score_get_nelo(&score));
    text_buffer_printf(buffer, "\n  LOS     %.1f %%\n", 100 * match_score_get_los(&score));
    if (view->sprt && first == 0 && second == 1) {
        text_buffer_printf(buffer, "  SPRT    ");
        append_sprt(buffer, view->sprt, &score);
        text_buffer_printf(buffer, "\n");
    }
    text_buffer_printf(
        buffer, "  draws   %.1f %% of games; yield %.1f %% of pairs, not two draws %.1f %%\n",
        100 * match_score_get_draw_rate(&score), 100 * match_score_get_yield(&score),
        100 * match_score_get_decided_rate(&score));
}

/* ---- More engines. */

static void append_pairing_rows(const MatchReportView *view, TextBuffer *buffer) {
    int columns = measure_names(view);
    columns = columns < PAIR_COLUMNS ? columns : PAIR_COLUMNS;
    text_buffer_printf(buffer,
                       "\n%-*s  games  won drawn lost  pairs 0 1/2 1 3/2 2    Elo (95 %%)\n",
                       2 * columns + 1, "pairings");
    for (int first = 0; first < view->tally->engine_count; first++)
        for (int second = first + 1; second < view->tally->engine_count; second++) {
            MatchScore score = match_tally_get_pairing(view->tally, first, second);
            char value[REPORT_NUMBER_SIZE], low[REPORT_NUMBER_SIZE], high[REPORT_NUMBER_SIZE];
            char pairs[5 * 24];
            MatchInterval elo = match_score_get_elo(&score);
            if (match_score_count_games(&score) == 0)
                continue;
            report_append_padded(buffer, view->names[first], columns);
            text_buffer_append(buffer, " ", 1);
            report_append_padded(buffer, view->names[second], columns);
            snprintf(pairs, sizeof pairs, "%llu %llu %llu %llu %llu",
                     (unsigned long long)score.pairs[0], (unsigned long long)score.pairs[1],
                     (unsigned long long)score.pairs[2], (unsigned long long)score.pairs[3],
                     (unsigned long long)score.pairs[4]);
            text_buffer_printf(buffer, " %6llu %4llu %5llu %4llu  %-18s  %s (%s to %s)\n",
                               (unsigned long long)match_score_count_games(&score),
                               (unsigned long long)match_score_count_results(&score, MATCH_WON),
                               (unsigned long long)match_score_count_results(&score, MATCH_DRAWN),
                               (unsigned long long)match_score_count_results(&score, MATCH_LOST),
                               pairs, report_format_signed(elo.value, value),
                               report_format_signed(elo.low, low),
                               report_format_signed(elo.high, high));
        }
}

static void append_cross_cell(const MatchReportView *view, int engine, int other,
                              TextBuffer *buffer) {
    char points[REPORT_NUMBER_SIZE];
    if (engine == other) {
        text_buffer_printf(buffer, "      -");
        return;
    }
    MatchScore score = match_tally_get_pairing(view->tally, engine, other);
    text_buffer_printf(buffer, "%7s",
                       match_score_count_games(&score) > 0
                           ? report_format_points(report_count_points(&score), points)
                           : "");
}

static Status append_ratings(const MatchReportView *view, TextBuffer *buffer, Error *error) {
    int count = view->tally->engine_count, columns = measure_names(view);
    bool cross = count <= CROSS_ENGINES_MAX;
    columns = cross && columns > 16 ? 16 : columns;
    MatchRating *ratings = calloc((size_t)count, sizeof *ratings);
    if (!ratings)
        return error_set(error, STATUS_NO_MEMORY, "no memory to rate %d engines", count);
    Status status = match_table_rate(&view->tally->table, MATCH_RATING_MEAN, ratings, error);
    text_buffer_printf(buffer, "  # %-*s  points/games    Elo   +-95 %%", columns, "engine");
    for (int i = 0; cross && i < count; i++)
        text_buffer_printf(buffer, "%7d", i + 1);
    text_buffer_printf(buffer, "\n");
    for (int i = 0; i < count && status == STATUS_OK; i++) {
        const MatchRating *rating = &ratings[i];
        char points[REPORT_NUMBER_SIZE], value[REPORT_NUMBER_SIZE], reach[REPORT_NUMBER_SIZE];
        uint64_t games =
            rating->results[MATCH_LOST] + rating->results[MATCH_DRAWN] + rating->results[MATCH_WON];
        text_buffer_printf(buffer, "%3d ", i + 1);
        report_append_padded(buffer, view->names[rating->engine], columns);
        text_buffer_printf(
            buffer, " %7s/%-6llu %7s %7s", report_format_points(rating->points, points),
            (unsigned long long)games, report_format_signed(rating->elo.value, value),
            report_format_signed((rating->elo.high - rating->elo.low) / 2, reach) + 1);
        for (int j = 0; cross && j < count; j++)
            append_cross_cell(view, rating->engine, ratings[j].engine, buffer);
        text_buffer_printf(buffer, "\n");
    }
    free(ratings);
    return status;
}

/* ---- What the engines did. */

static void append_work(const MatchReportView *view, TextBuffer *buffer) {
    int columns = measure_names(view);
    char nodes[REPORT_NUMBER_SIZE], seconds[REPORT_NUMBER_SIZE];
    text_buffer_printf(buffer,
                       "\n%-*s    moves     time   s/move  slowest  nodes/move  depth  faults\n",
                       columns, "engine");
    for (int i = 0; i < view->tally->engine_count; i++) {
        const EngineTally *engine = &view->tally->engines[i];
        report_append_padded(buffer, view->names[i], columns);
        text_buffer_printf(buffer, " %8llu", (unsigned long long)engine->plies);
        if (engine->timed_plies > 0)
            text_buffer_printf(buffer, " %8s %8.3f %8.3f",
                               report_format_time(engine->seconds, seconds),
                               engine->seconds / (double)engine->timed_plies, engine->slowest);
        else
            text_buffer_printf(buffer, " %8s %8s %8s", "-", "-", "-");
        text_buffer_printf(
            buffer, "  %10s",
            engine->counted_plies > 0
                ? report_format_count((double)engine->nodes / (double)engine->counted_plies, nodes)
                : "-");
        if (engine->deep_plies > 0)
            text_buffer_printf(buffer, " %6.1f",
                               (double)engine->depths / (double)engine->deep_plies);
        else
            text_buffer_printf(buffer, " %6s", "-");
        text_buffer_printf(buffer, " %7llu\n",
                           (unsigned long long)match_tally_count_faults(view->tally, i));
    }
}

/* Adds ", COUNT NAME" for all ends with a count, broken before the line is full. */
static void append_ends(TextBuffer *buffer, const char *label,
                        const uint64_t counts[static END_COUNT]) {
    size_t line = 0;
    int listed = 0;
    for (MatchEnd end = END_NONE; end < END_COUNT; end++) {
        if (counts[end] == 0)
            continue;
        size_t before = buffer->length;
        bool full = listed > 0 && before - line > MATCH_REPORT_COLUMNS - 28;
        if (listed++ == 0) {
            line = before;
            text_buffer_printf(buffer, "%s", label);
        } else {
            text_buffer_printf(buffer, full ? ",\n    " : ", ");
            line = full ? before + 2 : line;
        }
        text_buffer_printf(buffer, "%llu %s", (unsigned long long)counts[end],
                           match_end_get_name(end));
    }
    if (listed > 0)
        text_buffer_printf(buffer, "\n");
}

static void append_faults(const MatchReportView *view, TextBuffer *buffer) {
    for (int i = 0; i < view->tally->engine_count; i++) {
        uint64_t faults[END_COUNT] = {0};
        for (MatchEnd end = END_NONE; end < END_COUNT; end++)
            if (match_end_is_fault(end) || end == END_WRONG_CLAIM)
                faults[end] = match_tally_count_lost(view->tally, i, end);
        TextBuffer label = {0};
        text_buffer_printf(&label, "faults of ");
        report_append_cut(&label, view->names[i], TITLE_COLUMNS);
        text_buffer_printf(&label, ": ");
        append_ends(buffer, text_buffer_get(&label), faults);
        buffer->failed |= label.failed;
        text_buffer_done(&label);
    }
}

static void append_games(const MatchTally *tally, TextBuffer *buffer) {
    double games = (double)tally->games;
    text_buffer_printf(buffer, "\n");
    append_ends(buffer, "ends: ", tally->ends);
    text_buffer_printf(buffer, "length: %.1f plies on average, %d at most; adjudicated: %.1f %%",
                       games > 0 ? (double)tally->plies / games : 0, tally->longest,
                       report_get_percent((double)match_tally_count_adjudicated(tally), games));
    if (tally->exempt > 0)
        text_buffer_printf(
            buffer, "\nnot adjudicated, for a check: %llu; ended as the tables said: %llu",
            (unsigned long long)tally->exempt, (unsigned long long)tally->exempt_as_told);
    if (tally->broken > 0)
        text_buffer_printf(buffer, "\nbroken off: %llu", (unsigned long long)tally->broken);
    text_buffer_printf(buffer, "\n");
}

static void append_ballots(const MatchTally *tally, TextBuffer *buffer) {
    text_buffer_printf(buffer, "\nballots that decided pairs  White won  drawn  Black won  pairs  "
                               "decided\n");
    for (int i = 0; i < tally->ballot_count; i++) {
        const MatchScore *score = &tally->ballots[i].score;
        uint64_t pairs = match_score_count_pairs(score);
        if (score->pairs[MATCH_PAIR_COUNT / 2] == pairs)
            continue;
        report_append_padded(buffer, tally->ballots[i].name, 26);
        text_buffer_printf(buffer, "  %9llu %6llu %10llu %6llu %8llu\n",
                           (unsigned long long)(score->games[COLOR_WHITE][MATCH_WON] +
                                                score->games[COLOR_BLACK][MATCH_LOST]),
                           (unsigned long long)match_score_count_results(score, MATCH_DRAWN),
                           (unsigned long long)(score->games[COLOR_WHITE][MATCH_LOST] +
                                                score->games[COLOR_BLACK][MATCH_WON]),
                           (unsigned long long)pairs,
                           (unsigned long long)(pairs - score->pairs[MATCH_PAIR_COUNT / 2]));
    }
}

Status match_report_write_text(const MatchReportView *view, TextBuffer *buffer, Error *error) {
    const MatchTally *tally = view->tally;
    Status status = STATUS_OK;
    if (tally->engine_count == 2) {
        append_duel(view, 0, 1, buffer);
    } else {
        status = append_ratings(view, buffer, error);
        append_pairing_rows(view, buffer);
        if (view->sprt) {
            text_buffer_printf(buffer, "\n");
            append_duel(view, 0, 1, buffer);
        }
    }
    append_work(view, buffer);
    append_games(tally, buffer);
    append_faults(view, buffer);
    if (view->ballots)
        append_ballots(tally, buffer);
    return status < 0 ? status : text_buffer_get_status(buffer, error);
}

/* ---- The live table. */

static void append_progress(const MatchTally *tally, int games, double seconds, uint64_t played,
                            TextBuffer *buffer) {
    char text[REPORT_NUMBER_SIZE];
    text_buffer_printf(buffer, "%llu", (unsigned long long)tally->games);
    if (games > 0)
        text_buffer_printf(buffer, " of %d", games);
    text_buffer_printf(buffer, " games, %llu pairs, %s",
                       (unsigned long long)match_score_count_pairs(&tally->total),
                       report_format_time(seconds, text));
    if (games > 0 && played > 0 && tally->games < (uint64_t)games)
        text_buffer_printf(
            buffer, ", about %s to go",
            report_format_time(seconds / (double)played * ((double)games - (double)tally->games),
                               text));
    uint64_t faults = match_tally_count_faults(tally, -1);
    if (faults > 0)
        text_buffer_printf(buffer, ", %llu faults", (unsigned long long)faults);
    text_buffer_printf(buffer, "\n");
}

static void append_live_duel(const MatchReportView *view, TextBuffer *buffer) {
    MatchScore score = match_tally_get_pairing(view->tally, 0, 1);
    for (int i = 0; i < 2; i++) {
        report_append_cut(buffer, view->names[i], LIVE_NAME_COLUMNS);
        text_buffer_printf(buffer, i == 0 ? " - " : "  ");
    }
    append_score(buffer, &score);
    text_buffer_printf(buffer, "  %.1f %%\nElo ", 100 * match_score_get_rate(&score));
    append_interval(buffer, match_score_get_elo(&score));
    text_buffer_printf(buffer, "  LOS %.1f %%\nnElo ", 100 * match_score_get_los(&score));
    append_interval(buffer, match_score_get_nelo(&score));
    text_buffer_printf(buffer, "  draws %.1f %%  yield %.1f %%\n",
                       100 * match_score_get_draw_rate(&score),
                       100 * match_score_get_yield(&score));
    if (view->sprt) {
        append_sprt(buffer, view->sprt, &score);
        text_buffer_printf(buffer, "\n");
    }
}

static Status append_live_ratings(const MatchReportView *view, TextBuffer *buffer, Error *error) {
    int count = view->tally->engine_count, columns = measure_names(view);
    columns = columns < LIVE_NAME_COLUMNS ? columns : LIVE_NAME_COLUMNS;
    MatchRating *ratings = calloc((size_t)count, sizeof *ratings);
    if (!ratings)
        return error_set(error, STATUS_NO_MEMORY, "no memory to rate %d engines", count);
    Status status = match_table_rate(&view->tally->table, MATCH_RATING_MEAN, ratings, error);
    for (int i = 0; status == STATUS_OK && i < count && i < LIVE_ENGINES_MAX; i++) {
        report_append_padded(buffer, view->names[ratings[i].engine], columns);
        text_buffer_printf(buffer, "  ");
        append_results(buffer, ratings[i].results);
        text_buffer_printf(buffer, "  ");
        append_interval(buffer, ratings[i].elo);
        text_buffer_printf(buffer, "\n");
    }
    if (count > LIVE_ENGINES_MAX)
        text_buffer_printf(buffer, "and %d more\n", count - LIVE_ENGINES_MAX);
    free(ratings);
    return status;
}

Status match_report_write_live(const MatchReportView *view, int games, double seconds,
                               uint64_t played, TextBuffer *buffer, Error *error) {
    Status status = STATUS_OK;
    append_progress(view->tally, games, seconds, played, buffer);
    if (view->tally->engine_count == 2)
        append_live_duel(view, buffer);
    else
        status = append_live_ratings(view, buffer, error);
    return status < 0 ? status : text_buffer_get_status(buffer, error);
}
