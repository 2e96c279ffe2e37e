// base/bits.h: counting and finding the bits of a word.
//
// Without instructions for it, which not every processor has: a compiler that may not use them
// calls a function that reads a table.

#pragma once

#include <stdint.h>

#define BITS_BYTES 0x0101010101010101u  // 1 in each byte

// In each byte, the number of bits that are set in it and in the bytes below it.
static inline uint64_t bits_sums(uint64_t word)
{
    word -= word >> 1 & 0x5555555555555555u;
    word = (word & 0x3333333333333333u) + (word >> 2 & 0x3333333333333333u);
    return ((word + (word >> 4)) & 0x0f0f0f0f0f0f0f0fu) * BITS_BYTES;
}

static inline uint32_t bits_count_of(uint64_t sums)
{
    return (uint32_t)(sums >> 56);
}

static inline uint32_t bits_count(uint64_t word)
{
    return bits_count_of(bits_sums(word));
}

// The place of the n-th bit that is set, counted from 0. There must be more than n.
static inline uint32_t bits_select(uint64_t word, uint64_t sums, uint32_t n)
{
    // The uppermost bit of each byte whose sum is n or less: no sum is more than 64.
    uint64_t low = ((n * BITS_BYTES | BITS_BYTES * 0x80) - sums) & BITS_BYTES * 0x80;
    uint32_t place = (uint32_t)((low >> 7) * BITS_BYTES >> 56) * 8;
    uint64_t left = word >> place;
    for (n -= (uint32_t)(sums << 8 >> place & 0xff); n > 0; n--)
        left &= left - 1;
    return place + (uint32_t)__builtin_ctzll(left);
}
