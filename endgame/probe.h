/* SPDX-License-Identifier: MIT
 *
 * What tables say of any position: captures that are due are played out until the tables answer.
 * Everything here may be called by any thread. */
#ifndef HUFF_ENDGAME_PROBE_H
#define HUFF_ENDGAME_PROBE_H

#include "endgame/tables.h"
#include "engine/board/oracle.h"

/* The verdict of tables of one kind, counts of the position left aside (KIND_RULE: from a fresh
 * count). VERDICT_UNKNOWN when a table is missing that could change it. */
Verdict probe_read(const Tables *tables, TableKind kind, const Position *position);

/* Win, draw or loss by the law with the counts the position has, from KIND_RULE tables;
 * VERDICT_UNKNOWN as above, and in the rare case that two counts run and the tables know the one
 * that ends later only. */
int probe_read_rule(const Tables *tables, const Position *position);

/* An oracle that answers from tables, which must outlive it. */
Oracle probe_oracle(const Tables *tables);

/* The best move by tables that know the answer for all moves: keeps the value, wins soonest, loses
 * latest, by KIND_DTW. move_none() when the tables do not know, or there is no move. Draws: any
 * move that keeps the draw, the first of movegen_generate. */
Move probe_best_move(const Tables *tables, const Position *position);

#endif
