/* SPDX-License-Identifier: MIT
 *
 * A match over the ranks of an MPI job: `mpirun -n N huff match ...` with the same words on every
 * rank. Rank 0 keeps the ledger, hands pairs out and counts; every other rank plays one game at a
 * time with its own engines. Nothing else of the project knows MPI, and a program built without it,
 * or started without mpirun, plays the same match by itself. */
#ifndef HUFF_BENCH_FARM_FARM_H
#define HUFF_BENCH_FARM_FARM_H

#include "bench/match/match.h"

typedef struct Farm Farm;

/* The farm this process belongs to; `*ret_farm` is NULL when there is none: built without MPI, not
 * started by mpirun, or as its only rank. Once a process, on the thread that makes all other calls
 * except farm_lead's own. STATUS_IO, STATUS_NO_MEMORY. */
Status farm_new(Farm **ret_farm, Error *error);

/* Leaves the job; every rank must come here. NULL is allowed. */
void farm_free(Farm *farm);

/* 0 leads. */
int farm_get_rank(const Farm *farm);

/* Rank 0's number on every rank; all ranks must call. */
uint64_t farm_share_number(Farm *farm, uint64_t number);

/* Rank 0, in place of match_start: begins to hand the match out to the other ranks, on a thread of
 * its own; match_wait tells when it is over. STATUS_NO_MEMORY. */
Status farm_lead(Farm *farm, Match *match, Error *error);

/* Every other rank: plays what rank 0 hands out. An error of this program's own goes to rank 0,
 * which ends the match with it. */
void farm_serve(Farm *farm, const MatchConfig *config);

#endif
