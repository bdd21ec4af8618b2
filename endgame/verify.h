/* SPDX-License-Identifier: MIT
 *
 * Recomputes tables from the rules and compares. It shares with the generator the numbering of
 * placements and the meaning of codes, nothing else: moves come from the move generator one by one,
 * counts of the law from the positions themselves.
 *
 * Where a position has no capture due its verdict must be what the verdicts after its moves make of
 * it. For KIND_DTW and KIND_RULE that proves the whole, because the plies go down with every move.
 * For KIND_WDL it does not, since values could lean on each other in a circle; so a whole KIND_WDL
 * table is compared with the KIND_DTW table of the same pair or, where there is none, solved anew
 * by going over it until nothing changes. */
#ifndef HUFF_ENDGAME_VERIFY_H
#define HUFF_ENDGAME_VERIFY_H

#include "endgame/tables.h"

typedef struct {
    const Tables *tables; /* the table and all it leans on */
    uint64_t samples;     /* positions of each side drawn by chance; 0: all of them */
    uint64_t seed;        /* of the draw */
    /* Called now and then from the calling thread; may be NULL. */
    void (*on_progress)(void *context, uint64_t positions_done, uint64_t positions);
    void *context;
} VerifyOptions;

/* What was looked at. */
typedef struct {
    uint64_t positions; /* compared with what their moves make of them */
    uint64_t captures;  /* passed over because a capture is due */
} VerifyReport;

/* Verifies one of the tables, file checks first. STATUS_ILLEGAL: a fault, told with the position.
 * STATUS_STATE: a table it leans on is missing. STATUS_NO_MEMORY. */
Status verify_table(const VerifyOptions *options, const TableFile *table, const char *name,
                    VerifyReport *ret_report, Error *error);

#endif
