// report/p_output.h: a bug in the file formats of P's checker, for P's tools.

#pragma once

#include "report/verdict.h"

// Executes the schedule of the bug and writes DIR/TEST-KIND.txt (the steps as text),
// .trace.json (for P's visualiser) and .schedule (the schedule, for P's replay). False, with the
// reason, when one of them cannot be written; the others are still written.
bool p_output_write(const char *folder, const Verdict *v, Err *err);
