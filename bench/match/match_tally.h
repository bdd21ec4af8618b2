/* SPDX-License-Identifier: MIT
 *
 * Everything that is counted of a match, game by game as they come. The memory depends on the
 * numbers of engines and ballots and of pairs that are under way at the same time, never on the
 * number of games. */
#ifndef HUFF_BENCH_MATCH_MATCH_TALLY_H
#define HUFF_BENCH_MATCH_MATCH_TALLY_H

#include "bench/match/match_game.h"
#include "bench/match/match_rating.h"

/* One engine. Results are MATCH_LOST, MATCH_DRAWN, MATCH_WON as in match_score.h. */
typedef struct {
    uint64_t results[COLOR_COUNT][MATCH_RESULT_COUNT]; /* by its colour */
    /* Its finished games by how they ended and what that was for it: a fault of its own is
     * ends[END_CRASH][MATCH_LOST], one of the others [MATCH_WON]. */
    uint64_t ends[END_COUNT][MATCH_RESULT_COUNT];
    uint64_t plies; /* its moves, in unfinished games too; and how many of them told... */
    uint64_t timed_plies, counted_plies, deep_plies; /* ...seconds, nodes, depth, and their sums: */
    double seconds;
    uint64_t nodes, depths;
    double slowest; /* seconds of its longest move */
} EngineTally;

/* One ballot. `score` is seen from the engine with the lower number in each game. */
typedef struct {
    char name[MATCH_BALLOT_SIZE];
    MatchScore score;
} BallotTally;

typedef struct MatchHalf MatchHalf;

/* Read freely, changed by the functions below only. */
typedef struct {
    int engine_count;
    EngineTally *engines;
    MatchScore *pairings; /* match_tally_get_pairing */
    MatchTable table;     /* for ratings */
    BallotTally *ballots; /* sorted by name, numbers in names by their value */
    int ballot_count, ballot_capacity;
    MatchHalf *halves; /* games whose pair is not whole yet; half_count of them */
    int half_count, half_capacity;
    MatchScore total; /* all games, seen from the engine with the lower number */
    uint64_t games;   /* finished */
    uint64_t broken;  /* broken off: counted here and in the engines' moves, nowhere else */
    uint64_t plies;   /* of finished games */
    int longest;      /* plies of the longest of them */
    uint64_t ends[END_COUNT];
    /* Kept out of adjudication by tables, and those of them whose `text` is empty: the referee
     * notes there what did not go as the tables said. */
    uint64_t exempt, exempt_as_told;
} MatchTally;

/* A tally without games, for 2 to MATCH_TABLE_MAX_ENGINES engines. STATUS_RANGE, STATUS_NO_MEMORY.
 */
Status match_tally_init(MatchTally *tally, int engine_count, Error *error);
/* Frees what it holds; a zeroed one is allowed. */
void match_tally_done(MatchTally *tally);

/* Counts a game. Games come in any order. Games 2n and 2n+1 make a pair when both are finished and
 * the same two engines played the same ballot with colours swapped; otherwise they are two games
 * only. STATUS_RANGE: no such engine, or one that plays itself. STATUS_STATE: a game that is there
 * already (noticed as long as its pair is not whole). STATUS_NO_MEMORY. Nothing is counted then. */
Status match_tally_add(MatchTally *tally, const MatchGame *game, Error *error);

/* The games between two different engines, seen from `first`. */
MatchScore match_tally_get_pairing(const MatchTally *tally, int first, int second);
/* All games of an engine, seen from it. */
MatchScore match_tally_get_engine(const MatchTally *tally, int engine);

/* Games that an engine lost by this end (a fault, a resignation, a wrong claim); of all engines
 * together with `engine` -1. */
uint64_t match_tally_count_lost(const MatchTally *tally, int engine, MatchEnd end);
/* The same for all faults together. */
uint64_t match_tally_count_faults(const MatchTally *tally, int engine);
/* Finished games that were ended by tables, scores or length. */
uint64_t match_tally_count_adjudicated(const MatchTally *tally);

#endif
