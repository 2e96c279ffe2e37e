// check/tables/pages.c: mapping.

#include "check/tables/pages.h"

#include <stdint.h>
#include <sys/mman.h>

#include "base/err.h"

enum { LARGE_PAGE = 1 << 21 };

static char *map(size_t size)
{
    char *memory = mmap(NULL, size, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
        die_out_of_memory(size);
    return memory;
}

void *pages_map(size_t *size)
{
    assert(*size > 0);
    if (*size < LARGE_PAGE)
        return map(*size);
    *size = (*size + LARGE_PAGE - 1) / LARGE_PAGE * LARGE_PAGE;
    // One more large page than needed, so that the memory can begin at a page boundary.
    char *memory = map(*size + LARGE_PAGE);
    size_t skip = LARGE_PAGE - (uintptr_t)memory % LARGE_PAGE;
    assert(skip > 0 && skip <= LARGE_PAGE && ((uintptr_t)memory + skip) % LARGE_PAGE == 0);
    munmap(memory, skip);
    if (skip < LARGE_PAGE)
        munmap(memory + skip + *size, LARGE_PAGE - skip);
    madvise(memory + skip, *size, MADV_HUGEPAGE);
    return memory + skip;
}

void pages_drop(void *memory, size_t size)
{
    munmap(memory, size);
}
