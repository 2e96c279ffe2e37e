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
void paths_add_channel(Paths *n, uint32_t from, uint32_t to);
void paths_clear(Paths *n);
void paths_drop(Paths *n);

// The smallest k that a machine can have which the creator makes now.
uint32_t paths_next(const Paths *n, const Execution *x, const Live *live, uint32_t creator);

bool program_bounds_queues(const PProgram *p);

// The state of the execution as text: equal texts are equal states.
void describe(const Execution *x, const Paths *names, const Live *live, Buf *out);
