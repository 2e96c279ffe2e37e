// check/tables/memo.h: what follows from two ids, remembered.
//
// The table that the search looks into for nearly every step: what a machine can do with
// an event, what a monitor becomes by what it sees. Read by all
// workers without a lock: an entry is written before its key is, and never changed.
// A table that has become too small is replaced; the old one stays, for readers that
// are still in it. Adding is for one at a time.

#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

// Two to a cache line, none across two.
typedef struct MemoEntry {
    _Atomic uint64_t key;  // 0 is free
    uint64_t delta;        // what the fingerprint changes by
    uint32_t to;           // the id it becomes
    uint32_t status;       // 0: that is all there is to it
    uint64_t spare;
} MemoEntry;

// All workers read it all the time: nobody writes to anything in its cache line.
typedef struct MemoTable {
    _Alignas(64) uint64_t capacity;  // a power of two
    struct MemoTable *older;
    size_t size;  // of the entries, as they were mapped
    MemoEntry *entries;
} MemoTable;

typedef struct Memo {
    _Atomic(MemoTable *) table;
    uint64_t count;
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

// NULL when it is not known. The key is not 0.
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

// Under the lock; the key is not there yet.
void memo_add(Memo *m, uint64_t key, uint64_t delta, uint32_t to, uint32_t status);
void memo_drop(Memo *m);
void memo_clear(Memo *m);  // while nobody looks
uint64_t memo_bytes(const Memo *m);
