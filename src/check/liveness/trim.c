// check/liveness/trim.c: leaves out the nodes of a graph from which no cycle can be reached.
//
// A node without a step to a node that is left lies on no cycle, and is left out. A depth-first
// search that finds components jumps through memory, and waits for it with each step. Here the
// nodes are read in the order of their numbers, so what comes next can be fetched ahead, and a
// node takes one bit. Most searches number states in the order in which they are found; so most
// steps lead to larger numbers, and one sweep from the last node to the first leaves out nearly
// all nodes that can be. Sweeps are repeated as long as each leaves out many nodes. A depth-first
// search of states numbers them differently: then the first sweep ends early.
//
// K. McLendon, B. Hendrickson, S. Plimpton, L. Rauchwerger: Finding strongly connected components
// in distributed graphs, Journal of Parallel and Distributed Computing 65, 2005 (the trim step).

#include "check/liveness/trim.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum {
    AHEAD = 12,      // nodes whose steps are fetched before they are read
    WORTH = 4,       // a sweep is followed by another when it leaves out one node of so many
    TRIED = 16,      // the first sweep ends early, after one node of TRIED,
    HOPELESS = 64,   // when it has left out less than one of HOPELESS of these
};

static void remove_node(NodeSet *s, uint32_t node)
{
    assert(node_set_has(s, node) && s->count > 0);
    s->words[node / 64] &= ~(UINT64_C(1) << (node % 64));
    s->count--;
}

static bool is_left(const Graph *g, const NodeSet *s, const bool *is_removed, bool within_handler,
                    uint32_t node)
{
    StepReader r = steps_of(g->steps, node);
    GraphStep step;
    if (within_handler && !r.is_choosing)
        return false;
    while (step_read(&r, &step))
        if (!is_removed[step.mark] && node_set_has(s, step.to))
            return true;
    return false;
}

static void sweep(const Graph *g, NodeSet *s, const bool *is_removed, bool within_handler)
{
    uint32_t nodes = g->node_count, tried = nodes / TRIED;
    bool is_first = s->count == nodes;
    for (uint32_t node = nodes; node-- > 0;) {
        if (node >= AHEAD && node_set_has(s, node - AHEAD))
            steps_prefetch(g->steps, node - AHEAD);
        if (node_set_has(s, node) && !is_left(g, s, is_removed, within_handler, node))
            remove_node(s, node);
        if (is_first && !within_handler && nodes - node == tried &&
            nodes - s->count < tried / HOPELESS)
            return;
    }
}

NodeSet trim(const Graph *g, const bool *is_removed, bool within_handler)
{
    uint32_t nodes = g->node_count, before;
    NodeSet s = {.words = memory_zeroed((uint64_t)nodes / 64 + 1, sizeof *s.words), .count = nodes};
    memset(s.words, 0xff, nodes / 64 * sizeof *s.words);
    if (nodes % 64)
        s.words[nodes / 64] = UINT64_MAX >> (64 - nodes % 64);
    do {
        before = s.count;
        sweep(g, &s, is_removed, within_handler);
    } while (s.count > 0 && s.count < before - before / WORTH);
    return s;
}

void node_set_drop(NodeSet *s)
{
    free(s->words);
    *s = (NodeSet){0};
}
