// report/steps.h: the steps of an execution, kept to be told.
//
//     Steps steps = {0};
//     steps_execute(&steps, program, test, schedule);
//     story_tell(&steps, stdout, false);
//     steps_drop(&steps);
//
// Steps come from an execution, or from a trace file that was read back; both look the same.

#pragma once

#include "base/arena.h"
#include "check/replay/execute.h"

typedef struct Steps {
    Arena arena;
    TraceStep *items;  // the value of a payload is gone, its text is kept
    const char **values;  // by step: the payload as JSON, or NULL; only with `has_values`
    uint32_t count, capacity;
    bool has_values;     // to be set before: keep payloads as JSON, too
    bool has_variables;  // to be set before: keep variables that have changed
} Steps;

// What an execution has to tell to fill the list.
TraceObserver steps_observer(Steps *steps);

// Executes the schedule once more.
void steps_execute(Steps *steps, const PProgram *p, const PTest *test, const Schedule *schedule);

// Reads a whole trace, in the format of docs/traces.md, that recording_read has accepted.
void steps_read(Steps *steps, FILE *trace);

void steps_drop(Steps *steps);
