/* SPDX-License-Identifier: MIT
 *
 * A match under a law book: this program against itself in this process, with the arbiter as the
 * referee, so that captures are left out, huffed and compelled. One game at a time. */
#ifndef HUFF_BENCH_MATCH_LAW_MATCH_H
#define HUFF_BENCH_MATCH_LAW_MATCH_H

#include "bench/match/engine_spec.h"
#include "bench/match/match_score.h"
#include "book/ballots.h"
#include "protocol/law_book.h"

enum {
    LAW_MATCH_PLIES_MAX = 2000
};

/* Everything that pointers lead to must outlive the match. */
typedef struct {
    const LawBook *book;
    const EngineSpec *engines; /* two, both ENGINE_SELF. The option `huff=false` makes one that
                                  never huffs, compels or leaves a capture out */
    MatchLimits limits;        /* of engines without their own; clocks for the game are refused */
    const BallotList *ballots;
    bool shuffled;
    uint64_t seed;
    int games;     /* even */
    int plies_max; /* a longer game is a draw; at most LAW_MATCH_PLIES_MAX */
} LawMatchConfig;

/* What an engine did. */
typedef struct {
    int offers, huffs, compels, stands; /* stands: what it might have huffed and did not */
    int illegal;                        /* games lost because the arbiter refused its turn */
} LawMatchDeeds;

typedef struct {
    MatchScore score; /* of the first engine */
    LawMatchDeeds deeds[2];
    int by_law, by_count, by_custom; /* how games ended: a draw "by custom" is the third occurrence
                                        of a position, 40 moves each without man's move or capture,
                                        or the longest game, which the old books do not know */
    uint64_t plies;
} LawMatchResult;

/* Plays all games. Each ballot is played with both colours. In endings of few pieces the weaker
 * side gives the notice that the book allows when nothing happens. `on_game` (may be NULL) is
 * called after each game. STATUS_RANGE for engines or limits that cannot take part, what
 * session_new and session_set_option return, STATUS_NO_MEMORY. Same seed, one thread and nodes:
 * same result. */
Status law_match_play(const LawMatchConfig *config,
                      void (*on_game)(void *context, const LawMatchResult *result), void *context,
                      LawMatchResult *ret_result, Error *error);

#endif
