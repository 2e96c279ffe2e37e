// check/liveness/product.h: the graph as an automaton with accepting edges.
//
// For algorithms that know nothing of fairness. A run violates a monitor if and only if, for some
// set of fair choices that it makes only finitely often, it meets each of its duties infinitely
// often: a hot edge; for each machine an edge of it, or a node in which it cannot run; each
// outcome of each other fair choice. Edges on which the monitor is cold, and those that make a
// choice of the set, are left out.
//
// A state of the product is a node and the number of the duty that is waited for. An edge that
// meets it waits for the next one; an edge that meets the last one is accepting, and waits for
// the first one again. So the product has as many states as nodes times duties. Each node is
// reachable, so each state with the first duty is a start.
//
// Y. Choueka: Theories of automata on omega-tapes, Journal of Computer and System Sciences 8, 1974.

#pragma once

#include "check/liveness/graph.h"

typedef struct Duty {
    enum { DUTY_HOT, DUTY_MACHINE, DUTY_OUTCOME } kind;
    uint32_t machine;
    FairChoice choice;
} Duty;

typedef struct Automaton {
    const Graph *graph;
    bool within_handler;  // only nodes in the middle of a handler's choices; machines have no duty
    uint8_t *temperature; // by mark
    Duty *duties;
    uint32_t duty_count;
} Automaton;

// The number after the highest machine that is ever enabled.
uint32_t product_machines(const Graph *g);

// `ended`: the fair choices that are left out, as bits by site. Without `needs_outcomes` the other
// fair choices are no duties.
void product_init(Automaton *p, const Graph *g, uint32_t monitor, uint64_t ended,
                  bool within_handler, bool needs_outcomes);
void product_drop(Automaton *p);

enum { PRODUCT_SITES_MAX = 63 };  // a set of fair choices is a word

static inline uint64_t product_states(const Automaton *p)
{
    return (uint64_t)p->graph->node_count * p->duty_count;
}

static inline uint64_t product_start(const Automaton *p, uint32_t node)
{
    return (uint64_t)node * p->duty_count;
}

typedef struct ProductEdge {
    uint64_t to;
    bool is_accepting;
} ProductEdge;

typedef struct ProductReader {
    StepReader steps;
    uint32_t duty;
} ProductReader;

ProductReader product_of(const Automaton *p, uint64_t state);
bool product_read(const Automaton *p, ProductReader *r, ProductEdge *edge);
