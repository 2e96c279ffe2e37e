// base/rng.c: a counter with a good mix behind it.

#include "base/rng.h"

#include "base/err.h"
#include "base/mix.h"

// Another mix than that of rng_next: a child must not repeat what its parent draws.
static uint64_t mix_seed(uint64_t z)
{
    z = (z ^ (z >> 33)) * 0xff51afd7ed558ccdu;
    z = (z ^ (z >> 33)) * 0xc4ceb9fe1a85ec53u;
    return z ^ (z >> 33);
}

Rng rng_from(uint64_t seed)
{
    return (Rng){.state = mix_seed(seed)};
}

uint64_t rng_next(Rng *rng)
{
    rng->state += 0x9e3779b97f4a7c15u;
    return mix_counter(rng->state);
}

Rng rng_split(Rng *rng)
{
    return rng_from(rng_next(rng));
}

// The high word of a 64 by 64 bit product; `low` gets the other.
static uint64_t multiply(uint64_t a, uint64_t b, uint64_t *low)
{
    __extension__ typedef unsigned __int128 Wide;
    Wide product = (Wide)a * b;
    *low = (uint64_t)product;
    return (uint64_t)(product >> 64);
}

uint64_t rng_below(Rng *rng, uint64_t bound)
{
    assert(bound > 0);
    uint64_t low;
    uint64_t high = multiply(rng_next(rng), bound, &low);

    // Of 2^64 numbers the first 2^64 mod bound are one too many.
    if (low < bound) {
        uint64_t unfair = -bound % bound;
        while (low < unfair)
            high = multiply(rng_next(rng), bound, &low);
    }
    assert_debug(high < bound);
    return high;
}
