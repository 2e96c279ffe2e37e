// check/sample/sample_forget.h: when a long run should begin anew with what it remembers.
//
// What a step does is worked out once and remembered. In a run of many schedules that
// would fill the memory: with steps that come once in a million schedules, or, where
// every execution is different, with all of them. To forget costs what has to be worked
// out again; nobody can tell but by the clock.
//
// It is worth it when all that was done since the last time is many times what it costs:
// what is known. Of that, once it is much, what would be worked out anew in any case costs
// nothing: as much as is learnt in so many steps at the rate of late.

#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct Growth {
    uint64_t began;          // steps that had been made when nothing was known
    uint64_t mark;           // and a while ago,
    uint64_t known_at_mark;  // when this was known
} Growth;

// So many steps were made, so many bytes are known; with more than `most` it has to be.
// When it is true, it is to be forgotten at once.
bool growth_is_enough(Growth *g, uint64_t steps, uint64_t known, uint64_t most);
