// report/search_words.h: the names of points.
//
// The names of searches are in the table of check/crew/policy.h, the names of stores in the
// store's header. Reports use the same names as the options of plait check.

#pragma once

#include "check/crew/policy.h"

enum { POINTS_COUNT = POINTS_FULL + 1 };

extern const char *const points_names[POINTS_COUNT];  // --points
