// check/search/search.h: from a test to a verdict.
//
// The entrance of the checker. One call searches the schedules of one test: by the loop that
// stores states (check/exhaust), by samples (check/sample), or by first one and then the other.
//
// Sees: base, rt, check/engine/engine.h, check/store/store.h, check/explorer/orders.h,
//     check/replay/execute.h, check/coverage/coverage.h, check/crew, check/exhaust,
//     check/sample, check/liveness/liveness.h.
// Used by: report, view, explore, cli.

#pragma once

#include "base/err.h"
#include "check/crew/policy.h"
#include "check/crew/result.h"

// False when it could not begin: no such explorer, no memory.
bool search_run(const PProgram *p, const PTest *test, const SearchOptions *options,
                SearchResult *result, Err *err);
void search_result_drop(SearchResult *r);

// Asks every running search to end soon; may be called from a signal handler.
void search_interrupt(void);

const char *search_limit_name(Limit limit);
const char *search_verdict_name(VerdictKind verdict);

// The options of `plait check` when none is given.
SearchOptions search_defaults(void);

// Three quarters of the memory of this machine, or of the control group.
uint64_t search_default_memory(void);
