// base/rng.c: a counter with a good mix behind it.

#include "base/rng.h"

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

Rng rng_split(Rng *rng)
{
    return rng_from(rng_next(rng));
}
