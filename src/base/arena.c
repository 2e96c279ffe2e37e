// base/arena.c: a stack of blocks, each filled from its start.
//
// A request larger than a block gets a block of its own, so any size works.
// Blocks double up to a megabyte: small programs stay small, large ones do not
// pay for many blocks.

#include "base/arena.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"

enum { FIRST_BLOCK = 16 * 1024, LARGEST_BLOCK = 1024 * 1024, ALIGNMENT = 16 };

struct ArenaBlock {
    ArenaBlock *below;
    size_t size;
    _Alignas(ALIGNMENT) unsigned char bytes[];
};

static void push_block(Arena *a, size_t at_least)
{
    size_t size = a->top ? a->top->size * 2 : FIRST_BLOCK;
    if (size > LARGEST_BLOCK)
        size = LARGEST_BLOCK;
    if (size < at_least)
        size = at_least;
    assert(size % ALIGNMENT == 0);

    ArenaBlock *block = malloc(sizeof *block + size);
    if (!block)
        die_out_of_memory(size);
    block->below = a->top;
    block->size = size;
    a->top = block;
    a->used = 0;
    a->total += size;
}

void *arena_alloc(Arena *a, size_t size)
{
    if (size > SIZE_MAX / 2)
        die_out_of_memory(size);
    size = (size + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
    if (!a->top || a->top->size - a->used < size)
        push_block(a, size);
    assert_debug(a->used % ALIGNMENT == 0 && a->used + size <= a->top->size);

    void *p = a->top->bytes + a->used;
    a->used += size;
    return memset(p, 0, size);
}

char *arena_copy(Arena *a, const char *bytes, size_t size)
{
    char *copy = arena_alloc(a, size + 1);
    if (size)
        memcpy(copy, bytes, size);
    return copy;
}

ArenaMark arena_mark(const Arena *a)
{
    return (ArenaMark){.top = a->top, .used = a->used};
}

void arena_rewind(Arena *a, ArenaMark mark)
{
    while (a->top != mark.top) {
        assert(a->top);  // the mark is of this arena, and was not rewound before
        ArenaBlock *below = a->top->below;
        a->total -= a->top->size;
        free(a->top);
        a->top = below;
    }
    assert(a->top ? mark.used <= a->top->size : mark.used == 0 && a->total == 0);
    a->used = mark.used;
}

void arena_drop(Arena *a)
{
    arena_rewind(a, (ArenaMark){0});
}
