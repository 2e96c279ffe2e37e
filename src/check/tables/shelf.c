// check/tables/shelf.c: reserving and adding.

#include "check/tables/shelf.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include "base/err.h"

enum {
    SHELF_SMALL = 1 << 18,  // up to this many bytes, small pages are good enough
    SHELF_LARGE = 1 << 21,  // size of a large page
    SHELF_AHEAD = 4,        // items that are fetched before they are needed
};

// The bytes that one shelf may reserve: where address space is limited, a small part of it.
static uint64_t address_room(uint32_t sharers)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return UINT64_MAX;
    return limit.rlim_cur / 64 / sharers;
}

void shelf_init(Shelf *s, size_t item_size, uint32_t most, uint32_t sharers)
{
    assert(item_size > 0 && most > 0 && sharers > 0);
    uint64_t room = address_room(sharers);
    *s = (Shelf){.size = item_size, .capacity = room / item_size < most ? room / item_size : most};
    for (;; s->capacity /= 2) {
        s->reserved = (size_t)s->capacity * item_size;
        s->items = mmap(NULL, s->reserved, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (s->items != MAP_FAILED)
            return;
        if (s->capacity < 1024)
            die_out_of_memory(s->reserved);
    }
}

void shelf_drop(Shelf *s)
{
    if (s->items)
        munmap(s->items, s->reserved);
    *s = (Shelf){0};
}

void shelf_clear(Shelf *s)
{
    memset(s->items, 0, (size_t)s->count * s->size);
    s->count = 0;
}

// A shelf that has become large gets large pages: look-ups access it at random places.
static void enlarge_pages(Shelf *s)
{
    uintptr_t used = (uintptr_t)s->items + (size_t)s->count * s->size;
    uintptr_t from = (used + SHELF_LARGE - 1) / SHELF_LARGE * SHELF_LARGE;
    uintptr_t end = (uintptr_t)s->items + s->reserved;
    if (from < end)
        madvise((void *)from, end - from, MADV_HUGEPAGE);
    s->has_large_pages = true;
}

uint32_t shelf_add(Shelf *s)
{
    if (s->count == s->capacity)
        die("the program has more than %u distinct local states", s->capacity);
    if (!s->has_large_pages && (size_t)s->count * s->size > SHELF_SMALL)
        enlarge_pages(s);
    uint32_t id = s->count;
    assert(id < s->capacity && (size_t)(id + 1) * s->size <= s->reserved);
    __atomic_store_n(&s->count, id + 1, __ATOMIC_RELAXED);
    // A lock that is held while the item is written cannot be released before it is in the cache.
    __builtin_prefetch((char *)s->items + (size_t)(id + SHELF_AHEAD) * s->size, 1);
    return id;
}

bool shelf_is_nearly_full(const Shelf *s)
{
    return s->count > s->capacity - s->capacity / 16;
}

uint64_t shelf_bytes(const Shelf *s)
{
    return (uint64_t)s->count * s->size;
}
