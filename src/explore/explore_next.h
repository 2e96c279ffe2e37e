// explore/explore_next.h: what can happen next in an execution.

#pragma once

#include "base/buf.h"
#include "check/replay/execute.h"

bool explore_next_is_any(const Execution *x);

// [{"machine", "name", "does", "event", "alternatives", "words", "choices"}, ...], empty when it is
// over.
// The faults are turns, with choices.
void explore_next_write(const Execution *x, const PProgram *p, const Schedule *faults,
                        bool is_over, Buf *json);

void explore_quote(Buf *json, const char *text);  // "text"
