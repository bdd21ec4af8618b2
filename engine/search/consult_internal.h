/* SPDX-License-Identifier: MIT
 *
 * What the oracle says, inside the tree and at the root.
 *
 * An oracle knows who wins but not always how soon. In a position it knows all moves that win are
 * alike to it, and a search that believed it there would shuffle for ever. So a root that the
 * oracle knows is treated apart: only moves that keep its value are searched, inside the tree the
 * oracle is asked about fewer pieces than the root has, and where it knows distances the answer is
 * its line. Elsewhere its word is a bound: a win counts less than a proven one, so that the search
 * may still find that. */
#ifndef HUFF_ENGINE_SEARCH_CONSULT_INTERNAL_H
#define HUFF_ENGINE_SEARCH_CONSULT_INTERNAL_H

#include "engine/search/worker_internal.h"

/* Fits a job, whose root and moves are there, to what the oracle (NULL: none) knows of the root. */
void consult_root(const Oracle *oracle, Job *job);

/* The line of play by the oracle's distances that begins with one of the moves `first` of the root,
 * as far as all distances on it are known. Returns its length. */
int consult_line(const Job *job, const MoveList *first, Move line[SEARCH_PLY_MAX + 1]);

/* Whether how the game ends after a root move is known with the number of plies. */
bool consult_knows_end(Prospect prospect);

/* The score of a root move of known worth that a search found to be `score`: the search may know
 * more only about how a win or loss comes about. */
int consult_fit_score(Prospect prospect, int score);

/* The oracle's word on the position at `ply`: BOUND_NONE when it has none, or else how
 * `*ret_score` bounds the score. Not where a capture is due. */
Bound consult_look(const Worker *worker, int ply, int *ret_score);

#endif
