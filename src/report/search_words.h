// report/search_words.h: the words for kinds of searches, stores and points.
//
// Reports use the words that the options of plait check have.

#pragma once

#include "check/crew/options.h"

enum { POINTS_COUNT = POINTS_FULL + 1 };

extern const char *const search_names[SEARCH_COUNT];  // --search
extern const char *const points_names[POINTS_COUNT];  // --points

// Whether the search has the order of an explorer (--explorer).
bool search_has_explorer(SearchKind kind);
