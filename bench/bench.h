/* SPDX-License-Identifier: MIT
 *
 * Two kinds of measurement. The signature searches fixed positions to fixed depths and counts
 * nodes: the number stands for the behaviour of search and evaluation and changes with them only,
 * never with the machine. The speed of the move generator is time and depends on everything. */
#ifndef HUFF_BENCH_BENCH_H
#define HUFF_BENCH_BENCH_H

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

/* Counts the leaves below fixed positions (perft: one thread, nothing hashed, the last ply in
 * bulk), the best of `rounds` runs for each. */
Status bench_movegen(int rounds, BenchReport *report, void *context, Error *error);

#endif
