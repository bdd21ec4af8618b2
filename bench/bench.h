/* SPDX-License-Identifier: MIT
 *
 * Two kinds of measurement. The signature searches fixed positions to fixed depths and counts
 * nodes: the number stands for the behaviour of search and evaluation and changes with them only,
 * never with the machine. The speed of the move generator is time and depends on everything. */
#ifndef HUFF_BENCH_BENCH_H
#define HUFF_BENCH_BENCH_H

#include "endgame/tables.h"
#include "engine/base/status.h"
#include "engine/eval/eval.h"

#include <stdint.h>

/* What one position gave. The texts are constant. */
typedef struct {
    const char *variant, *name;
    int depth;      /* plies */
    uint64_t nodes; /* searched, or leaves counted */
    double seconds;
} BenchRow;

/* Called after each position, on the calling thread. */
typedef void BenchReport(void *context, const BenchRow *row);

/* Searches every position of the set at one thread with a fresh table and gives the sum of the
 * nodes and of the time. The sum of nodes is the same on every machine and in every run.
 * STATUS_NO_MEMORY. */
Status bench_signature(EvalKind eval, BenchReport *report, void *context, uint64_t *ret_nodes,
                       double *ret_seconds, Error *error);

/* Evaluates positions of random games of each variant without searching, with the weights that the
 * program carries, the best of `rounds` runs; a row's nodes are calls. The positions are the same
 * in every run; they do not fit the processor's nearest memory, nor do those of a search.
 * STATUS_NO_MEMORY. */
Status bench_eval(EvalKind eval, int rounds, BenchReport *report, void *context, Error *error);

/* Searches endings of five to seven pieces of the tables' variant, the same in every run, without
 * and with the tables, 100,000 nodes each with one thread; the best of `rounds` runs. Reports two
 * rows: nodes and processor seconds without, then with. Where tables answer, a search may end
 * before its nodes are up. STATUS_NO_MEMORY, STATUS_RANGE. */
Status bench_endings(const Tables *tables, EvalKind eval, int rounds, BenchReport *report,
                     void *context, Error *error);

/* Looks up positions of the KIND_WDL tables of the most pieces, drawn by chance, the best of
 * `rounds` runs; a row's nodes are looks, its seconds the processor's. Reports three rows: few
 * positions again and again in `roomy`; and of `tight`, the same tables with a cache too small for
 * them, any positions, and positions of blocks that are packed, nearly all of which have to be
 * unpacked. STATUS_UNKNOWN without such a table; STATUS_NO_MEMORY. */
Status bench_looks(const Tables *roomy, const Tables *tight, int rounds, BenchReport *report,
                   void *context, Error *error);

/* Counts the leaves below fixed positions (perft: one thread, nothing hashed, the last ply in
 * bulk), the best of `rounds` runs for each. */
Status bench_movegen(int rounds, BenchReport *report, void *context, Error *error);

#endif
