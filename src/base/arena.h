// base/arena.h: memory that dies together.
//
// An arena belongs to a phase, never to an object: the front end has one for
// the tree, code generation one per function, each worker of a search one that
// it rewinds after every step. Nothing in it is freed on its own, so nothing in
// it may own something that must be.

#pragma once

#include <stddef.h>

typedef struct ArenaBlock ArenaBlock;

typedef struct Arena {
    ArenaBlock *top;  // the block being filled; older ones hang below it
    size_t used;      // bytes handed out of it
    size_t total;     // bytes of all blocks, for memory limits
} Arena;

typedef struct ArenaMark {
    ArenaBlock *top;
    size_t used;
} ArenaMark;

// Zeroed, aligned for any type, never NULL: without memory the process ends.
void *arena_alloc(Arena *a, size_t size);

// A copy of `size` bytes, with a NUL behind it.
char *arena_copy(Arena *a, const char *bytes, size_t size);

// Everything allocated after the mark is gone when we rewind to it.
ArenaMark arena_mark(const Arena *a);
void arena_rewind(Arena *a, ArenaMark mark);

void arena_drop(Arena *a);

#define NEW(a, T) ((T *)arena_alloc((a), sizeof(T)))
#define NEW_ARRAY(a, T, n) ((T *)arena_alloc((a), (size_t)(n) * sizeof(T)))
