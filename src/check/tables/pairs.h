// check/tables/pairs.h: from two ids to a number.
//
// As a memo (memo.h), but small: four entries in a cache line. A look-up begins with the first of
// them and compares all four without a branch: no processor could predict which one it is. All
// workers read without a lock; only one thread at a time may add.

#pragma once

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include "check/tables/memo.h"

typedef struct Pair {
    _Atomic uint64_t key;  // memo_key of the two ids; 0 is free
    uint64_t to;
} Pair;

enum { PAIRS_IN_LINE = 4 };  // filled from the first on

_Static_assert(PAIRS_IN_LINE * sizeof(Pair) == 64, "pairs_get compares all entries of a line");

// All workers read this all the time: no thread writes to its cache line.
typedef struct PairTable {
    _Alignas(64) uint64_t capacity;  // a power of two
    struct PairTable *older;
    size_t size;  // of the pairs in memory, in bytes
    Pair *pairs;
} PairTable;

typedef struct Pairs {
    _Atomic(PairTable *) table;
    _Alignas(64) uint64_t count;  // changes often, `table` does not
} Pairs;

// The line of the table where a look-up begins.
static inline uint64_t pairs_home(uint64_t key)
{
    return memo_place(key) & ~(uint64_t)(PAIRS_IN_LINE - 1);
}

static inline uint64_t pair_key(const Pair *pair)
{
    return atomic_load_explicit(&pair->key, memory_order_acquire);
}

// The number, or 0. The key is not 0.
static inline uint64_t pairs_get(const Pairs *p, uint64_t key)
{
    assert_debug(key != 0);
    const PairTable *t = atomic_load_explicit(&p->table, memory_order_acquire);
    if (!t)
        return 0;
    for (uint64_t i = pairs_home(key);; i += PAIRS_IN_LINE) {
        const Pair *line = &t->pairs[i & (t->capacity - 1)];
        uint64_t last = pair_key(&line[3]);
        uint32_t place = (pair_key(&line[1]) == key) + 2 * (pair_key(&line[2]) == key) +
                         3 * (last == key);
        if (pair_key(&line[place]) == key)
            return line[place].to;
        if (!last)
            return 0;
    }
}

// Prefetches the place where the look-up would begin.
static inline void pairs_prefetch(const Pairs *p, uint64_t key)
{
    const PairTable *t = atomic_load_explicit(&p->table, memory_order_acquire);
    if (t)
        __builtin_prefetch(&t->pairs[pairs_home(key) & (t->capacity - 1)]);
}

// The caller holds its lock; the key has no number yet. The number is not 0.
void pairs_add(Pairs *p, uint64_t key, uint64_t to);
void pairs_drop(Pairs *p);
void pairs_clear(Pairs *p);  // while no other thread uses it
uint64_t pairs_bytes(const Pairs *p);
