// report/stale.h: traces of earlier bugs that a test no longer shows.

#pragma once

#include "report/verdict.h"

// Executes the traces that earlier checks of this test left in the folder. Removes those that
// no longer lead to a bug, and nothing else. Returns the path of a trace that still leads to a
// bug although the check did not find it, or NULL; the caller frees it.
char *stale_remove(const char *folder, const Verdict *v);
