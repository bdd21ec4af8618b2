/* SPDX-License-Identifier: MIT
 *
 * What ballots tell: from the ledgers of matches, how the pairs of games went that were played from
 * each of them, so that those that tell nothing can be left out of the next match. */
#ifndef HUFF_BENCH_MATCH_BALLOT_GRADE_H
#define HUFF_BENCH_MATCH_BALLOT_GRADE_H

#include "bench/match/match_score.h"
#include "book/ballots.h"

#include <stdbool.h>

typedef struct {
    char name[BALLOT_NAME_SIZE]; /* as the first ledger that has it calls it */
    Position start;
    MatchScore score;
} BallotGrade;

/* A zeroed list is empty. */
typedef struct {
    BallotGrade *grades;
    int count, capacity;
    const Rules *rules; /* of the ledgers; NULL before the first */
} BallotGradeList;

void ballot_grades_done(BallotGradeList *list);

/* Adds the games of a ledger. Ballots are told apart by their positions. Whole pairs only count in
 * score.pairs, finished games all in score.games. STATUS_STATE: its games are of another variant
 * than those before, or a ballot's name stands for two positions; what ledger_reader_next returns;
 * STATUS_NO_MEMORY. The list is to be released in any case. */
Status ballot_grades_read(BallotGradeList *list, const char *path, Error *error);

/* Those that tell most first: by the share of pairs that are not 1-1, then by the share that are
 * not two draws, then by pairs, then by name. */
void ballot_grades_sort(BallotGradeList *list);

/* Games won by a colour, whoever had it. */
uint64_t ballot_grade_count_won(const BallotGrade *grade, Color color);

/* Whether it has at least `least` pairs (from 1) and all its games were drawn, or all were won by
 * the same colour. */
bool ballot_grade_is_idle(const BallotGrade *grade, int least);

/* All of them together, or those that are not idle. */
MatchScore ballot_grades_sum(const BallotGradeList *list, bool kept_only, int least);

#endif
