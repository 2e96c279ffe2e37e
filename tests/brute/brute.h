// tests/brute/brute.h: a search so plain that it must be right.
//
// The engine's counts are compared with this one's. It shares with the engine what a
// machine does (rt) and which slots of a frame count (rt/live.h), and nothing else:
// no interning, no rows, no fingerprints. States are compared as text; a state is come
// to by executing its schedule from the beginning. What is a state and what is a step is
// written here anew, from the text of check/engine/points.h.

#pragma once

#include "base/buf.h"
#include "check/replay/execute_impl.h"
#include "rt/live.h"

// What a machine is known by: (who created it, k, as which interface), as text.
typedef struct Paths {
    char **paths;        // by running number
    uint32_t *creators;  // running numbers; 0 for the first
    uint32_t *ks;
    uint32_t count, capacity;
} Paths;

void paths_add(Paths *n, uint32_t creator, uint32_t k, uint32_t interface);
// A channel, a cut, or the machine of faults.
void paths_add_part(Paths *n, const Player *part);
void paths_clear(Paths *n);
void paths_drop(Paths *n);

// The smallest k that a machine can have which the creator makes now.
uint32_t paths_next(const Paths *n, const Execution *x, const Live *live, uint32_t creator);

bool program_bounds_queues(const PProgram *p);

// The state of the execution as text: equal texts are equal states.
void describe(const Execution *x, const Paths *names, const Live *live, Buf *out);

// By running number: whether the machine still needs a reference to that one. To be freed.
bool *describe_refs(const Execution *x, const Paths *names, const Live *live, uint32_t machine);

// ------------------------------------------------------------------------- faults (faults.c)

enum { FAULT_CHOICES = 3 };

typedef struct BruteFault {
    uint32_t choices[FAULT_CHOICES];  // a FaultKind, and running numbers
    uint32_t count;
} BruteFault;

// Everything that can go wrong now, each once. `list` is to be freed.
uint32_t list_faults(const Execution *x, const Paths *names, const Live *live, BruteFault **list);
