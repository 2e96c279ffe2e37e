// cli/trace_file.h: the trace of a bug, as a file that is whole or not there.

#pragma once

#include "check/execute.h"

// Executes the schedule and writes DIR/TEST-KIND.trace.jsonl. The folder is made when it
// is not there. The path, to be freed; NULL, with the reason, when that did not work.
char *trace_file_write(const char *folder, const PProgram *p, const PTest *test,
                       const Schedule *schedule, const TraceOrigin *origin, PError kind, Err *err);
