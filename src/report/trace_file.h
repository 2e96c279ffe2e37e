// report/trace_file.h: the trace of a bug, as a file that is whole or not there.

#pragma once

#include "check/replay/execute.h"

// Executes the schedule and writes DIR/TEST-KIND.trace.jsonl. The folder is made when it
// is not there. The path, to be freed; NULL, with the reason, when that did not work.
char *trace_file_write(const char *folder, const PProgram *p, const PTest *test,
                       const Schedule *schedule, const TraceOrigin *origin, PError kind, Err *err);

// Adds DIR/TEST-KIND and the ending: how files about a bug are called.
void trace_file_path(Buf *path, const char *folder, const PTest *test, PError kind,
                     const char *ending);

// Executes the schedule and writes it to that file. False, with the reason, when it cannot.
bool trace_file_write_at(const char *path, const PProgram *p, const PTest *test,
                         const Schedule *schedule, const TraceOrigin *origin, Err *err);
