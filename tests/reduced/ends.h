// tests/reduced/ends.h: the states in which an execution ends, up to the names of machines.
//
// The engine names a machine by its creator and a number, and uses the number of a machine again that
// has halted and that nobody refers to. So the names depend on whether the halt comes before or after
// the next creation, although nothing else does. Here each state is a hash that does not depend on
// names: machines are told apart by their content, and by the content of those that they refer to.

#pragma once

#include <pthread.h>
#include <stdint.h>

#include "check/engine/engine.h"

typedef struct Ends {
    pthread_mutex_t lock;
    uint64_t *hashes;  // ascending and each once, after ends_sort
    uint64_t count, capacity;
} Ends;

void ends_init(Ends *e);
void ends_drop(Ends *e);
void ends_add(void *ends, Stepper *stepper, const State *state);  // for SearchOptions.at_end
void ends_sort(Ends *e);
bool ends_equal(const Ends *a, const Ends *b);
