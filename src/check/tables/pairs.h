// check/tables/pairs.h: from two ids to an id.
//
// As a memo (memo.h), but small: four entries in a cache line. All workers read it without a lock;
// only one thread at a time may add.

#pragma once

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include "check/tables/memo.h"

typedef struct Pair {
    _Atomic uint64_t key;  // memo_key of the two ids; 0 is free
    uint64_t to;
} Pair;

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

// The id, or 0. The key is not 0.
static inline uint32_t pairs_get(const Pairs *p, uint64_t key)
{
    assert_debug(key != 0);
    const PairTable *t = atomic_load_explicit(&p->table, memory_order_acquire);
    if (!t)
        return 0;
    for (uint64_t i = memo_place(key);; i++) {
        const Pair *pair = &t->pairs[i & (t->capacity - 1)];
        uint64_t found = atomic_load_explicit(&pair->key, memory_order_acquire);
        if (found == key)
            return (uint32_t)pair->to;
        if (!found)
            return 0;
    }
}

// Prefetches the place where the look-up would begin.
static inline void pairs_prefetch(const Pairs *p, uint64_t key)
{
    const PairTable *t = atomic_load_explicit(&p->table, memory_order_acquire);
    if (t)
        __builtin_prefetch(&t->pairs[memo_place(key) & (t->capacity - 1)]);
}

// The caller holds its lock; the key has no id yet.
void pairs_add(Pairs *p, uint64_t key, uint32_t to);
void pairs_drop(Pairs *p);
void pairs_clear(Pairs *p);  // while no other thread uses it
uint64_t pairs_bytes(const Pairs *p);
