// check/store/store_bits.c: three bits for each state.
//
// A state counts as seen when its three bits are set, by whichever states. They are in one
// cache line, so a look-up costs one access. The number of missed states is estimated from
// how full the array is; most of them were missed towards the end.
//
// When two workers add the same state at the same moment, both may get STORE_ADDED. The state
// is then explored twice.
//
// B. Bloom: Space/Time Trade-offs in Hash Coding with Allowable Errors, CACM 1970.
// G. Holzmann: An Analysis of Bitstate Hashing, FMSD 1998.

#include "check/store/store_impl.h"

#include <math.h>

enum {
    BITS = 3,
    BIT_BITS = 9,     // a line has 2^9 bits
    BITS_SMALL = 32,  // pages are small until there is a state for every 32nd of them
};

StoreAnswer bits_add(Store *s, Lane *l, uint64_t print)
{
    Slot *line = bits_line(s, print);
    // The high bits of the fingerprint choose the line; a hash of all bits chooses the three.
    uint64_t where = (print ^ print >> 29) * 0xbf58476d1ce4e5b9u >> (64 - BITS * BIT_BITS);
    uint64_t missing[BITS];
    bool is_new = false;

    assert_debug(where >> BITS * BIT_BITS == 0);
    for (int i = 0; i < BITS; i++) {
        uint32_t bit = where >> i * BIT_BITS & ((1 << BIT_BITS) - 1);
        uint64_t mask = (uint64_t)1 << bit % 64;
        uint64_t word = atomic_load_explicit(line + bit / 64, memory_order_relaxed);
        missing[i] = ~word & mask;
        is_new |= missing[i] != 0;
    }
    if (!is_new)
        return STORE_SEEN;
    if (store_room(s, l) != ROOM_ADD)
        return STORE_FULL;

    is_new = false;
    for (int i = 0; i < BITS; i++)
        if (missing[i]) {
            uint32_t word = where >> i * BIT_BITS & ((1 << BIT_BITS) - 1);
            uint64_t old = atomic_fetch_or(line + word / 64, missing[i]);
            is_new |= (old & missing[i]) == 0;
        }
    return is_new ? STORE_ADDED : STORE_SEEN;
}

// The probability that a new state would count as seen now: the average over a sample of
// lines, because they are not equally full.
static double bits_risk(const Store *s)
{
    uint64_t count = s->bit_lines < 4096 ? s->bit_lines : 4096;
    double sum = 0;

    for (uint64_t i = 0; i < count; i++) {
        const Slot *line = s->bits + s->bit_lines / count * i * LINE_WORDS;
        int set = 0;
        for (int k = 0; k < LINE_WORDS; k++)
            set += __builtin_popcountll(atomic_load_explicit(line + k, memory_order_relaxed));
        sum += pow(set / (double)(LINE_BYTES * 8), BITS);
    }
    return sum / (double)count;
}

double bits_missed(const Store *s)
{
    // The risk grows with the cube of the number of states: its average was a quarter of it.
    double risk = bits_risk(s) / (BITS + 1);
    assert(risk >= 0 && risk < 1);
    return (double)store_count(s) * risk / (1 - risk);
}

// States are spread over the whole array: few of them would touch all its huge pages. While
// pages are small, a short search takes little memory. A larger one touches most pages soon,
// and huge ones cost less then, to get and to look up.
void bits_fill(Store *s, uint64_t states)
{
    uint64_t bytes = s->bit_lines * LINE_BYTES;
    if (bytes < HUGE_PAGE || states < bytes / PAGE / BITS_SMALL || atomic_load(&s->bits_are_huge))
        return;
    if (atomic_exchange(&s->bits_are_huge, true))
        return;  // another worker does it
    reserve_enlarge(s->bits, bytes);
}

// The expected number of pages that states have touched.
uint64_t bits_touched(const Store *s)
{
    uint64_t bytes = s->bit_lines * LINE_BYTES;
    if (atomic_load(&s->bits_are_huge))
        return reserve_rounded(bytes);
    double pages = ceil((double)bytes / PAGE);
    return (uint64_t)(PAGE * ceil(-pages * expm1(-(double)store_count(s) / pages)));
}
