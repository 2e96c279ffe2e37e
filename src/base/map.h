// base/map.h: a hash map from 64-bit words to pointers.
//
// Keys are ids, or pointers to things that exist once, such as interned names.
// Lives on the heap, open addressing, no removal. Zero-initialised is empty.

#pragma once

#include <stdint.h>

typedef struct MapSlot {
    uint64_t key;
    void *value;  // NULL marks a free slot, so NULL cannot be stored
} MapSlot;

typedef struct Map {
    MapSlot *slots;
    uint32_t count;
    uint32_t capacity;  // zero or a power of two
} Map;

// NULL when the key is absent.
void *map_get(const Map *m, uint64_t key);
void map_put(Map *m, uint64_t key, void *value);
void map_drop(Map *m);

// A good mix of all bits, for other hash tables.
uint64_t map_mix(uint64_t key);
