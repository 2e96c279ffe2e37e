// check/exhaust/exhaust.h: the loop of the searches that store states.
//
// Sees: base, rt, check/engine/engine.h, check/store/store.h, check/store/store_look.h,
//     check/explorer/orders.h, check/crew, check/liveness/liveness.h.
// Used by: check/search, report, cli.

#pragma once

#include "check/crew/crew.h"

// Called when the workers exist and nothing has run yet.
void loop_begin(Search *s);
bool loop_add_first(SearchWorker *w, Item *item);  // false: not enough memory

void *loop_main(void *worker);
bool loop_next_stratum(void *search);  // while all workers wait
// What the workers pause for: the store grows, or recorded steps are searched for a cycle. False:
// the search is over.
bool loop_alone(void *search);

// at_once.c: what a worker keeps there; may be NULL.
void at_once_free(struct AtOnce *a);

// cycles.c: looks for an infinite fair run that keeps a monitor hot, in the graph explored so
// far. If there is one, it becomes the search's finding. To be called while all workers wait.
bool cycles_check(Search *s);
