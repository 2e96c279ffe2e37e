// net/bytes.h: a queue of bytes: added at the end, taken from the front.

#pragma once

#include <stddef.h>
#include <stdint.h>

typedef struct Bytes {
    uint8_t *memory;
    size_t first, end, capacity;  // memory[first .. end) is in the queue
} Bytes;

static inline size_t bytes_count(const Bytes *b)
{
    return b->end - b->first;
}

static inline const uint8_t *bytes_front(const Bytes *b)
{
    return b->memory + b->first;
}

uint8_t *bytes_grow(Bytes *b, size_t count);  // for bytes_room

// Room for `count` more bytes at the end. They are in the queue after bytes_added.
static inline uint8_t *bytes_room(Bytes *b, size_t count)
{
    return b->capacity - b->end >= count ? b->memory + b->end : bytes_grow(b, count);
}

static inline void bytes_added(Bytes *b, size_t count)
{
    b->end += count;
}

void bytes_add(Bytes *b, const void *from, size_t count);
void bytes_take(Bytes *b, size_t count);
void bytes_clear(Bytes *b);
void bytes_drop(Bytes *b);
