/* SPDX-License-Identifier: MIT
 *
 * The summary as one line of JSON; REPORT.md has its keys. */
#include "bench/match/match_report_internal.h"

#include "engine/base/escape.h"

#include <math.h>
#include <stdlib.h>

/* Begins a member; all but the first of an object need a comma, which stands in `key`. */
static void append_number(TextBuffer *buffer, const char *key, double value) {
    if (isfinite(value))
        text_buffer_printf(buffer, "%s:%.10g", key, value);
    else
        text_buffer_printf(buffer, "%s:null", key);
}

static void append_count(TextBuffer *buffer, const char *key, uint64_t count) {
    text_buffer_printf(buffer, "%s:%llu", key, (unsigned long long)count);
}

static void append_results(TextBuffer *buffer, const uint64_t results[static MATCH_RESULT_COUNT]) {
    append_count(buffer, "\"win\"", results[MATCH_WON]);
    append_count(buffer, ",\"draw\"", results[MATCH_DRAWN]);
    append_count(buffer, ",\"loss\"", results[MATCH_LOST]);
}

/* What a score says, without braces: the keys that the first engine, every pairing and every ballot
 * have. */
static void append_score(TextBuffer *buffer, const MatchScore *score) {
    MatchInterval elo = match_score_get_elo(score), nelo = match_score_get_nelo(score);
    uint64_t results[MATCH_RESULT_COUNT];
    for (int i = 0; i < MATCH_RESULT_COUNT; i++)
        results[i] = match_score_count_results(score, i);
    append_results(buffer, results);
    append_count(buffer, ",\"games\"", match_score_count_games(score));
    append_count(buffer, ",\"pairs\"", match_score_count_pairs(score));
    append_number(buffer, ",\"score\"", match_score_get_rate(score));
    append_number(buffer, ",\"elo\"", elo.value);
    append_number(buffer, ",\"elo_error\"", (elo.high - elo.low) / 2);
    append_number(buffer, ",\"elo_low\"", elo.low);
    append_number(buffer, ",\"elo_high\"", elo.high);
    append_number(buffer, ",\"nelo\"", nelo.value);
    append_number(buffer, ",\"nelo_error\"", (nelo.high - nelo.low) / 2);
    append_number(buffer, ",\"nelo_low\"", nelo.low);
    append_number(buffer, ",\"nelo_high\"", nelo.high);
    append_number(buffer, ",\"los\"", match_score_get_los(score));
    append_number(buffer, ",\"draw_rate\"", match_score_get_draw_rate(score));
    append_number(buffer, ",\"yield\"", match_score_get_yield(score));
    append_number(buffer, ",\"decided_rate\"", match_score_get_decided_rate(score));
    text_buffer_printf(buffer, ",\"pentanomial\":[%llu,%llu,%llu,%llu,%llu]",
                       (unsigned long long)score->pairs[0], (unsigned long long)score->pairs[1],
                       (unsigned long long)score->pairs[2], (unsigned long long)score->pairs[3],
                       (unsigned long long)score->pairs[4]);
    append_count(buffer, ",\"drawn_pairs\"", score->drawn_pairs);
    text_buffer_printf(buffer, ",\"white\":{");
    append_results(buffer, score->games[COLOR_WHITE]);
    text_buffer_printf(buffer, "},\"black\":{");
    append_results(buffer, score->games[COLOR_BLACK]);
    text_buffer_printf(buffer, "}");
}

/* The games lost by faults, of one engine or of all (-1). */
static void append_faults(TextBuffer *buffer, const MatchTally *tally, int engine) {
    static const struct {
        const char *key;
        MatchEnd end;
    } faults[] = {
        {",\"crashes\"", END_CRASH},
        {",\"hangs\"", END_HANG},
        {",\"illegal\"", END_ILLEGAL_MOVE},
        {",\"garbled\"", END_GARBLED},
        {",\"time_losses\"", END_TIME},
        {",\"no_starts\"", END_NO_START},
        {",\"wrong_claims\"", END_WRONG_CLAIM},
    };
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        append_count(buffer, faults[i].key, match_tally_count_lost(tally, engine, faults[i].end));
}

static void append_sprt(TextBuffer *buffer, const MatchReportView *view) {
    static const char *const verdicts[] = {
        [MATCH_SPRT_CONTINUE] = "continue", [MATCH_SPRT_H0] = "H0", [MATCH_SPRT_H1] = "H1"};
    if (!view->sprt) {
        text_buffer_printf(buffer, ",\"sprt\":null");
        return;
    }
    double lower, upper;
    MatchScore score = match_tally_get_pairing(view->tally, 0, 1);
    match_sprt_get_bounds(view->sprt, &lower, &upper);
    append_number(buffer, ",\"sprt\":{\"llr\"", match_sprt_get_llr(view->sprt, &score));
    append_number(buffer, ",\"lower\"", lower);
    append_number(buffer, ",\"upper\"", upper);
    append_number(buffer, ",\"nelo0\"", view->sprt->nelo0);
    append_number(buffer, ",\"nelo1\"", view->sprt->nelo1);
    append_number(buffer, ",\"alpha\"", view->sprt->alpha);
    append_number(buffer, ",\"beta\"", view->sprt->beta);
    append_count(buffer, ",\"min_pairs\"", view->sprt->min_pairs);
    text_buffer_printf(buffer, ",\"verdict\":\"%s\"}",
                       verdicts[match_sprt_decide(view->sprt, &score)]);
}

static void append_totals(TextBuffer *buffer, const MatchTally *tally) {
    append_count(buffer, ",\"all_games\"", tally->games);
    append_count(buffer, ",\"broken_off\"", tally->broken);
    append_number(buffer, ",\"plies_mean\"",
                  tally->games > 0 ? (double)tally->plies / (double)tally->games : 0);
    append_count(buffer, ",\"plies_most\"", (uint64_t)tally->longest);
    append_count(buffer, ",\"adjudicated\"", match_tally_count_adjudicated(tally));
    append_count(buffer, ",\"exempt\"", tally->exempt);
    append_count(buffer, ",\"exempt_as_told\"", tally->exempt_as_told);
    text_buffer_printf(buffer, ",\"ends\":{");
    for (MatchEnd end = END_NO_MOVE; end < END_COUNT; end++)
        text_buffer_printf(buffer, "%s\"%s\":%llu", end == END_NO_MOVE ? "" : ",",
                           match_end_get_name(end), (unsigned long long)tally->ends[end]);
    text_buffer_printf(buffer, "}");
}

static double divide(double sum, uint64_t count) {
    return count > 0 ? sum / (double)count : INFINITY;
}

static void append_engine(TextBuffer *buffer, const MatchReportView *view,
                          const MatchRating *rating) {
    const EngineTally *engine = &view->tally->engines[rating->engine];
    MatchScore score = match_tally_get_engine(view->tally, rating->engine);
    text_buffer_printf(buffer, "{\"engine\":%d,\"name\":", rating->engine);
    escape_json(buffer, view->names[rating->engine]);
    append_number(buffer, ",\"points\"", rating->points);
    append_number(buffer, ",\"rating\"", rating->elo.value);
    append_number(buffer, ",\"rating_error\"", (rating->elo.high - rating->elo.low) / 2);
    text_buffer_printf(buffer, ",");
    append_score(buffer, &score);
    append_faults(buffer, view->tally, rating->engine);
    append_count(buffer, ",\"moves\"", engine->plies);
    append_number(buffer, ",\"seconds\"", engine->timed_plies > 0 ? engine->seconds : INFINITY);
    append_number(buffer, ",\"seconds_mean\"", divide(engine->seconds, engine->timed_plies));
    append_number(buffer, ",\"seconds_most\"",
                  engine->timed_plies > 0 ? engine->slowest : INFINITY);
    append_number(buffer, ",\"nodes_mean\"", divide((double)engine->nodes, engine->counted_plies));
    append_number(buffer, ",\"depth_mean\"", divide((double)engine->depths, engine->deep_plies));
    text_buffer_printf(buffer, "}");
}

/* In the order of the final table. */
static Status append_engines(TextBuffer *buffer, const MatchReportView *view, Error *error) {
    int count = view->tally->engine_count;
    MatchRating *ratings = calloc((size_t)count, sizeof *ratings);
    if (!ratings)
        return error_set(error, STATUS_NO_MEMORY, "no memory to rate %d engines", count);
    Status status = match_table_rate(&view->tally->table, MATCH_RATING_MEAN, ratings, error);
    text_buffer_printf(buffer, ",\"engines\":[");
    for (int i = 0; i < count && status == STATUS_OK; i++) {
        text_buffer_printf(buffer, "%s", i > 0 ? "," : "");
        append_engine(buffer, view, &ratings[i]);
    }
    text_buffer_printf(buffer, "]");
    free(ratings);
    return status;
}

static void append_pairings(TextBuffer *buffer, const MatchTally *tally) {
    const char *comma = "";
    text_buffer_printf(buffer, ",\"pairings\":[");
    for (int first = 0; first < tally->engine_count; first++)
        for (int second = first + 1; second < tally->engine_count; second++) {
            MatchScore score = match_tally_get_pairing(tally, first, second);
            if (match_score_count_games(&score) == 0)
                continue;
            text_buffer_printf(buffer, "%s{\"first\":%d,\"second\":%d,", comma, first, second);
            append_score(buffer, &score);
            text_buffer_printf(buffer, "}");
            comma = ",";
        }
    text_buffer_printf(buffer, "]");
}

Status match_report_write_json(const MatchReportView *view, TextBuffer *buffer, Error *error) {
    MatchScore score = match_tally_get_engine(view->tally, 0);
    text_buffer_printf(buffer, "{");
    append_score(buffer, &score);
    append_faults(buffer, view->tally, -1);
    append_totals(buffer, view->tally);
    append_sprt(buffer, view);
    Status status = append_engines(buffer, view, error);
    append_pairings(buffer, view->tally);
    text_buffer_printf(buffer, "}\n");
    return status < 0 ? status : text_buffer_get_status(buffer, error);
}
