// check/search/onward.h: goes on with an execution as the samplers of a search do.
//
//     Onward *o = onward_new(program, test, &schedule, schedule.turn_count, &options, &err);
//     while (...)
//         end = onward_next(o, &bug);  // one way to go on; the next one
//     onward_schedule(o, &longer);     // the last one, for the executor
//     onward_free(o);
//
// From the start of the test, the n-th call makes the n-th schedule that search_run makes with the
// same options: the same strategies choose machines and alternatives, and learn from one schedule
// for the next. Only searches end with the first bug.

#pragma once

#include "base/err.h"
#include "check/crew/options.h"
#include "check/replay/execute.h"

typedef struct Onward Onward;

typedef enum OnwardEnd {
    ONWARD_QUIET,      // nothing was left to do
    ONWARD_CUT,        // more steps than allowed, or the same steps for ever
    ONWARD_BUG,
    ONWARD_DISCARDED,  // an assumption did not hold
    ONWARD_STOPPED,    // no memory; or C that the program needs is missing: `bug` says what
} OnwardEnd;

// From the state after the first turns of a schedule, whose network is that of the execution; the
// options are those of a search by samples. Where the turns end in the middle of a step, steps are
// single moves. NULL when the turns cannot be executed, or end the execution.
Onward *onward_new(const PProgram *p, const PTest *test, const Schedule *begin, uint32_t turns,
                   const SearchOptions *options, Err *err);
void onward_free(Onward *o);  // may be NULL

OnwardEnd onward_next(Onward *o, Bug *bug);

// Adds the turns of what onward_next has made to `s`, the turns that this began with: none is
// changed, unless the last one was stopped at a choice.
void onward_schedule(const Onward *o, Schedule *s);

uint64_t onward_steps(const Onward *o);  // of what onward_next has made, with those before it

// What can go wrong in the state where it begins: a turn for each alternative. To be called before
// onward_next.
void onward_faults(Onward *o, Schedule *faults);
