// check/engine/poly_impl.h: hashes of sequences that can be joined and cut.
//
// The hash of a sequence of words is the value of a polynomial, modulo a prime, at POLY_BASE: the
// words are its coefficients, the last one belongs to the power 0. So the hash of two joined
// sequences follows from the hashes of both and the length of the second. Modulo a power of two,
// instead of a prime, sequences in which two words change places would often have equal hashes.
// A Poly has two such hashes, of two sequences of words.

#pragma once

#include <stdint.h>

#define POLY_PRIME UINT64_C(0xffffffffffffffc5)  // 2^64 - 59
#define POLY_BASE UINT64_C(0x9e3779b97f4a7c15)

static inline uint64_t poly_plus(uint64_t a, uint64_t b)
{
    uint64_t gap = POLY_PRIME - b;  // b < POLY_PRIME
    return a >= gap ? a - gap : a + b;
}

static inline uint64_t poly_minus(uint64_t a, uint64_t b)
{
    return a >= b ? a - b : a + (POLY_PRIME - b);
}

static inline uint64_t poly_times(uint64_t a, uint64_t b)
{
    __extension__ typedef unsigned __int128 Wide;
    Wide product = (Wide)a * b;
    // 2^64 is 59 modulo the prime.
    Wide once = (Wide)(uint64_t)(product >> 64) * 59 + (uint64_t)product;
    Wide twice = (Wide)((uint64_t)(once >> 64) * 59) + (uint64_t)once;
    uint64_t low = (uint64_t)twice;
    if (twice >> 64)  // then `low` is small
        low += 59;
    return low >= POLY_PRIME ? low - POLY_PRIME : low;
}

static inline uint64_t poly_word(uint64_t word)
{
    return word >= POLY_PRIME ? word - POLY_PRIME : word;
}

// POLY_BASE to the power n is a product of four numbers, one for each byte of n.
typedef struct PolyPowers {
    uint64_t of[4][256];
} PolyPowers;

static inline void poly_powers_init(PolyPowers *p)
{
    uint64_t base = POLY_BASE;
    for (int byte = 0; byte < 4; byte++) {
        p->of[byte][0] = 1;
        for (int i = 1; i < 256; i++)
            p->of[byte][i] = poly_times(p->of[byte][i - 1], base);
        base = poly_times(p->of[byte][255], base);
    }
}

static inline uint64_t poly_power(const PolyPowers *p, uint32_t n)
{
    uint64_t power = p->of[0][n & 255];
    for (int byte = 1; n >>= 8; byte++)
        power = poly_times(power, p->of[byte][n & 255]);
    return power;
}

typedef struct Poly {
    uint64_t lo, hi;
} Poly;

// The hash of `a` and then `b`; `power` is POLY_BASE to the power of the length of `b`.
static inline Poly poly_join(Poly a, Poly b, uint64_t power)
{
    return (Poly){poly_plus(poly_times(a.lo, power), b.lo),
                  poly_plus(poly_times(a.hi, power), b.hi)};
}

// The hash of `all` without `a` at its start; `power` belongs to the rest.
static inline Poly poly_cut(Poly all, Poly a, uint64_t power)
{
    return (Poly){poly_minus(all.lo, poly_times(a.lo, power)),
                  poly_minus(all.hi, poly_times(a.hi, power))};
}

// The hash of the sequence `times` times in a row.
static inline Poly poly_repeat(Poly a, uint64_t power, uint32_t times)
{
    Poly sum = {0};
    while (times) {
        if (times & 1)
            sum = poly_join(sum, a, power);
        times >>= 1;
        a = poly_join(a, a, power);
        power = poly_times(power, power);
    }
    return sum;
}
