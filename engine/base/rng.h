/* SPDX-License-Identifier: MIT
 *
 * Seeded random numbers: splitmix64 to spread a seed, xoshiro256** to draw. Both are by Blackman
 * and Vigna (prng.di.unimi.it, public domain); tests hold published outputs. */
#ifndef HUFF_ENGINE_BASE_RNG_H
#define HUFF_ENGINE_BASE_RNG_H

#include <stdint.h>

typedef struct {
    uint64_t state[4];
} Rng;

/* Advances `*state` and returns the next splitmix64 number. */
uint64_t rng_splitmix64(uint64_t *state);

/* Starts a generator from any seed, 0 included. The same seed gives the same numbers everywhere. */
void rng_init(Rng *rng, uint64_t seed);

/* 64 random bits. One generator must not be used by two threads at once. */
uint64_t rng_next(Rng *rng);

/* A number in 0 .. bound-1, without bias. `bound` must be at least 1. */
uint64_t rng_below(Rng *rng, uint64_t bound);

#endif
