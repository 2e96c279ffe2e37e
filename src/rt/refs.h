// rt/refs.h: the machines that a machine refers to.

#pragma once

#include "plait/runtime.h"
#include "rt/live.h"

struct Machine;

typedef void RefVisit(void *data, PWord machine);

// Visits each reference in the machine's fields, in the live slots of its frames, and in the
// payload that it has taken or raised; one machine perhaps several times. The machine waits for an
// event, or has just sent one. Passed over are functions without code, those of C, and the names of
// machines in texts.
void machine_refs(const Live *live, const struct Machine *m, RefVisit *visit, void *data);
