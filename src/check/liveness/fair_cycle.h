// check/liveness/fair_cycle.h: the parts of a graph in which a fair run can stay for ever.

#pragma once

#include "check/liveness/graph.h"

// A part of the graph: the nodes whose component is `id`, and the edges between them that were
// not removed. A run that takes each of these edges infinitely often is fair, and violates the
// monitor.
typedef struct FairPart {
    uint32_t id;
    const uint32_t *nodes;
    uint32_t count;
} FairPart;

typedef struct FairSearch FairSearch;

// A search for the parts that violate a monitor. `within_handler`: only nodes in the middle of a
// handler's choices.
FairSearch *fair_search_new(const Graph *g, uint32_t monitor, bool within_handler);
void fair_search_free(FairSearch *f);

// The next part; false when there is none. It is valid until the next call.
bool fair_search_next(FairSearch *f, FairPart *part);

// Whether the step, which begins at a node of the last part, belongs to it.
bool fair_search_has(const FairSearch *f, uint32_t node, GraphStep step);
// Whether steps with the mark are hot for the monitor.
bool fair_search_is_hot(const FairSearch *f, uint32_t mark);
