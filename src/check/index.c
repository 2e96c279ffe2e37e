// check/index.c: adding and growing.

#include "check/index.h"

#include <stdlib.h>

#include "base/err.h"

static void put(Index *x, uint64_t hash, uint32_t id)
{
    uint64_t at = hash & (x->capacity - 1);
    while (x->places[at])
        at = (at + 1) & (x->capacity - 1);
    x->places[at] = hash >> 32 << 32 | id;
}

static void grow(Index *x, uint64_t (*rehash)(void *data, uint32_t id), void *data)
{
    Index old = *x;
    x->capacity = old.capacity ? old.capacity * 2 : 64;
    x->places = calloc(x->capacity, sizeof *x->places);
    if (!x->places)
        die_out_of_memory(x->capacity * sizeof *x->places);
    for (uint64_t i = 0; i < old.capacity; i++)
        if (old.places[i])
            put(x, rehash(data, (uint32_t)old.places[i]), (uint32_t)old.places[i]);
    free(old.places);
}

void index_add(Index *x, uint64_t hash, uint32_t id, uint64_t (*rehash)(void *data, uint32_t id),
               void *data)
{
    if (x->count * 3 >= x->capacity * 2)
        grow(x, rehash, data);
    put(x, hash, id);
    x->count++;
}

void index_drop(Index *x)
{
    free(x->places);
    *x = (Index){0};
}
