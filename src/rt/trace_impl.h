// rt/trace_impl.h: what the files that write a trace share.

#pragma once

#include "rt/trace.h"

// A name for the machine with this number, unless somebody else gives them.
void trace_give_name(Trace *t, uint32_t id, const char *kind);
// Prints values into t->payload, from its beginning.
PPrinter trace_printer(Trace *t);
// The observer of machines and monitors.
void trace_happened(void *data, const Machine *m, Happening what, uint32_t state, uint32_t event,
                    uint32_t type, PWord value);
