// report/shrink_bug.h: a bug that a check found, made short before it is shown.

#pragma once

#include <signal.h>

#include "report/verdict.h"

// Whether anything was saved: steps, switches between machines, or choices.
bool shrunk_is_smaller(const Shrunk *s);

// The verdict's schedule becomes a shorter one with the same bug, if there is one; what was
// found is kept in v->full. Ends after so many seconds, and soon when `stop` is set.
void shrink_bug(Verdict *v, double seconds, const volatile sig_atomic_t *stop);

// Writes DIR/TEST-KIND.full.trace.jsonl when something was made shorter; otherwise removes
// an older one, which would be about another bug. The path, to be freed, or NULL: then `err`
// says why it could not be written, if it should have been.
char *shrink_bug_write_full(const Verdict *v, const char *folder, const TraceOrigin *origin,
                            Err *err);

void shrink_bug_print(const Verdict *v, FILE *out);  // "  1,842 steps reduced to 23"
