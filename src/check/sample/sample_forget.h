// check/sample/sample_forget.h: when a long run should empty its cache of steps.
//
// The result of a step is computed once and cached. In a run of many schedules the cache would
// fill the memory: with steps that occur once in a million schedules, or, where every execution
// is different, with all steps. After the cache was emptied, entries have to be computed again;
// this changes nothing but the time.
//
// The cache is emptied when the work done since the last time is many times the cost of
// computing its entries again. In a large cache, entries for steps that would be new in any
// case do not count as cost: as many bytes as the recent growth for each step times the number
// of steps.

#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct Growth {
    uint64_t began;          // number of steps when the cache was last empty
    uint64_t mark;           // number of steps at the mark
    uint64_t known_at_mark;  // size of the cache at the mark
} Growth;

// `steps` were made, and the cache has `known` bytes. True: the caller must empty it now; always
// with more than `most` bytes.
bool growth_is_enough(Growth *g, uint64_t steps, uint64_t known, uint64_t most);
