/* SPDX-License-Identifier: MIT
 *
 * Private to `huff solve`: what was found out about a problem, for people or as a JSON line. */
#ifndef HUFF_PROTOCOL_CLI_SOLVE_PRINT_H
#define HUFF_PROTOCOL_CLI_SOLVE_PRINT_H

#include "protocol/solve.h"

/* A problem as it was read. */
typedef struct {
    Position position;
    const char *source;   /* "line", "game", or NULL when it came as an argument */
    unsigned long number; /* of the line or game, from 1 */
} SolveProblem;

/* What came of many. */
typedef struct {
    unsigned positions;
    unsigned proved, claimed;               /* solved so */
    unsigned cooked_proved, cooked_claimed; /* another first move: proved, or at best claimed */
    unsigned dual_proved, dual_claimed;     /* the same of later moves only */
    unsigned wrong;                         /* could not be read */
    uint64_t nodes;
    double seconds;
} SolveSummary;

/* Counts a report in. */
void solve_summary_add(SolveSummary *summary, const SolveReport *report);

/* Print on standard output. */
void solve_print_text(const SolveProblem *problem, const SolveConfig *config,
                      const SolveReport *report);
void solve_print_json(const SolveProblem *problem, const SolveConfig *config,
                      const SolveReport *report);
void solve_print_summary(const SolveSummary *summary, bool json);

#endif
