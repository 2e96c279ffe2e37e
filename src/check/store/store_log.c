// check/store/store_log.c: memory of the store, and the log of parents.
//
// For each state, the log has the number of its parent state and the label of the step from
// there. Both are stored in planes of bytes. Most labels fit into one byte and most parents
// into three: the higher planes are not touched then, and pages that were never touched take
// no memory.

#include "check/store/store_impl.h"

#include <stddef.h>
#include <string.h>
#include <sys/mman.h>

#ifndef MADV_COLLAPSE
#define MADV_COLLAPSE 25  // Linux 6.1; others refuse it, and pages stay small
#endif

bool reserve_init(Reserve *r, uint64_t bytes)
{
    // One page more than asked for, to begin at a boundary.
    uint64_t all = bytes + HUGE_PAGE;
    char *base =
        mmap(NULL, all, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (base == MAP_FAILED)
        return false;

    uint64_t skip = -(uintptr_t)base % HUGE_PAGE;
    assert(skip < HUGE_PAGE && ((uintptr_t)base + skip) % HUGE_PAGE == 0);
    *r = (Reserve){.base = base, .bytes = all, .used = skip};
    return true;
}

uint64_t reserve_rounded(uint64_t bytes)
{
    return (bytes + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
}

void *reserve_take(Reserve *r, uint64_t bytes)
{
    char *part = r->base + r->used;
    r->used += reserve_rounded(bytes);
    assert(bytes > 0 && r->used <= r->bytes);  // reserve_bytes has counted every part
    return part;
}

void *reserve_take_huge(Reserve *r, uint64_t bytes, uint64_t after)
{
    char *part = reserve_take(r, bytes);

    // Where this fails there are no huge pages: slower, but it works.
    if (bytes > after)
        madvise(part + after, reserve_rounded(bytes) - after, MADV_HUGEPAGE);
    return part;
}

void reserve_collapse(void *part, uint64_t from, uint64_t to)
{
    for (uint64_t at = from / HUGE_PAGE * HUGE_PAGE; at + HUGE_PAGE <= to; at += HUGE_PAGE)
        madvise((char *)part + at, HUGE_PAGE, MADV_COLLAPSE);
}

void reserve_enlarge(void *part, uint64_t bytes)
{
    madvise(part, reserve_rounded(bytes), MADV_HUGEPAGE);
    reserve_collapse(part, 0, reserve_rounded(bytes));
}

uint64_t reserve_touched(uint64_t bytes)
{
    return (bytes + PAGE - 1) / PAGE * PAGE;
}

uint64_t reserve_touched_huge(uint64_t bytes)
{
    return bytes > HUGE_AFTER ? reserve_rounded(bytes) : reserve_touched(bytes);
}

void reserve_forget(void *part, uint64_t bytes)
{
    madvise(part, bytes, MADV_DONTNEED);
}

void reserve_drop(Reserve *r)
{
    munmap(r->base, r->bytes);
}

void column_init(Column *c, Reserve *r, uint64_t numbers)
{
    for (int i = 0; i < PLANES; i++)
        c->plane[i] = reserve_take(r, numbers);
    atomic_init(&c->width, 1);
}

void column_clear(Column *c, uint32_t count)
{
    for (uint32_t i = 0; i < column_width(c); i++)
        memset(c->plane[i], 0, count);
    atomic_store(&c->width, 1);
}

void column_widen(Column *c, uint32_t width)
{
    assert(width <= PLANES);
    uint32_t old = column_width(c);
    while (old < width && !atomic_compare_exchange_weak(&c->width, &old, width)) {
    }
}

uint32_t column_get(const Column *c, uint32_t at)
{
    uint32_t value = 0;
    for (uint32_t i = column_width(c); i-- > 0;)
        value = value << 8 | c->plane[i][at];
    return value;
}
