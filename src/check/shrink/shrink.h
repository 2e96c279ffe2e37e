// check/shrink/shrink.h: a shorter way to the same failure.
//
// What a search by lot, or one that goes deep first, finds has hundreds of steps that
// have nothing to do with the failure. Here a failing schedule is made short: as few steps
// as can be found, then as few changes from one machine to another, then small choices.
//
// It is the same failure when kind, machine, state, place and message are the same; numbers in
// messages, and those behind the names of machines, may differ.
//
// What comes out depends on what goes in and on nothing else, as long as the machine is not
// much too slow: seconds are turned into an amount of work, and work is what is counted. The clock
// is looked at only so that nobody waits for ever.
//
// Sees: base, rt, check/engine/engine.h, check/replay.
// Used by: report, cli.

#pragma once

#include <signal.h>

#include "base/err.h"
#include "check/replay/execute.h"

typedef struct ShrinkOptions {
    const Points *points;               // that the schedule was found with; NULL: find out
    uint32_t queue_max;                 // as for the search; 0: none
    int64_t loop_limit;                 // 0: MACHINE_FUEL
    double seconds;                     // how long it may take; 0: 10, and the clock does not count
    uint64_t memory;                    // bytes, about; 0: as much as is good
    const volatile sig_atomic_t *stop;  // not 0: end soon. May be NULL
} ShrinkOptions;

// Of a schedule: what is to become less, the first first.
typedef struct ScheduleSize {
    uint32_t steps;
    uint32_t switches;  // steps by another machine than the one before
    uint64_t choices;   // the sum of the alternatives chosen
} ScheduleSize;

typedef struct Shrunk {
    Schedule schedule;
    Bug bug;  // as the executor has it
    ScheduleSize before, after;
    bool is_shortest;     // every shorter way was tried
    bool is_interrupted;  // time was up, or `stop` was set: this is as far as it came
    double seconds;
} Shrunk;

// False when there is nothing to shrink, with the reason: the schedule does not fit the program,
// or does not fail. What is shrunk was executed, and fails in the same way.
bool shrink_run(const PProgram *p, const PTest *test, const Schedule *failing,
                const ShrinkOptions *options, Shrunk *shrunk, Err *err);
void shrunk_drop(Shrunk *s);

bool shrink_is_same(const Bug *a, const Bug *b);
