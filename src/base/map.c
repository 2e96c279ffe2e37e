// base/map.c: linear probing, at most half full.

#include "base/map.h"

#include <stdlib.h>

#include "base/err.h"

uint64_t map_mix(uint64_t key)
{
    key ^= key >> 32;
    key *= 0xd6e8feb86659fd93u;
    key ^= key >> 32;
    key *= 0xd6e8feb86659fd93u;
    key ^= key >> 32;
    return key;
}

static MapSlot *slot_of(const Map *m, uint64_t key)
{
    uint32_t mask = m->capacity - 1;
    assert_debug(m->capacity > 0 && (m->capacity & mask) == 0);
    assert_debug(m->count < m->capacity);  // a free slot ends every search
    uint32_t i = (uint32_t)map_mix(key) & mask;
    while (m->slots[i].value && m->slots[i].key != key)
        i = (i + 1) & mask;
    return &m->slots[i];
}

static void grow(Map *m)
{
    assert(m->capacity <= UINT32_MAX / 2);
    Map larger = {.capacity = m->capacity ? m->capacity * 2 : 8, .count = m->count};
    larger.slots = calloc(larger.capacity, sizeof *larger.slots);
    if (!larger.slots)
        die_out_of_memory(larger.capacity * sizeof *larger.slots);
    for (uint32_t i = 0; i < m->capacity; i++)
        if (m->slots[i].value)
            *slot_of(&larger, m->slots[i].key) = m->slots[i];
    free(m->slots);
    *m = larger;
}

void *map_get(const Map *m, uint64_t key)
{
    return m->capacity ? slot_of(m, key)->value : NULL;
}

void map_put(Map *m, uint64_t key, void *value)
{
    assert(value);
    if (m->count * 2 >= m->capacity)
        grow(m);
    MapSlot *slot = slot_of(m, key);
    if (!slot->value)
        m->count++;
    *slot = (MapSlot){.key = key, .value = value};
}

void map_drop(Map *m)
{
    free(m->slots);
    *m = (Map){0};
}
