/* SPDX-License-Identifier: MIT
 *
 * A match: engines, ballots and limits in, a ledger of games out. Pairs of games run side by side
 * on threads, each with its own engines; a match that was killed goes on from its ledger.
 *
 * The process must ignore SIGPIPE, and should block the signals it wants to handle before it calls
 * match_start: the threads of the match inherit the mask. */
#ifndef HUFF_BENCH_MATCH_MATCH_H
#define HUFF_BENCH_MATCH_MATCH_H

#include "bench/match/ledger.h"
#include "bench/match/match_sprt.h"
#include "bench/match/match_tally.h"
#include "bench/match/referee.h"
#include "bench/match/schedule.h"

enum {
    /* Games in a row that an engine may spoil before the match is given up. */
    MATCH_FAULTS_MAX = 20,
    /* The same for one that has not once begun a game: it is set up wrongly. */
    MATCH_NO_STARTS_MAX = 2,
    MATCH_GAMES_MAX = 100000000,
    MATCH_CONCURRENCY_MAX = 256,
};

/* Everything that pointers lead to must outlive the match. */
typedef struct {
    const Rules *rules;
    const EngineSpec *engines;
    int engine_count;
    MatchForm form;
    MatchLimits limits; /* of engines without their own */
    RefereeRules referee;
    int exempt_percent; /* of the pairs that are played out although the referee's oracle knows */
    const BallotList *ballots;
    const char *ballots_name; /* for the ledger */
    bool shuffled;
    uint64_t seed;
    int games;       /* even; 0: every ballot once with both colours in every pairing */
    int concurrency; /* games at a time */
    bool has_sprt;
    MatchSprt sprt;          /* about the first pairing */
    const char *ledger_path; /* NULL: nothing is kept */
    const char *log_folder;  /* where the conversations of failed engines go; NULL: nowhere. It is
                                made when it is needed. */
    bool logs_all;           /* every game's conversations, not only those of failed engines */
} MatchConfig;

typedef enum {
    MATCH_OVER_ALL,     /* every game was played */
    MATCH_OVER_SPRT,    /* the test came to its verdict */
    MATCH_OVER_STOPPED, /* match_stop */
    MATCH_OVER_FAILED,  /* an error, see match_get_error */
} MatchOver;

typedef struct Match Match;

/* Opens the ledger and counts the games it has. `on_game` (may be NULL) is called for each finished
 * game, those of the ledger first, one at a time, from any thread of the match, and must be quick.
 * STATUS_RANGE for settings that make no sense, STATUS_STATE for a ledger of another match,
 * STATUS_IO, STATUS_SYNTAX, STATUS_NO_MEMORY. */
Status match_new(const MatchConfig *config, void (*on_game)(void *context, const MatchGame *game),
                 void *context, Match **ret_match, Error *error);

/* Stops, waits and frees. NULL is allowed. */
void match_free(Match *match);

/* Games to be played in all, and the game that is played. */
int match_count_games(const Match *match);
const Rules *match_get_rules(const Match *match);

/* Starts the threads. Once. STATUS_NO_MEMORY, STATUS_IO. */
Status match_start(Match *match, Error *error);

/* Waits at most `milliseconds` (negative: for ever); true when the match is over. */
bool match_wait(Match *match, int milliseconds);

/* Breaks off the games that are running. Any thread. */
void match_stop(Match *match);

/* Why it is over; once match_wait has returned true. */
MatchOver match_get_over(const Match *match);
/* With MATCH_OVER_FAILED: its status, the message in `error`. */
Status match_get_error(const Match *match, Error *error);

/* Calls `read` with all that was counted so far, while nothing changes. */
void match_read_tally(Match *match, void (*read)(void *context, const MatchTally *tally),
                      void *context);

#endif
