// report/search_words.h: the words for points.
//
// Those for searches are in the table of check/crew/policy.h, those for stores in the store's.
// Reports use the words that the options of plait check have.

#pragma once

#include "check/crew/policy.h"

enum { POINTS_COUNT = POINTS_FULL + 1 };

extern const char *const points_names[POINTS_COUNT];  // --points
