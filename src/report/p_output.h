// report/p_output.h: a bug as P's checker writes it down, for the tools around it.

#pragma once

#include "report/verdict.h"

// Executes the schedule of the bug and writes DIR/TEST-KIND.txt (what happened, for
// people), .trace.json (for P's visualiser) and .schedule (who ran when, for P's replay).
// False, with the reason, when one of them cannot be written; the others are.
bool p_output_write(const char *folder, const Verdict *v, Err *err);
