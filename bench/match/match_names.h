/* SPDX-License-Identifier: MIT
 *
 * What the engines of a match are called in reports: each by its own name, no two alike. */
#ifndef HUFF_BENCH_MATCH_MATCH_NAMES_H
#define HUFF_BENCH_MATCH_MATCH_NAMES_H

#include "bench/match/engine_spec.h"
#include "bench/match/ledger.h"

/* A zeroed one is empty. */
typedef struct {
    char **names; /* `count` of them, printable UTF-8 as far as the specs are */
    int count;
} MatchNames;

/* From the specs: name=, else "huff" for this program itself, else the last part of the command's
 * path or the address. An engine that has the name of an earlier one gets its number (from 1)
 * behind it: "huff", "huff #2". STATUS_NO_MEMORY. */
Status match_names_make(const EngineSpec *specs, int count, MatchNames *ret_names, Error *error);

/* From the settings "engine" of a ledger. Those that cannot be read as a spec are used as they are.
 * STATUS_NO_MEMORY. */
Status match_names_read(const LedgerHead *head, MatchNames *ret_names, Error *error);

void match_names_done(MatchNames *names);

#endif
