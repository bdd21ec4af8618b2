/* SPDX-License-Identifier: MIT
 *
 * One finished game of a match: who played, what was played and how it ended. */
#ifndef HUFF_BENCH_MATCH_MATCH_GAME_H
#define HUFF_BENCH_MATCH_MATCH_GAME_H

#include "engine/board/record.h"

/* How a game ended. The names are in match_end_get_name. */
typedef enum {
    END_NONE,         /* not over, broken off */
    END_NO_MOVE,      /* by law */
    END_REPETITION,   /* by law */
    END_QUIET_MOVES,  /* by law */
    END_COUNTED,      /* by law: a counted ending ran out */
    END_WON_BY_RULE,  /* by law: any other win or loss a variant knows */
    END_TABLE,        /* adjudicated by the endgame tables */
    END_SCORE,        /* adjudicated by both engines' scores */
    END_LENGTH,       /* the longest game that is allowed: a draw */
    END_RESIGNED,     /* the guilty side gave up */
    END_AGREED,       /* ended as a draw by an engine, and the law or the other's score agrees */
    END_WRONG_CLAIM,  /* the guilty side ended a game that was not over */
    END_ILLEGAL_MOVE, /* from here on faults: the guilty side has lost */
    END_TIME,
    END_CRASH,
    END_HANG,
    END_GARBLED,
    END_NO_START,
    END_COUNT,
} MatchEnd;

/* "unfinished", "no move", "repetition", ..., "illegal move", "time", "crash", "hang", "garbled",
 * "no start": each end its own. */
const char *match_end_get_name(MatchEnd end);

/* Whether it is a fault of an engine. */
bool match_end_is_fault(MatchEnd end);

/* What stands beside a move. */
typedef struct {
    bool has_score, has_depth, has_nodes, has_seconds;
    int score; /* centimen, the mover's view */
    int depth; /* plies */
    uint64_t nodes;
    double seconds; /* measured by the referee; not in matches of fixed nodes or depth, so that the
                       same seed gives the same ledger */
} MatchPly;

enum {
    MATCH_BALLOT_SIZE = 64, /* bytes of a ballot's name with its NUL */
    MATCH_TEXT_SIZE = 256
};

typedef struct {
    int number;                     /* in the match, from 0; games 2n and 2n+1 are a pair */
    int white, black;               /* engines, from 0 */
    char ballot[MATCH_BALLOT_SIZE]; /* its name or number in its file, printable */
    GameRecord record;              /* from the ballot's position on */
    MatchPly *plies;                /* record_plies(&record) of them, capacity `ply_capacity` */
    int ply_capacity;
    Outcome outcome; /* OUTCOME_NONE only with END_NONE */
    MatchEnd end;
    Color guilty;               /* of a fault, a resignation or a wrong claim */
    bool exempt;                /* was kept out of adjudication by tables */
    char text[MATCH_TEXT_SIZE]; /* what was wrong; "" when nothing was */
} MatchGame;

/* An empty game at `start`; fails with STATUS_NO_MEMORY. */
Status match_game_init(MatchGame *game, const Position *start, Error *error);
void match_game_done(MatchGame *game);
/* Empties it for another game. */
void match_game_restart(MatchGame *game, const Position *start);
/* Another start position for a game without moves; all else stays. */
void match_game_set_start(MatchGame *game, const Position *start);
/* Plays a legal move. STATUS_NO_MEMORY, and then nothing is changed. */
Status match_game_push(MatchGame *game, Move move, const MatchPly *ply, Error *error);

#endif
