// base/mix.h: one word mixed so that each bit depends on all of them.

#pragma once

#include <stdint.h>

static inline uint64_t mix64(uint64_t x)
{
    x = (x ^ x >> 32) * 0xd6e8feb86659fd93u;
    x = (x ^ x >> 32) * 0xd6e8feb86659fd93u;
    return x ^ x >> 32;
}
