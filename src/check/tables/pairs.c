// check/tables/pairs.c: adding and growing.

#include "check/tables/pairs.h"

#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "check/tables/pages.h"

enum { FIRST_CAPACITY = 256 };

static void put(PairTable *t, uint64_t key, uint64_t to)
{
    uint64_t i = pairs_home(key);
    while (atomic_load_explicit(&t->pairs[i & (t->capacity - 1)].key, memory_order_relaxed))
        i++;
    Pair *pair = &t->pairs[i & (t->capacity - 1)];
    pair->to = to;
    atomic_store_explicit(&pair->key, key, memory_order_release);
}

static PairTable *larger(PairTable *old)
{
    PairTable *t = aligned_alloc(_Alignof(PairTable), sizeof *t);
    if (!t)
        die_out_of_memory(sizeof *t);
    *t = (PairTable){.capacity = old ? old->capacity * 2 : FIRST_CAPACITY, .older = old};
    t->size = t->capacity * sizeof *t->pairs;
    t->pairs = pages_map(&t->size);
    for (uint64_t i = 0; old && i < old->capacity; i++) {
        uint64_t key = atomic_load_explicit(&old->pairs[i].key, memory_order_relaxed);
        if (key)
            put(t, key, old->pairs[i].to);
    }
    return t;
}

void pairs_add(Pairs *p, uint64_t key, uint64_t to)
{
    assert(key != 0 && to != 0);
    assert_debug(!pairs_get(p, key));
    PairTable *t = atomic_load_explicit(&p->table, memory_order_relaxed);
    if (!t || p->count * 3 >= t->capacity * 2) {
        t = larger(t);
        atomic_store_explicit(&p->table, t, memory_order_release);
    }
    put(t, key, to);
    p->count++;
}

static void drop_tables(PairTable *t)
{
    while (t) {
        PairTable *older = t->older;
        pages_drop(t->pairs, t->size);
        free(t);
        t = older;
    }
}

void pairs_drop(Pairs *p)
{
    drop_tables(atomic_load_explicit(&p->table, memory_order_relaxed));
    *p = (Pairs){0};
}

void pairs_clear(Pairs *p)
{
    PairTable *t = atomic_load_explicit(&p->table, memory_order_relaxed);
    p->count = 0;
    if (!t)
        return;
    drop_tables(t->older);
    t->older = NULL;
    memset((void *)t->pairs, 0, t->capacity * sizeof *t->pairs);
}

uint64_t pairs_bytes(const Pairs *p)
{
    const PairTable *t = atomic_load_explicit(&p->table, memory_order_acquire);
    return t ? 2 * t->size : 0;  // the older tables together have the same size
}
