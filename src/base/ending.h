// base/ending.h: how a file's name ends.

#pragma once

#include <stdbool.h>
#include <string.h>
#include <strings.h>

// Whether something stands before the ending, too. A.P is a P file, as on systems where capitals
// do not count in names of files.
static inline bool has_ending(const char *path, const char *ending)
{
    size_t size = strlen(path), tail = strlen(ending);
    return size > tail && strcasecmp(path + size - tail, ending) == 0;
}
