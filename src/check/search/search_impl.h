// check/search/search_impl.h: what the files of this room share.

#pragma once

#include "check/crew/crew.h"

// search.c
bool search_is_interrupted(void);
void search_init(Search *s, const PProgram *p, const PTest *test, const SearchOptions *options);
// Makes engines, workers and walks; to be closed also when it fails.
bool search_open(Search *s, Err *err);
void search_close(Search *s);

// search_verdict.c: decides from the rest of the result whether it is complete, and the verdict.
void search_decide(Search *s, SearchResult *r);
bool search_has_hot_states(const PProgram *p, const PTest *test);

// hybrid.c: called when ses has ended; whether samples have to be made.
bool hybrid_begin(Search *s);
// The time and the memory that the current part of the search may use.
double hybrid_seconds(const Search *s);
uint64_t hybrid_memory(const Search *s);
