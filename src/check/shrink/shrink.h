// check/shrink/shrink.h: a shorter schedule with the same failure.
//
// A schedule from a random or a depth-first search has hundreds of steps that have nothing to
// do with the failure. The shrinker makes a failing schedule short: as few steps as it can
// find, then as few switches from one machine to another, then small choices.
//
// Two failures are the same when kind, machine, state, position and message are the same;
// numbers in messages, and numbers in the names of machines, may differ.
//
// The result depends only on the input, as long as the computer is not much too slow: the
// seconds are converted into an amount of work, and the work is counted. The clock is only
// used to stop a shrinker that takes too long.
//
// Sees: base, rt, check/engine/engine.h, check/replay, check/liveness/liveness.h.
// Used by: report, cli.

#pragma once

#include <signal.h>

#include "base/err.h"
#include "check/replay/execute.h"

typedef struct ShrinkOptions {
    const Points *points;               // the schedule was found with these; NULL: try all
    uint32_t queue_max;                 // as for the search; 0: none
    int64_t loop_limit;                 // 0: MACHINE_FUEL
    double seconds;                     // time limit; 0: work for 10 seconds, clock not used
    uint64_t memory;                    // bytes, approximately; 0: a default
    const volatile sig_atomic_t *stop;  // not 0: end soon. May be NULL
} ShrinkOptions;

// The size of a schedule. `steps` is the most important, then `switches`, then `choices`.
typedef struct ScheduleSize {
    uint32_t steps;
    uint32_t switches;  // steps by another machine than the step before
    uint64_t choices;   // the sum of the numbers of the chosen alternatives
} ScheduleSize;

typedef struct Shrunk {
    Schedule schedule;
    Bug bug;  // as the executor has it
    ScheduleSize before, after;
    bool is_shortest;     // all shorter schedules were tried
    bool is_interrupted;  // time was up, or `stop` was set: the best result so far
    double seconds;
} Shrunk;

// False, with the reason, when the schedule cannot be shrunk: it does not fit the program, or
// does not fail. The result was executed, and fails in the same way.
bool shrink_run(const PProgram *p, const PTest *test, const Schedule *failing,
                const ShrinkOptions *options, Shrunk *shrunk, Err *err);
void shrunk_drop(Shrunk *s);

bool shrink_is_same(const Bug *a, const Bug *b);
