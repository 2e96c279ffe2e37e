// cluster/trace_files.h: the files in which a container writes its trace.
//
// `DIR/N.trace`; N is the number of the container. With a limit the file is begun again when it has
// half as many bytes, and the one before it is kept as `DIR/N.old.trace`: so both together have at
// most about as many bytes as the limit, and the last half of them is always there.

#pragma once

#include "cluster/container.h"

typedef struct TraceFiles {
    FILE *out;  // NULL: there is no trace
    char *path, *old_path;
    uint64_t limit;  // 0: none
    uint64_t before;  // bytes of the files before this one
    bool has_failed;
} TraceFiles;

// Without a folder there is no trace. False, with the reason.
bool trace_files_open(TraceFiles *t, const char *folder, uint64_t incarnation, uint64_t limit,
                      Err *err);
// What has happened is in the file, even if the process is killed; a file that is full is begun
// again.
void trace_files_turn(TraceFiles *t, Container *c);
// The bytes that were written, also those that are gone.
uint64_t trace_files_written(const TraceFiles *t, Container *c);
// The container is gone. False: not everything could be written.
bool trace_files_close(TraceFiles *t);
