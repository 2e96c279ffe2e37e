// report/inputs.h: what came from outside into a run, as values of the checked program.
//
// A trace has such values encoded (rt/cbor.h); machines in them are named by container and number.
// They can be decoded if the program numbers its types as the one that ran.

#pragma once

#include "base/err.h"
#include "rt/trace.h"

typedef struct Inputs {
    const PProgram *program;
    bool has_same_tables;  // as the program that ran
    // The number in the executor of the machine with that name; 0: there is none.
    uint32_t (*number)(void *data, const char *name);
    void *data;
} Inputs;

// The payload of a step, of that type; the caller owns it. False, with the reason.
bool inputs_value(const Inputs *in, const TraceStep *step, uint32_t type, PWord *value, Err *err);

// A value of a foreign type, which only the C of the run could make. It prints as in the trace, and
// is equal to itself only.
PWord inputs_foreign(const char *printed);
