/* SPDX-License-Identifier: MIT
 *
 * Private to the files match_report_*.c. */
#ifndef HUFF_BENCH_MATCH_MATCH_REPORT_INTERNAL_H
#define HUFF_BENCH_MATCH_MATCH_REPORT_INTERNAL_H

#include "bench/match/ledger.h"
#include "bench/match/match_limits.h"
#include "bench/match/match_names.h"
#include "bench/match/match_report.h"
#include "engine/base/file.h"

/* ---- Text, match_report_format.c. */

enum {
    REPORT_NUMBER_SIZE = 32
};

/* Adds `text` cut or filled with blanks to `columns` characters; control characters become '?'. */
void report_append_padded(TextBuffer *buffer, const char *text, int columns);
/* Adds `text` as it is, but cut after `columns` characters. */
void report_append_cut(TextBuffer *buffer, const char *text, int columns);
/* Characters of a UTF-8 text. */
int report_count_columns(const char *text);

/* "+12.3", "-0.5", "+inf". Fills and returns `buffer`. */
const char *report_format_signed(double value, char buffer[static REPORT_NUMBER_SIZE]);
/* "12.5", "12": points, of which half ones are possible. */
const char *report_format_points(double points, char buffer[static REPORT_NUMBER_SIZE]);
/* "1:02:03". */
const char *report_format_time(double seconds, char buffer[static REPORT_NUMBER_SIZE]);
/* "1234", "1.23 M": three figures and more only below 100 000. */
const char *report_format_count(double count, char buffer[static REPORT_NUMBER_SIZE]);

double report_count_points(const MatchScore *score);
/* part / all in percent, 0 of nothing. */
double report_get_percent(double part, double all);
/* "not decided", "passed (H1 accepted)", "failed (H0 accepted)". Constant. */
const char *report_describe_verdict(MatchVerdict verdict);

/* ---- Ledgers, match_report.c. */

/* A ledger from its first game on. */
typedef struct {
    LedgerReader *reader;
    const LedgerHead *head;
    const Rules *rules;
    MatchNames own_names; /* empty when the options name the engines */
    const char *const *names;
    int engines;
    MatchGame game; /* the last one read */
} ReportSource;

/* STATUS_RANGE when it has not two engines. report_source_done in any case. */
Status report_source_init(ReportSource *source, const char *path, const MatchReportOptions *options,
                          Error *error);
void report_source_done(ReportSource *source);
/* As ledger_reader_next, into source->game; engines that are not in the settings are refused. */
int report_source_next(ReportSource *source, Error *error);
/* What an engine may use, from the settings; all 0 when they cannot be read. */
MatchLimits report_source_get_limits(const ReportSource *source, int engine);

/* "crash by White: ...". Adds nothing for a game without an end. */
void report_describe_end(const MatchGame *game, TextBuffer *buffer);

/* As file_writer_open; STATUS_STATE when the file is the ledger itself. */
Status report_open_out(const char *ledger_path, const char *out_path, FileWriter **ret_writer,
                       Error *error);
/* Moves what is in `buffer` into the file. */
Status report_flush(FileWriter *writer, TextBuffer *buffer, Error *error);

/* ---- The page, match_report_html.c and those beside it. */

enum {
    REPORT_CURVE_POINTS = 400 /* at most; every second one goes when they are full */
};

/* The score of the first engine against the second after so many games. */
typedef struct {
    uint64_t games;
    double rate, llr;
} ReportPoint;

/* A zeroed one is empty. */
typedef struct {
    ReportPoint points[REPORT_CURVE_POINTS];
    int count;
    uint64_t skipped; /* every (skipped + 1)th point is kept... */
    uint64_t since;   /* ...and so many came after the last one kept, */
    ReportPoint last; /* of which this was the latest */
} ReportCurve;

void report_curve_add(ReportCurve *curve, ReportPoint point);
/* Add a figure each: the share of the points; the log-likelihood ratio with its bounds. */
void report_curve_draw_rate(const ReportCurve *curve, TextBuffer *buffer);
void report_curve_draw_llr(const ReportCurve *curve, const MatchSprt *sprt, TextBuffer *buffer);
/* Adds the figure of both engines' scores in a game. */
void report_draw_scores(const MatchGame *game, TextBuffer *buffer);

/* Adds the page's beginning up to the body, with its style. */
void report_append_page_head(const char *title, TextBuffer *buffer);
/* Adds all that comes before the games: settings, results, curves, tables. */
Status report_append_overview(const ReportSource *source, const MatchReportView *view,
                              const ReportCurve *curve, const char *event, TextBuffer *buffer,
                              Error *error);
enum {
    REPORT_ENGINE_COLORS = 8 /* classes e0.. of the style; engines beyond share them */
};

#endif
