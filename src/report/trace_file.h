// report/trace_file.h: the trace of a bug as a file, written completely or not at all.

#pragma once

#include "check/replay/execute.h"

// Executes the schedule and writes DIR/TEST-KIND.trace.jsonl. Creates the folder if necessary.
// Returns the path, which the caller frees; NULL, with the reason, on failure.
char *trace_file_write(const char *folder, const PProgram *p, const PTest *test,
                       const Schedule *schedule, const TraceOrigin *origin, PError kind, Err *err);

// Adds DIR/TEST and the ending.
void trace_file_name(Buf *path, const char *folder, const PTest *test, const char *ending);

// Adds DIR/TEST-KIND and the ending: the names of files about a bug.
void trace_file_path(Buf *path, const char *folder, const PTest *test, PError kind,
                     const char *ending);

// Executes the schedule and writes the trace to `path`. False, with the reason, on failure.
bool trace_file_write_at(const char *path, const PProgram *p, const PTest *test,
                         const Schedule *schedule, const TraceOrigin *origin, Err *err);
