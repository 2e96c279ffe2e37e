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
// Strategies with delays need all alternatives of a step, and in programs with large choices these
// are many. So the steps are counted that the engine computed or found: the work. A direct walk is
// also faster where the work is much more than the steps that were made.
//
// Some schedules still go through the engine when the others are direct: they count states, and
// show whether steps begin to repeat. After a work of REPEAT_TRIED, and of twice as much, and so
// on, a schedule for which a direct walk is faster is made again from its beginning.

#pragma once

#include "check/sample/sample_set.h"

enum { REPEAT_TRIED = 1 << 12 };

typedef struct Repeats {
    SampleSet seen;
    uint64_t steps;   // recorded so far
    uint64_t work;    // for that, so many were computed or found
    bool is_from_frontier;  // schedules begin at stored states
    bool is_direct;   // the decision for the next round
    bool is_settled;  // it will not change any more
} Repeats;

void repeats_init(Repeats *r, bool is_from_frontier);
void repeats_drop(Repeats *r);

// Adds the recorded hashes of a schedule with so many steps, for which `work` steps were computed
// or found. Schedules must ascend.
void repeats_add(Repeats *r, uint64_t schedule, const uint64_t *hashes, uint64_t count,
                 uint64_t steps, uint64_t work);
// Whether a direct walk is faster than this schedule, which has made so many steps, with these
// hashes. It changes the order of the hashes.
bool repeats_is_slow(const Repeats *r, uint64_t *hashes, uint64_t count, uint64_t steps,
                     uint64_t work);
// Whether the n-th schedule, from 0, goes through the engine although the others are direct.
bool repeats_tries(uint64_t n);
// After a round.
void repeats_decide(Repeats *r);
// The estimated share of steps that are new.
double repeats_new(const Repeats *r);
// There is much more work than steps. Then schedules are made again soon, and few steps recorded.
bool repeats_is_wide(const Repeats *r);
