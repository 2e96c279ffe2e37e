// check/liveness/graph.h: the explored steps of a program, as a graph with marks.
//
// A node is a global state, an edge is a step. The mark of an edge is what liveness needs to
// know of the step: which machine ran, which fair choices it made with which outcome, and which
// monitors were hot or cold. There are few distinct marks, so an edge has the number of one.
//
// A monitor is hot on an edge when it is in a hot state where the edge begins, or enters one
// during the step; cold likewise.
//
// An infinite run violates a monitor when it has infinitely many hot edges of it, and only
// finitely many cold ones. Only fair runs count:
//
//   * a machine that from some time on can always run, runs again (weak fairness);
//   * when one machine makes a fair choice `$$` at one place infinitely often, each outcome
//     occurs infinitely often (strong fairness).
//
// A handler that makes choices for ever lets no other machine run: for a cycle in which all
// nodes are in the middle of such a handler, the first rule does not apply.
//
// This file does not depend on how the graph was made.

#pragma once

#include "check/liveness/steps.h"

// One outcome of a fair choice. A site is one place in the program and one machine.
typedef struct FairChoice {
    uint32_t site;
    uint32_t outcome;
} FairChoice;

typedef struct Mark {
    uint32_t machine;  // the one that ran
    uint32_t hot_count, cold_count, choice_count;
    const uint32_t *hot, *cold;  // monitors
    const FairChoice *choices;
} Mark;

typedef struct MachineSet {
    uint32_t count;
    const uint32_t *machines;  // ascending
} MachineSet;

typedef struct Graph {
    const Steps *steps;  // their marks and sets of enabled machines are numbers in these tables:
    const Mark *marks;
    const MachineSet *sets;    // machines that can run, or could if no other were choosing
    const uint32_t *outcomes;  // by site: the number of outcomes
    uint32_t node_count, mark_count, set_count, site_count, monitor_count;
} Graph;

// An infinite run: the steps of the stem, and of one round of the loop.
typedef struct Lasso {
    GraphStep *steps;
    uint32_t stem_count, loop_count;
    uint32_t monitor;          // the one that stays hot
    bool is_within_handler;    // a handler makes choices for ever
} Lasso;

// Whether a fair run from the node violates a monitor; then `lasso` is a short one.
bool lasso_find(const Graph *g, uint32_t start, Lasso *lasso);
void lasso_drop(Lasso *lasso);
