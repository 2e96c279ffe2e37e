// check/tables/shelf.h: an array that never moves.
//
// Address space is cheap: a shelf reserves room for as many items as there can be ids,
// and pages come when they are first touched. So an item is found by its id without
// detours, and a pointer to it stays good while others add.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

typedef struct Shelf {
    void *items;
    size_t reserved;  // bytes
    size_t size;      // of an item
    uint32_t count;
    uint32_t capacity;
    bool has_large_pages;
} Shelf;

// Room for up to `most` items, less when the system has less to give, to so many of us.
void shelf_init(Shelf *s, size_t item_size, uint32_t most, uint32_t sharers);
void shelf_drop(Shelf *s);
void shelf_clear(Shelf *s);  // no items; what it took it keeps, for the next ones

// The id of a new, zeroed item. Ends the process when there is no room left.
uint32_t shelf_add(Shelf *s);
uint64_t shelf_bytes(const Shelf *s);       // in use
bool shelf_is_nearly_full(const Shelf *s);  // who adds should come to an end

// Others may be adding: an id that is known was counted before it was passed on.
static inline uint32_t shelf_checked(const Shelf *s, uint32_t id)
{
    assert_debug(id < __atomic_load_n(&s->count, __ATOMIC_RELAXED));
    (void)s;
    return id;
}

#define shelf_at(s, T, id) (&((T *)(s)->items)[shelf_checked((s), (id))])
