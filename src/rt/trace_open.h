// rt/trace_open.h: opens a trace for reading, as lines of text.
//
// The trace of a container is blocks of bytes (rt/trace_blocks.h); whoever reads it gets the lines
// of docs/traces.md, which are made here. Other traces are such lines already.

#pragma once

#include <stdio.h>

#include "base/err.h"

// NULL, with the reason: it cannot be read, or is damaged. A block that is cut off at the end of
// the file is left out; then the lines have no end either.
FILE *trace_open_lines(const char *path, Err *err);
