// base/name.c: the table of words.

#include "base/name.h"

#include <stdlib.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/err.h"

void names_init(Names *names, Arena *arena)
{
    *names = (Names){.arena = arena, .capacity = 1024};
    names->slots = calloc(names->capacity, sizeof *names->slots);
    if (!names->slots)
        die_out_of_memory(names->capacity * sizeof *names->slots);
}

void names_drop(Names *names)
{
    free(names->slots);
    *names = (Names){0};
}

static NameSlot *slot_of(NameSlot *slots, uint32_t capacity, uint64_t hash, const char *text,
                         size_t size)
{
    uint32_t mask = capacity - 1;
    assert((capacity & mask) == 0);
    for (uint32_t i = (uint32_t)hash & mask;; i = (i + 1) & mask) {
        const Name *name = slots[i].name;
        if (!name)
            return &slots[i];
        if (slots[i].hash == hash && name->size == size && memcmp(name->text, text, size) == 0)
            return &slots[i];
    }
}

static void grow(Names *names)
{
    assert(names->capacity <= UINT32_MAX / 2);
    uint32_t capacity = names->capacity * 2;
    NameSlot *slots = calloc(capacity, sizeof *slots);
    if (!slots)
        die_out_of_memory(capacity * sizeof *slots);
    for (uint32_t i = 0; i < names->capacity; i++) {
        NameSlot *old = &names->slots[i];
        if (old->name)
            *slot_of(slots, capacity, old->hash, old->name->text, old->name->size) = *old;
    }
    free(names->slots);
    names->slots = slots;
    names->capacity = capacity;
}

const Name *name_intern(Names *names, const char *text, size_t size)
{
    assert(size < UINT32_MAX);
    if (names->count * 2 >= names->capacity)
        grow(names);
    assert(names->count < names->capacity);  // a free slot ends every search

    uint64_t hash = XXH3_64bits(text, size);
    NameSlot *slot = slot_of(names->slots, names->capacity, hash, text, size);
    if (!slot->name) {
        Name *name = arena_alloc(names->arena, sizeof *name + size + 1);
        name->id = names->count++;
        name->size = (uint32_t)size;
        memcpy(name->text, text, size);
        *slot = (NameSlot){.hash = hash, .name = name};
    }
    return slot->name;
}

const Name *name_of(Names *names, const char *text)
{
    return name_intern(names, text, strlen(text));
}
