/* SPDX-License-Identifier: MIT
 *
 * Moves of a game judged by the notes of it: what each cost, in chances. */
#ifndef HUFF_PROTOCOL_ANNOTATE_JUDGE_H
#define HUFF_PROTOCOL_ANNOTATE_JUDGE_H

#include "engine/eval/chances.h"
#include "protocol/annotate/notes.h"
#include "protocol/annotate/shot.h"

typedef enum {
    MARK_NONE,
    MARK_MISTAKE, /* `?` */
    MARK_BLUNDER, /* `??` */
} Mark;

typedef struct {
    bool forced; /* the only legal move */
    bool best;   /* what the search would have played */
    /* Expected result of the side that moves, a win 1 and a draw 1/2: with best play, and after
     * the move that was played. Certain where the tables know. */
    double before, after;
    double lost; /* 0..1: how much less it is; 0 for a forced or best move */
    Mark mark;
    OracleValue truth_before, truth_after; /* by the tables, for the side that moves */
    bool table_mistake;                    /* the tables know that the move gave something away */
    bool left_book;                        /* the first move that leads out of the book */
    Shot missed;                           /* a shot that was there and not played; gain 0: none */
} Judgement;

/* Judges the move of ply `ply`, 1 .. plies of the record. The notes are those of the record. Pure;
 * any thread. */
void judge_move(const EvalCurve *curve, const GameRecord *record, const GameNotes *notes, int ply,
                Judgement *ret_judgement);

/* Whether the best line is worth showing beside the move. */
bool judge_shows_line(const Judgement *judgement);

/* What a side did in a game. */
typedef struct {
    int moves, mistakes, blunders, missed_shots;
    double lost; /* sum of Judgement.lost */
} JudgeTally;

void judge_count(const Judgement *judgement, JudgeTally *tally);

#endif
