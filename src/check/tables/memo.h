// check/tables/memo.h: a cache of results, with two ids as the key.
//
// The search reads such a table for many steps: the next state of a monitor, what is taken of a
// queue whose first event is deferred. All workers read it without a lock: an entry is written
// before its key, and never changed. A table that has become too small is replaced; the old one
// stays, because other threads may still read it. Only one thread at a time may add.

#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

// A cache line has exactly two entries.
typedef struct MemoEntry {
    _Atomic uint64_t key;  // 0 is free
    uint64_t delta;        // change of the fingerprint, or what the user of the table stores
    uint32_t to;           // the resulting id
    uint32_t status;       // 0: nothing more
    uint64_t spare;
} MemoEntry;

// All workers read this all the time: no thread writes to its cache line.
typedef struct MemoTable {
    _Alignas(64) uint64_t capacity;  // a power of two
    struct MemoTable *older;
    size_t size;  // of the entries in memory, in bytes
    MemoEntry *entries;
} MemoTable;

typedef struct Memo {
    _Atomic(MemoTable *) table;
    _Alignas(64) uint64_t count;  // changes often, `table` does not
} Memo;

static inline uint64_t memo_key(uint32_t a, uint32_t b)
{
    return (uint64_t)a << 32 | b;
}

static inline uint64_t memo_place(uint64_t key)
{
    uint64_t h = (key ^ key >> 29) * 0x9e3779b97f4a7c15u;
    return h ^ h >> 32;
}

// NULL when there is no entry. The key is not 0.
static inline const MemoEntry *memo_get(const Memo *m, uint64_t key)
{
    assert_debug(key != 0);
    const MemoTable *t = atomic_load_explicit(&m->table, memory_order_acquire);
    if (!t)
        return 0;
    for (uint64_t i = memo_place(key);; i++) {
        const MemoEntry *e = &t->entries[i & (t->capacity - 1)];
        uint64_t found = atomic_load_explicit(&e->key, memory_order_acquire);
        if (found == key)
            return e;
        if (!found)
            return 0;
    }
}

// The caller holds its lock; the key has no entry yet.
void memo_add(Memo *m, uint64_t key, uint64_t delta, uint32_t to, uint32_t status);
void memo_drop(Memo *m);
void memo_clear(Memo *m);  // while no other thread uses it
uint64_t memo_bytes(const Memo *m);
