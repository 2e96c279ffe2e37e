// check/tables/index.h: from a hash to an id, for interned items.
//
// Open addressing; a slot holds half of the hash and the id. The caller compares the
// candidates:
//
//     for (IndexLook l = index_look(&index, hash); (id = index_next(&l));)
//         if (... item `id` is the one ...)
//
// A look-up needs no lock: a slot is written atomically and never changed, and a table that
// has become too small stays, because other threads may still read it. So a failed look-up
// without the lock is not reliable, and must be repeated under the lock. Only one thread at a
// time may add.

#pragma once

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

// All workers read this all the time: no thread writes to its cache line.
typedef struct IndexTable {
    _Alignas(64) uint64_t capacity;  // a power of two
    struct IndexTable *older;
    size_t size;               // of the slots in memory, in bytes
    _Atomic uint64_t *places;  // a slot: half of the hash, then the id; 0 is free
} IndexTable;

typedef struct Index {
    _Atomic(IndexTable *) table;
    _Alignas(64) uint64_t count;  // changes often, `table` does not
} Index;

typedef struct IndexLook {
    const IndexTable *table;
    uint64_t at;
    uint32_t tag;
} IndexLook;

static inline IndexLook index_look(const Index *x, uint64_t hash)
{
    uint32_t tag = (uint32_t)(hash >> 32);
    return (IndexLook){atomic_load_explicit(&x->table, memory_order_acquire), tag, tag};
}

// The next candidate, or 0.
static inline uint32_t index_next(IndexLook *l)
{
    const IndexTable *t = l->table;
    if (!t)
        return 0;
    assert_debug(l->at - l->tag <= t->capacity);  // a free slot ends every look-up
    for (;;) {
        const _Atomic uint64_t *at = &t->places[l->at++ & (t->capacity - 1)];
        uint64_t place = atomic_load_explicit(at, memory_order_acquire);
        if (!place)
            return 0;
        if (place >> 32 == l->tag)
            return (uint32_t)place;
    }
}

// The id is not 0.
void index_add(Index *x, uint64_t hash, uint32_t id);
void index_drop(Index *x);
void index_clear(Index *x);  // while no other thread uses it
uint64_t index_bytes(const Index *x);
