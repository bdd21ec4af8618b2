/* SPDX-License-Identifier: MIT
 *
 * What a match says: text and a line of JSON from what was counted, game files and a page from its
 * ledger. Nothing here depends on the number of games but the size of the files: a ledger is read
 * game by game, several times if need be. All texts of others (names, messages) are escaped.
 *
 * See REPORT.md for the keys of the JSON line. */
#ifndef HUFF_BENCH_MATCH_MATCH_REPORT_H
#define HUFF_BENCH_MATCH_MATCH_REPORT_H

#include "bench/match/match_sprt.h"
#include "bench/match/match_tally.h"
#include "engine/base/text_buffer.h"

enum {
    MATCH_REPORT_COLUMNS = 100,     /* at most, of the text for people */
    MATCH_REPORT_LIVE_COLUMNS = 79, /* of the live table */
    MATCH_REPORT_GAMES = 500,       /* that a page shows unless told otherwise */
};

/* What was counted, and how it is to be read. */
typedef struct {
    const MatchTally *tally;
    const char *const *names; /* of tally->engine_count engines */
    const MatchSprt *sprt;    /* about engine 0 against engine 1; NULL: none */
    bool ballots;             /* text: also list the ballots that decided pairs */
} MatchReportView;

/* Adds the summary for people: a paragraph for two engines, tables for more; what every engine did;
 * ends and faults. STATUS_NO_MEMORY. Any thread. */
Status match_report_write_text(const MatchReportView *view, TextBuffer *buffer, Error *error);

/* Adds a few lines for a screen that is drawn again and again: how far the match is (`games` are to
 * be played in all, 0: unknown; it has run for `seconds`, in which `played` of the games were
 * played), the score, the test, faults. STATUS_NO_MEMORY. Any thread. */
Status match_report_write_live(const MatchReportView *view, int games, double seconds,
                               uint64_t played, TextBuffer *buffer, Error *error);

/* Adds one line of JSON with its newline. STATUS_NO_MEMORY. Any thread. */
Status match_report_write_json(const MatchReportView *view, TextBuffer *buffer, Error *error);

/* ---- From a ledger. */

/* A zeroed one is well. */
typedef struct {
    const char *const *names; /* of the engines; NULL: from the ledger's settings */
    const MatchSprt *sprt;    /* as in MatchReportView */
    bool ballots;             /* as in MatchReportView */
    const char *event;        /* PDN and page; NULL: "huff match" */
    const char *site, *date;  /* PDN, in its form; NULL: unknown */
    int games;                /* shown on the page; 0: MATCH_REPORT_GAMES, -1: none */
} MatchReportOptions;

/* Reads a ledger, counts its games and adds the summary for people, or with `json` that line.
 * STATUS_RANGE for a ledger of fewer than two engines; the errors of ledger_reader_next and
 * match_tally_add. */
Status match_report_read(const char *ledger_path, const MatchReportOptions *options, bool json,
                         TextBuffer *buffer, Error *error);

/* Writes all games as PDN, in the order of the ledger: the tags Event, Site, Date, Round (pair and
 * game from 1: "12.2"), White, Black, Result, GameType, FEN, TimeControl (matches by the clock),
 * Limits ("nodes=2000"), both with White or Black before their names where the sides differ,
 * Termination ("crash by White: ..."), Ballot; behind each move what is known of it:
 *
 *   {+0.35/14 120345 [%emt 0:00:01.234] [%clk 0:12:05.120]}
 *
 * the score in men as the mover sees it, the depth ("+0.35" or "/14" alone where the other is not
 * known), the nodes, the time used, and the time left after it in matches by the clock.
 * The file is replaced as a whole (file.h). Errors as above and those of file_writer_open. */
Status match_report_write_pdn(const char *ledger_path, const char *out_path,
                              const MatchReportOptions *options, Error *error);

/* Writes a page (HTML 5) that needs nothing but itself: settings, results, curves, ends and faults,
 * ballots, and games with the curve of both engines' scores and the last position; faults come
 * first, then decided games, then draws. Games that are added to the ledger meanwhile are not
 * shown. Errors as above. */
Status match_report_write_html(const char *ledger_path, const char *out_path,
                               const MatchReportOptions *options, Error *error);

#endif
