// check/sample/sample_repeat.h: how often steps repeat, and which kind of walk is faster.
//
// The engine computes a step once and caches it. A walk through the engine is fast when most
// steps were made before, and slow when most are new: then a direct walk is faster. So the
// hashes of the steps are recorded, and after each round the share of new steps is estimated:
// the steps that only one schedule made, of all steps.
//
// The decision depends on the schedules only, not on the clock or the number of workers: so
// everything that is reported is the same in every run.
//
// Some schedules still go through the engine when the others are direct: they count states, and
// show whether steps begin to repeat. A schedule for which REPEAT_TRIED steps were computed or
// found, most of them new, is made again from its beginning, directly. These are more than it has
// made if all alternatives of its choices are computed.

#pragma once

#include "check/sample/sample_set.h"

enum { REPEAT_TRIED = 1 << 12 };

typedef struct Repeats {
    SampleSet seen;
    uint64_t steps;   // recorded so far
    uint64_t work;    // for that, so many were computed or found
    bool is_direct;   // the decision for the next round
    bool is_settled;  // it will not change any more
} Repeats;

void repeats_init(Repeats *r);
void repeats_drop(Repeats *r);

// Adds the recorded hashes of a schedule with so many steps, for which `work` steps were computed
// or found. Schedules must ascend.
void repeats_add(Repeats *r, uint64_t schedule, const uint64_t *hashes, uint64_t count,
                 uint64_t steps, uint64_t work);
// Whether most steps are new: of a schedule that has made so many steps, with these hashes. It
// changes the order of the hashes.
bool repeats_is_new(const Repeats *r, uint64_t *hashes, uint64_t count, uint64_t steps);
// Whether the n-th schedule, from 0, goes through the engine although the others are direct.
bool repeats_tries(uint64_t n);
// After a round.
void repeats_decide(Repeats *r);
// The estimated share of steps that are new.
double repeats_new(const Repeats *r);
