// check/memo.c: adding and growing.

#include "check/memo.h"

#include <stdlib.h>
#include <sys/mman.h>

#include "base/err.h"

enum { LARGE_PAGE = 1 << 21 };

// Large tables are on large pages.
static MemoEntry *map_entries(size_t *size)
{
    bool is_large = *size >= LARGE_PAGE;
    size_t wanted = *size;
    *size += is_large ? LARGE_PAGE : 0;
    char *memory = mmap(NULL, *size, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
        die_out_of_memory(*size);
    if (!is_large)
        return (MemoEntry *)memory;
    size_t skip = LARGE_PAGE - (uintptr_t)memory % LARGE_PAGE;
    munmap(memory, skip);
    if (skip < LARGE_PAGE)
        munmap(memory + skip + wanted, LARGE_PAGE - skip);
    *size = wanted;
    madvise(memory + skip, wanted, MADV_HUGEPAGE);
    return (MemoEntry *)(memory + skip);
}

static MemoTable *table_new(uint64_t capacity, MemoTable *older)
{
    MemoTable *t = calloc(1, sizeof *t);
    if (!t)
        die_out_of_memory(sizeof *t);
    t->capacity = capacity;
    t->older = older;
    t->size = capacity * sizeof *t->entries;
    t->entries = map_entries(&t->size);
    return t;
}

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
    put(t, key, delta, to, status);
    m->count++;
}

void memo_drop(Memo *m)
{
    for (MemoTable *t = atomic_load_explicit(&m->table, memory_order_relaxed); t;) {
        MemoTable *older = t->older;
        munmap(t->entries, t->size);
        free(t);
        t = older;
    }
}

uint64_t memo_bytes(const Memo *m)
{
    const MemoTable *t = atomic_load_explicit(&m->table, memory_order_acquire);
    return t ? 2 * t->capacity * sizeof *t->entries : 0;
}
