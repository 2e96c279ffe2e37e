// report/stale.h: traces of earlier bugs that a test no longer shows.

#pragma once

#include "report/verdict.h"

// Looks at the traces that earlier checks of this test left in the folder. Those that no
// longer lead to a bug are removed, nothing else is. The path of one that still does, though
// the check did not find it, to be freed; NULL for none.
char *stale_remove(const char *folder, const Verdict *v);
