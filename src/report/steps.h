// report/steps.h: the list of the steps of an execution.
//
//     Steps steps = {0};
//     steps_execute(&steps, program, test, schedule);
//     story_tell(&steps, stdout, false);
//     steps_drop(&steps);
//
// Steps come from an execution or from a trace file; both give the same list.

#pragma once

#include "base/arena.h"
#include "check/replay/execute.h"

typedef struct Steps {
    Arena arena;
    TraceStep *items;  // with the text of a payload, without its value
    const char **values;  // by step: the payload as JSON, or NULL; only with `has_values`
    uint32_t count, capacity;
    bool has_values;     // set by the caller: store payloads also as JSON
    bool has_variables;  // set by the caller: store changed variables
} Steps;

// An observer that adds the steps of an execution to the list.
TraceObserver steps_observer(Steps *steps);

// Executes the schedule and stores its steps.
void steps_execute(Steps *steps, const PProgram *p, const PTest *test, const Schedule *schedule);

// Reads the steps of a trace in the format of docs/traces.md. recording_read must have accepted
// it.
void steps_read(Steps *steps, FILE *trace);

void steps_drop(Steps *steps);
