// check/exhaust/exhaust.h: the loop of the searches that remember states.
//
// Sees: base, rt, check/engine/engine.h, check/store/store.h, check/store/store_look.h,
//     check/explorer/orders.h, check/crew, check/liveness/liveness.h.
// Used by: check/search, report, cli.

#pragma once

#include "check/crew/crew.h"

// The workers are there, and nothing has run yet.
void loop_begin(Search *s);
bool loop_add_first(SearchWorker *w, Item *item);  // false: there is no memory for it

void *loop_main(void *worker);
bool loop_next_stratum(void *search);  // all workers stand still

// cycles.c: looks for a fair run without end that keeps a monitor hot, in all that was
// explored so far. What it finds is the search's finding. Workers stand still.
bool cycles_check(Search *s);
