// check/tables/shelf.h: an array that never moves.
//
// A shelf reserves address space for as many items as there can be ids; memory is used only
// for pages that were touched. So an item is found directly by its id, and a pointer to it
// stays valid while other threads add.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

// All workers read `items` all the time. What changes when one of them adds has a cache line of
// its own: or the others would have to fetch `items` again.
typedef struct Shelf {
    void *items;
    size_t reserved;  // bytes
    size_t size;      // of an item
    uint32_t capacity;
    _Alignas(64) uint32_t count;
    bool has_large_pages;
} Shelf;

// Reserves room for up to `most` items; fewer when address space is limited and `sharers`
// engines share it.
void shelf_init(Shelf *s, size_t item_size, uint32_t most, uint32_t sharers);
void shelf_drop(Shelf *s);
void shelf_clear(Shelf *s);  // removes all items; keeps the memory for the next ones

// The id of a new, zeroed item. Ends the process when there is no room left.
uint32_t shelf_add(Shelf *s);
uint64_t shelf_bytes(const Shelf *s);       // in use
bool shelf_is_nearly_full(const Shelf *s);  // the caller should stop adding soon

// Other threads may add meanwhile, but `count` includes every id that was returned.
static inline uint32_t shelf_checked(const Shelf *s, uint32_t id)
{
    assert_debug(id < __atomic_load_n(&s->count, __ATOMIC_RELAXED));
    (void)s;
    return id;
}

#define shelf_at(s, T, id) (&((T *)(s)->items)[shelf_checked((s), (id))])
