// check/tables/memo.c: adding and growing.

#include "check/tables/memo.h"

#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "check/tables/pages.h"

static MemoTable *table_new(uint64_t capacity, MemoTable *older)
{
    assert((capacity & (capacity - 1)) == 0);
    MemoTable *t = aligned_alloc(_Alignof(MemoTable), sizeof *t);
    if (!t)
        die_out_of_memory(sizeof *t);
    *t = (MemoTable){.capacity = capacity, .older = older, .size = capacity * sizeof *t->entries};
    t->entries = pages_map(&t->size);
    return t;
}

// `spare` is not stored: it would be lost when the table grows.
static void put(MemoTable *t, uint64_t key, uint64_t delta, uint32_t to, uint32_t status)
{
    uint64_t i = memo_place(key);
    while (atomic_load_explicit(&t->entries[i & (t->capacity - 1)].key, memory_order_relaxed))
        i++;
    MemoEntry *e = &t->entries[i & (t->capacity - 1)];
    e->delta = delta;
    e->to = to;
    e->status = status;
    atomic_store_explicit(&e->key, key, memory_order_release);
}

void memo_add(Memo *m, uint64_t key, uint64_t delta, uint32_t to, uint32_t status)
{
    assert(key != 0);
    assert_debug(!memo_get(m, key));
    MemoTable *t = atomic_load_explicit(&m->table, memory_order_relaxed);
    if (!t || m->count * 4 >= t->capacity * 3) {
        MemoTable *larger = table_new(t ? t->capacity * 2 : 256, t);
        for (uint64_t i = 0; t && i < t->capacity; i++) {
            const MemoEntry *e = &t->entries[i];
            uint64_t old = atomic_load_explicit(&e->key, memory_order_relaxed);
            if (old)
                put(larger, old, e->delta, e->to, e->status);
        }
        atomic_store_explicit(&m->table, larger, memory_order_release);
        t = larger;
    }
    assert(m->count < t->capacity);
    put(t, key, delta, to, status);
    m->count++;
}

static void drop_tables(MemoTable *t)
{
    while (t) {
        MemoTable *older = t->older;
        pages_drop(t->entries, t->size);
        free(t);
        t = older;
    }
}

void memo_drop(Memo *m)
{
    drop_tables(atomic_load_explicit(&m->table, memory_order_relaxed));
    *m = (Memo){0};
}

void memo_clear(Memo *m)
{
    MemoTable *t = atomic_load_explicit(&m->table, memory_order_relaxed);
    m->count = 0;
    if (!t)
        return;
    drop_tables(t->older);
    t->older = NULL;
    memset((void *)t->entries, 0, t->capacity * sizeof *t->entries);
}

uint64_t memo_bytes(const Memo *m)
{
    const MemoTable *t = atomic_load_explicit(&m->table, memory_order_acquire);
    return t ? 2 * t->capacity * sizeof *t->entries : 0;
}
