/* SPDX-License-Identifier: MIT
 *
 * Problems and compositions: finds how a side wins (or draws), follows the solution, and at each of
 * its moves looks whether another would have done as well.
 *
 * What is proved and what is only believed stay apart. A win is proved when every defence was
 * searched to the end of the game or into endgame tables. Where the game is too long for that a
 * solution is claimed when the search sees the side come out at least a man ahead. That another
 * move does not win is never proved this way, unless it loses or draws by proof: the search found
 * nothing within its limits, and the line is shown that it thinks refutes the move. */
#ifndef HUFF_PROTOCOL_SOLVE_H
#define HUFF_PROTOCOL_SOLVE_H

#include "protocol/session.h"

#include <stdatomic.h>

enum {
    SOLVE_LINE_MAX = 24,    /* moves of a refutation that are kept */
    SOLVE_PLIES_MAX = 120,  /* of a solution */
    SOLVE_CLAIM_PLIES = 20, /* of one that is only claimed: a draw that holds has no end */
    /* Centimen: from here on a side is believed to win, a man's worth; beyond it by what the side
     * was ahead from the start. 50-200; custom. */
    SOLVE_CLAIM_SCORE = 100,
    /* Centimen by which a side may be behind and still be believed to draw. 20-100; custom. */
    SOLVE_HOLD_SCORE = 50,
};

typedef enum {
    SOLVE_PROVED,  /* reaches the goal by proof */
    SOLVE_CLAIMED, /* comes out a man ahead or, for a draw, not behind: the search believes so */
    SOLVE_OPEN,    /* within the limits the goal was not seen to be reached */
    SOLVE_DRAWS,   /* draws by proof where a win was wanted */
    SOLVE_LOSES,   /* loses by proof */
} SolveClass;

/* What a move leads to. */
typedef struct {
    Move move;
    SolveClass class;
    int score; /* centimen, view of the side that solves */
    int length;
    Move line[SOLVE_LINE_MAX]; /* begins with the move; for one that fails it is the refutation */
} SolveMove;

/* One of the solver's moves of the solution. */
typedef struct {
    int ply; /* index into the line */
    Position position;
    SolveMove best;
    SolveMove *others; /* all other legal moves */
    int other_count;
    int proved_count, claimed_count; /* of the others, those that also reach the goal */
} SolveStep;

typedef enum {
    SOLVE_END_GAME,     /* a side has no move left */
    SOLVE_END_TABLES,   /* endgame tables know the rest */
    SOLVE_END_MATERIAL, /* the material is won and nothing is to be taken */
    SOLVE_END_LIMIT,    /* nothing more was found, or the line became too long */
} SolveEnd;

typedef struct {
    bool draw;       /* the goal: a draw, else a win */
    Color side;      /* whose */
    uint64_t nodes;  /* at most for finding each move of the solution, at least 1 */
    uint64_t others; /* at most for each other move, at least 1 */
    int depth;       /* plies each search may go, 1..SEARCH_DEPTH_MAX */
    bool all_steps;  /* look at other moves along the whole solution, else at its first move only */
    const atomic_bool *stop; /* when set, solving ends at the next move; NULL: never */
} SolveConfig;

typedef struct {
    SolveClass class; /* of the position: PROVED, CLAIMED, or else it is not solved */
    int score;        /* centimen, view of the side that solves */
    bool stopped;     /* by `stop`: what is here is not complete */
    Move line[SOLVE_PLIES_MAX];
    int length;
    SolveEnd end;
    SolveStep *steps; /* the solver's moves that were looked at, in order */
    int step_count;
    uint64_t nodes;
} SolveReport;

/* Solves a position of the session's variant; the session forgets its game and what its search had
 * learnt. The same call gives the same report at one thread. `*ret_report` is to be freed by
 * solve_report_done, on failure too. STATUS_STATE while the session thinks, STATUS_NO_MEMORY. */
Status solve_position(Session *session, const Position *position, const SolveConfig *config,
                      SolveReport *ret_report, Error *error);
void solve_report_done(SolveReport *report);

/* Whether the first move of the solver has another beside it that also reaches the goal; whether a
 * later one has. With `claimed`, moves that only are believed to count too. */
bool solve_is_cooked(const SolveReport *report, bool claimed);
bool solve_has_dual(const SolveReport *report, bool claimed);

#endif
