/* SPDX-License-Identifier: MIT
 *
 * Private to engine/search and its tests. From limits to deadlines: how long a search ought to
 * take and how long it may take. */
#ifndef HUFF_ENGINE_SEARCH_TIMING_H
#define HUFF_ENGINE_SEARCH_TIMING_H

#include "engine/search/search.h"

typedef struct {
    int64_t target_ns; /* begin no further iteration after this; INT64_MAX: no limit */
    int64_t limit_ns;  /* stop at once; INT64_MAX: no limit */
} Timing;

/* The durations for a search of `root` under `limits`, in nanoseconds from the moment the clock
 * starts. Times that are zero, negative, not a number or not below TIMING_SANE_SECONDS give the
 * shortest durations. */
Timing timing_plan(const SearchLimits *limits, const Position *root);

/* The moment after which no further iteration is begun: target_ns, less while the best move has
 * stayed the same for `stable` iterations, more while it changes or the score has fallen by `fall`
 * centimen since the iteration before; never above limit_ns. */
int64_t timing_target(const Timing *timing, int stable, int fall);

/* Longer times than this, some three years, come from a broken clock. */
#define TIMING_SANE_SECONDS 1e8

#endif
