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

typedef struct Rng {
    uint64_t state;
} Rng;

Rng rng_from(uint64_t seed);
uint64_t rng_next(Rng *rng);
uint64_t rng_below(Rng *rng, uint64_t bound);  // bound > 0; each number equally likely
Rng rng_split(Rng *rng);
