// explore/explore_next.h: what can happen next in an execution.

#pragma once

#include "base/buf.h"
#include "check/replay/execute.h"

bool explore_next_is_any(const Execution *x);

// [{"machine", "name", "does", "event", "alternatives"}, ...], empty when it is over.
void explore_next_write(const Execution *x, const PProgram *p, bool is_over, Buf *json);

void explore_quote(Buf *json, const char *text);  // "text"
