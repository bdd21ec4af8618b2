/* SPDX-License-Identifier: MIT */
#include "engine/base/rng.h"

uint64_t rng_splitmix64(uint64_t *state) {
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

void rng_init(Rng *rng, uint64_t seed) {
    for (int i = 0; i < 4; i++)
        rng->state[i] = rng_splitmix64(&seed);
}

static uint64_t rotate_left(uint64_t x, int by) {
    return x << by | x >> (64 - by);
}

uint64_t rng_next(Rng *rng) {
    uint64_t *s = rng->state;
    uint64_t result = rotate_left(s[1] * 5, 7) * 9;
    uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate_left(s[3], 45);
    return result;
}

uint64_t rng_below(Rng *rng, uint64_t bound) {
    /* Numbers below 2^64 mod bound are drawn again, so that every remainder is equally likely. */
    uint64_t floor = -bound % bound;
    uint64_t x;
    do
        x = rng_next(rng);
    while (x < floor);
    return x % bound;
}
