// check/tables/pages.h: zeroed memory for tables, in large pages where it is large.

#pragma once

#include <stddef.h>

// The size is rounded up to the memory that is mapped. Ends the process when there is none.
void *pages_map(size_t *size);
void pages_drop(void *memory, size_t size);
