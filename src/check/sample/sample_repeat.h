// check/sample/sample_repeat.h: how often steps repeat, and which kind of walk is faster.
//
// The engine computes a step once and caches it. A walk through the engine is fast when most
// steps were made before, and slow when most are new: then a direct walk is faster. So the
// hashes of the steps are recorded, and after each round the share of new steps is estimated:
// the steps that only one schedule made, of all steps.
//
// The decision depends on the schedules only, not on the clock or the number of workers: so
// everything that is reported is the same in every run. Of direct schedules, one in
// REPEAT_COUNTED still goes through the engine: it counts states, and shows whether steps begin
// to repeat.

#pragma once

#include "check/sample/sample_set.h"

enum { REPEAT_COUNTED = 64 };

typedef struct Repeats {
    SampleSet seen;
    uint64_t steps;   // recorded so far
    bool is_direct;   // the decision for the next round
    bool is_settled;  // it will not change any more
} Repeats;

void repeats_init(Repeats *r);
void repeats_drop(Repeats *r);

// Adds the recorded hashes of a schedule with so many steps. Schedules must ascend.
void repeats_add(Repeats *r, uint64_t schedule, const uint64_t *hashes, uint64_t count,
                 uint64_t steps);
// After a round.
void repeats_decide(Repeats *r);
// The estimated share of steps that are new.
double repeats_new(const Repeats *r);
