// base/rng.h: random numbers that a seed brings back.
//
// A generator is one word, small enough to live in every machine. It can be
// split: the child goes its own way, and neither of them disturbs the other, so
// the numbers of one machine do not depend on those of others.
//
// G. Steele, D. Lea, C. Flood: Fast Splittable Pseudorandom Number Generators,
// OOPSLA 2014 (SplitMix). Numbers below a bound after D. Lemire: Fast Random
// Integer Generation in an Interval, TOMACS 2019.

#pragma once

#include <stdint.h>

#include "base/err.h"
#include "base/mix.h"

typedef struct Rng {
    uint64_t state;
} Rng;

Rng rng_from(uint64_t seed);
Rng rng_split(Rng *rng);

static inline uint64_t rng_next(Rng *rng)
{
    rng->state += 0x9e3779b97f4a7c15u;
    return mix_counter(rng->state);
}

// The high word of a 64 by 64 bit product; `low` gets the other.
static inline uint64_t rng_multiply(uint64_t a, uint64_t b, uint64_t *low)
{
    __extension__ typedef unsigned __int128 Wide;
    Wide product = (Wide)a * b;
    *low = (uint64_t)product;
    return (uint64_t)(product >> 64);
}

// bound > 0; each number equally likely.
static inline uint64_t rng_below(Rng *rng, uint64_t bound)
{
    assert(bound > 0);
    uint64_t low;
    uint64_t high = rng_multiply(rng_next(rng), bound, &low);

    // Of 2^64 numbers the first 2^64 mod bound are one too many.
    if (low < bound) {
        uint64_t unfair = -bound % bound;
        while (low < unfair)
            high = rng_multiply(rng_next(rng), bound, &low);
    }
    assert_debug(high < bound);
    return high;
}
