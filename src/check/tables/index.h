// check/tables/index.h: from a hash to an id, for what is interned.
//
// Open addressing; a place holds half of the hash and the id. Who looks compares the
// candidates himself:
//
//     for (IndexLook l = index_look(&index, hash); (id = index_next(&l));)
//         if (... item `id` is the one ...)
//
// Looking needs no lock: a place is written at once and never changed, and a table that
// has become too small stays, for those who are still in it. Then not to have found
// something means nothing, and must be found out again under the lock. Adding is for one
// at a time.

#pragma once

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

// All workers read it all the time: nobody writes to anything in its cache line.
typedef struct IndexTable {
    _Alignas(64) uint64_t capacity;  // a power of two
    struct IndexTable *older;
    size_t size;               // of the places, as they were mapped
    _Atomic uint64_t *places;  // half of the hash above, the id below; 0 is free
} IndexTable;

typedef struct Index {
    _Atomic(IndexTable *) table;
    uint64_t count;
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

// Brings the place where it would be into the cache.
static inline void index_prefetch(const Index *x, uint64_t hash)
{
    const IndexTable *t = atomic_load_explicit(&x->table, memory_order_acquire);
    if (t)
        __builtin_prefetch((const void *)&t->places[hash >> 32 & (t->capacity - 1)]);
}

// The next candidate, or 0.
static inline uint32_t index_next(IndexLook *l)
{
    const IndexTable *t = l->table;
    if (!t)
        return 0;
    assert_debug(l->at - l->tag <= t->capacity);  // a free place ends every search
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
void index_clear(Index *x);  // while nobody looks
uint64_t index_bytes(const Index *x);
