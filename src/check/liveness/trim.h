// check/liveness/trim.h: leaves out the nodes of a graph from which no cycle can be reached.

#pragma once

#include "check/liveness/graph.h"

// A set of nodes, one bit for each.
typedef struct NodeSet {
    uint64_t *words;
    uint32_t count;  // nodes in the set
} NodeSet;

static inline bool node_set_has(const NodeSet *s, uint32_t node)
{
    return s->words[node / 64] >> (node % 64) & 1;
}

// The nodes that are left when the steps with these marks are removed: all that lie on a cycle,
// and some others. `within_handler`: only nodes in the middle of a handler that makes choices.
NodeSet trim(const Graph *g, const bool *is_removed, bool within_handler);
void node_set_drop(NodeSet *s);
