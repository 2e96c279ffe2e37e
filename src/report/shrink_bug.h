// report/shrink_bug.h: shrinks a bug that a check found, before it is shown.

#pragma once

#include <signal.h>

#include "report/verdict.h"

// Whether shrinking removed something: steps, switches between machines, or choices.
bool shrunk_is_smaller(const Shrunk *s);

// Replaces the verdict's schedule by a shorter one with the same bug, if it finds one; then
// v->full has the original schedule. Ends after `seconds`, or soon after `stop` is set.
void shrink_bug(Verdict *v, double seconds, const volatile sig_atomic_t *stop);

// Writes DIR/TEST-KIND.full.trace.jsonl when the schedule was shrunk; otherwise removes an older
// file of that name, which would be about another bug. Returns the path, which the caller frees,
// or NULL when nothing was written; if that is an error, `err` has the reason.
char *shrink_bug_write_full(const Verdict *v, const char *folder, const TraceOrigin *origin,
                            Err *err);

void shrink_bug_print(const Verdict *v, FILE *out);  // "  1,842 steps reduced to 23"
