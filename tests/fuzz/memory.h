// tests/fuzz/memory.h: how much memory a fuzz target has allocated, counted by the sanitizer.

#pragma once

#include <sanitizer/allocator_interface.h>
#include <stdbool.h>
#include <stdlib.h>

static size_t memory_allocated, memory_most;

static void memory_count_malloc(const volatile void *memory, size_t size)
{
    (void)memory;
    memory_allocated += size;
    if (memory_allocated > memory_most)
        memory_most = memory_allocated;
}

static void memory_count_free(const volatile void *memory)
{
    size_t size = memory ? __sanitizer_get_allocated_size(memory) : 0;
    memory_allocated -= size < memory_allocated ? size : memory_allocated;
}

// From now on.
static void memory_count_begin(void)
{
    static bool is_hooked;

    if (!is_hooked)
        is_hooked =
            __sanitizer_install_malloc_and_free_hooks(memory_count_malloc, memory_count_free) > 0;
    if (!is_hooked)
        abort();
    memory_allocated = memory_most = 0;
}

// The most that was allocated at one moment.
static size_t memory_count_most(void)
{
    return memory_most;
}
