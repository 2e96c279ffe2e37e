// net/bytes.c: a queue of bytes.

#include "net/bytes.h"

#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/memory.h"

enum { BYTES_KEPT = 4 << 20 };  // memory that an empty queue may keep

// What was taken leaves room at the front. It is used again when it is at least half of the
// memory, so that each byte is moved once on average at most.
uint8_t *bytes_grow(Bytes *b, size_t count)
{
    size_t used = bytes_count(b);

    if (b->first >= b->capacity / 2 && b->capacity - used >= count) {
        memmove(b->memory, b->memory + b->first, used);
    } else {
        size_t capacity = b->capacity ? b->capacity : 256;
        while (capacity - used < count)
            capacity *= 2;
        uint8_t *memory = memory_resized(NULL, capacity, 1);
        if (used)
            memcpy(memory, b->memory + b->first, used);
        free(b->memory);
        b->memory = memory;
        b->capacity = capacity;
    }
    b->first = 0;
    b->end = used;
    return b->memory + b->end;
}

void bytes_add(Bytes *b, const void *from, size_t count)
{
    if (count == 0)
        return;
    memcpy(bytes_room(b, count), from, count);
    bytes_added(b, count);
}

void bytes_take(Bytes *b, size_t count)
{
    assert(count <= bytes_count(b));
    b->first += count;
    if (b->first == b->end)
        bytes_clear(b);
}

void bytes_clear(Bytes *b)
{
    b->first = b->end = 0;
    if (b->capacity > BYTES_KEPT)
        bytes_drop(b);
}

void bytes_drop(Bytes *b)
{
    free(b->memory);
    *b = (Bytes){0};
}
