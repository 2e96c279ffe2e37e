// base/name.h: words that exist once.
//
// Interning a word gives the same pointer every time, so names are compared as
// pointers and looked up by id. The ids count from zero in order of first
// appearance: a table that interns its keywords first knows them by number.

#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

typedef struct Name {
    uint32_t id;
    uint32_t size;
    char text[];  // NUL-terminated
} Name;

typedef struct NameSlot {
    uint64_t hash;
    const Name *name;
} NameSlot;

typedef struct Names {
    Arena *arena;
    NameSlot *slots;
    uint32_t count;
    uint32_t capacity;
} Names;

void names_init(Names *names, Arena *arena);
void names_drop(Names *names);

const Name *name_intern(Names *names, const char *text, size_t size);
const Name *name_of(Names *names, const char *text);
