// base/memory.c: heap memory; the process ends if there is none.

#include "base/memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"

void *memory_zeroed(size_t count, size_t size)
{
    void *list = calloc(count ? count : 1, size);
    if (!list)
        die_out_of_memory(count * size);
    return list;
}

void *memory_lines(size_t size)
{
    enum { LINE = 64 };
    assert(size > 0 && size <= SIZE_MAX - LINE);
    size = (size + LINE - 1) & ~(size_t)(LINE - 1);
    void *memory = aligned_alloc(LINE, size);
    if (!memory)
        die_out_of_memory(size);
    return memset(memory, 0, size);
}

void *memory_resized(void *list, size_t count, size_t size)
{
    assert(size > 0);
    if (count > SIZE_MAX / size)
        die_out_of_memory(SIZE_MAX);
    list = realloc(list, count ? count * size : 1);
    if (!list)
        die_out_of_memory(count * size);
    return list;
}

char *memory_copy_text(const char *text)
{
    size_t size = strlen(text) + 1;
    return memcpy(memory_resized(NULL, size, 1), text, size);
}
