// base/alike.h: how alike two words are, to guess what was meant.

#pragma once

#include <stddef.h>
#include <stdint.h>

// How many letters must be inserted, deleted, replaced or swapped with their
// neighbour to make one word of the other. Counted in halves: a letter in the
// other case is half a change. Gives `limit` for anything that far or farther.
uint32_t alike_distance(const char *a, size_t a_size, const char *b, size_t b_size, uint32_t limit);

// The distance below which a word of this size is a likely slip for another: a
// third of its letters may differ, and at least one.
uint32_t alike_limit(size_t size);

// The word of a NULL-terminated list that was likely meant, or NULL.
const char *alike_nearest(const char *word, const char *const *list);
