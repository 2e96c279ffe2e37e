// check/search/search_impl.h: what the files of this room share.

#pragma once

#include "check/crew/crew.h"

// search.c
bool search_is_interrupted(void);

// search_verdict.c: what is complete, and the verdict, from all else in the result.
void search_decide(Search *s, SearchResult *r);
bool search_has_hot_states(const PProgram *p, const PTest *test);

// hybrid.c: ses has ended: are there samples to be made?
bool hybrid_begin(Search *s);
// How much of the time and of the memory ses may use.
double hybrid_seconds(const Search *s);
uint64_t hybrid_memory(const Search *s);
