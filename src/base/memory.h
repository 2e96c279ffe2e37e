// base/memory.h: heap memory that is there, or the process ends.
//
// For what is freed on its own; the rest belongs into an arena (base/arena.h).

#pragma once

#include <stddef.h>
#include <string.h>

// Room for so many items of that size, all bytes zero; never NULL, even for no items.
void *memory_zeroed(size_t count, size_t size);

// So many bytes, all zero, that begin at a cache line. Never NULL; to be freed.
void *memory_lines(size_t size);

// The same list with room for so many items of that size; what is new is not set. Never NULL.
void *memory_resized(void *list, size_t count, size_t size);

// Makes room for `needed` items: MEMORY_GROW(list->items, list->count + 1, list->capacity);
// The capacity doubles, so that many items added one by one cost little.
#define MEMORY_GROW(items, needed, capacity)                                            \
    do {                                                                                \
        if ((needed) > (capacity)) {                                                    \
            (capacity) = (capacity) * 2 > (needed) ? (capacity) * 2 : (needed) + 14;    \
            (items) = memory_resized((items), (capacity), sizeof *(items));             \
        }                                                                               \
    } while (0)

// Makes a list the copy of another: MEMORY_COPY(copy, copy_capacity, items, count);
#define MEMORY_COPY(items, capacity, from, count)                                       \
    do {                                                                                \
        MEMORY_GROW(items, count, capacity);                                            \
        if (count)                                                                      \
            memcpy((items), (from), (count) * sizeof *(items));                         \
    } while (0)

// A copy of the text, to be freed.
char *memory_copy_text(const char *text);
