// check/liveness/graph.h: the explored steps of a program, as a graph with marks.
//
// A node is a global state, an edge is a step. What liveness needs to know of a step is
// its mark: which machine ran, which fair choices it made with which outcome, and which
// monitors were hot or cold. There are few different marks, so an edge holds the number
// of one.
//
// A monitor is hot on an edge when it rests in a hot state where the edge begins, or passes
// through one during the step; cold likewise.
//
// An infinite run violates a monitor when it meets hot edges of it infinitely often, and cold
// ones only finitely often. Only fair runs count:
//
//   * a machine that can run from some time on without a break, runs again (weak fairness);
//   * of a fair choice `$$` that one machine makes infinitely often at one place, each
//     outcome occurs infinitely often (strong fairness).
//
// A handler that makes choice after choice without end lets nobody else run: for a cycle
// of nothing but nodes in the middle of such a handler, the first rule does not count.
//
// This room knows nothing of how the graph was made.

#pragma once

#include <stdbool.h>
#include <stdint.h>

// One outcome of a fair choice. A site is one place in the program and one machine.
typedef struct FairChoice {
    uint32_t site;
    uint32_t outcome;
} FairChoice;

typedef struct Mark {
    uint32_t machine;  // who ran
    uint32_t hot_count, cold_count, choice_count;
    const uint32_t *hot, *cold;  // monitors
    const FairChoice *choices;
} Mark;

typedef struct MachineSet {
    uint32_t count;
    const uint32_t *machines;  // ascending
} MachineSet;

typedef struct GraphEdge {
    uint32_t to;
    uint32_t mark;
} GraphEdge;

typedef struct GraphNode {
    uint64_t first;        // edge; they end where those of the next node begin
    uint32_t enabled : 31; // set of machines that can run, or could if nobody was choosing
    uint32_t is_choosing : 1;
} GraphNode;

typedef struct Graph {
    const GraphNode *nodes;  // node_count, and one more behind them for `first`
    const GraphEdge *edges;
    const Mark *marks;
    const MachineSet *sets;
    const uint32_t *outcomes;  // by site, how many there are
    uint32_t node_count, mark_count, set_count, site_count, monitor_count;
} Graph;

static inline uint64_t graph_edge_count(const Graph *g)
{
    return g->nodes[g->node_count].first;
}

// A run that goes round for ever: edges, by number, to the loop and once around it.
typedef struct Lasso {
    uint64_t *edges;
    uint32_t stem_count, loop_count;
    uint32_t monitor;          // that stays hot
    bool is_within_handler;    // a handler makes choices for ever
} Lasso;

// Whether a fair run from the node violates a monitor. The lasso is then a short one.
bool lasso_find(const Graph *g, uint32_t start, Lasso *lasso);
void lasso_drop(Lasso *lasso);
