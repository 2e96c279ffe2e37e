// check/tables/index.c: adding and growing.

#include "check/tables/index.h"

#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "check/tables/pages.h"

enum { FIRST_CAPACITY = 512 };  // a page of memory

static void put(IndexTable *t, uint64_t place)
{
    uint64_t at = place >> 32;
    while (atomic_load_explicit(&t->places[at & (t->capacity - 1)], memory_order_relaxed))
        at++;
    atomic_store_explicit(&t->places[at & (t->capacity - 1)], place, memory_order_release);
}

static IndexTable *larger(IndexTable *old)
{
    uint64_t capacity = old ? old->capacity * 2 : FIRST_CAPACITY;
    assert((capacity & (capacity - 1)) == 0);
    IndexTable *t = aligned_alloc(_Alignof(IndexTable), sizeof *t);
    if (!t)
        die_out_of_memory(sizeof *t);
    *t = (IndexTable){.capacity = capacity, .older = old, .size = capacity * sizeof *t->places};
    t->places = pages_map(&t->size);
    for (uint64_t i = 0; old && i < old->capacity; i++) {
        uint64_t place = atomic_load_explicit(&old->places[i], memory_order_relaxed);
        if (place)
            put(t, place);
    }
    return t;
}

void index_add(Index *x, uint64_t hash, uint32_t id)
{
    assert(id != 0);
    IndexTable *t = atomic_load_explicit(&x->table, memory_order_relaxed);
    if (!t || x->count * 3 >= t->capacity * 2) {
        t = larger(t);
        atomic_store_explicit(&x->table, t, memory_order_release);
    }
    assert(x->count < t->capacity);
    put(t, hash >> 32 << 32 | id);
    x->count++;
}

static void drop_tables(IndexTable *t)
{
    while (t) {
        IndexTable *older = t->older;
        pages_drop(t->places, t->size);
        free(t);
        t = older;
    }
}

void index_drop(Index *x)
{
    drop_tables(atomic_load_explicit(&x->table, memory_order_relaxed));
    *x = (Index){0};
}

void index_clear(Index *x)
{
    IndexTable *t = atomic_load_explicit(&x->table, memory_order_relaxed);
    x->count = 0;
    if (!t)
        return;
    drop_tables(t->older);
    t->older = NULL;
    memset((void *)t->places, 0, t->capacity * sizeof *t->places);
}

uint64_t index_bytes(const Index *x)
{
    const IndexTable *t = atomic_load_explicit(&x->table, memory_order_acquire);
    return t ? 2 * t->size : 0;  // the older tables together have the same size
}
