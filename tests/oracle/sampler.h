/* SPDX-License-Identifier: MIT
 *
 * Random positions for tests, made with the oracle alone. Two sources take turns: placements drawn
 * square by square, and positions met in games of random moves. */
#ifndef HUFF_TESTS_ORACLE_SAMPLER_H
#define HUFF_TESTS_ORACLE_SAMPLER_H

#include "engine/base/rng.h"
#include "tests/oracle/oracle.h"

typedef struct {
    const OracleVariant *variant;
    Rng rng;
    OraclePosition game; /* the running game of random moves */
    int game_plies;
    bool game_is_next;
    OracleMoves moves;
} Sampler;

/* Starts a series; the same seed gives the same positions everywhere. */
void sampler_init(Sampler *sampler, const OracleVariant *variant, uint64_t seed);
void sampler_done(Sampler *sampler);

/* The next position of the series: legal (no man on its crowning row), at least one piece a side,
 * perhaps without a legal move. */
void sampler_next(Sampler *sampler, OraclePosition *ret_position);

#endif
