// check/index.h: from a hash to an id, for what is interned.
//
// Open addressing; a place holds half of the hash and the id. Who looks compares the
// candidates himself:
//
//     for (IndexLook l = index_look(&index, hash); (id = index_next(&index, &l));)
//         if (... item `id` is the one ...)
//
// Not for several threads at once: the engine's lock guards it.

#pragma once

#include <stdint.h>

typedef struct Index {
    uint64_t *places;   // hash in the upper half, id in the lower; 0 is free
    uint64_t capacity;  // zero or a power of two
    uint64_t count;
} Index;

typedef struct IndexLook {
    uint64_t at;
    uint32_t tag;
} IndexLook;

static inline IndexLook index_look(const Index *x, uint64_t hash)
{
    return (IndexLook){.at = x->capacity ? hash & (x->capacity - 1) : 0,
                       .tag = (uint32_t)(hash >> 32)};
}

// The next candidate, or 0.
static inline uint32_t index_next(const Index *x, IndexLook *l)
{
    if (!x->capacity)
        return 0;
    for (;;) {
        uint64_t place = x->places[l->at];
        if (!place)
            return 0;
        l->at = (l->at + 1) & (x->capacity - 1);
        if ((uint32_t)(place >> 32) == l->tag)
            return (uint32_t)place;
    }
}

// `rehash` gives the hash of an item; needed when the index grows.
void index_add(Index *x, uint64_t hash, uint32_t id, uint64_t (*rehash)(void *data, uint32_t id),
               void *data);
void index_drop(Index *x);
