// cluster/restarts.h: when a container that has ended is started again.
//
// After 0.1, 0.2, 0.4 ... 30 seconds, and at most five times a minute. One that has lived for a
// minute begins anew with 0.1.

#pragma once

#include <stdint.h>

enum { RESTARTS_MOST = 5 };

typedef struct Restarts {
    uint64_t starts[RESTARTS_MOST];  // the last ones, in microseconds
    uint32_t count;                  // of starts without a minute between two of them
} Restarts;

void restarts_started(Restarts *r, uint64_t now);
// When to start it again; 0: there were too many starts.
uint64_t restarts_next(const Restarts *r, uint64_t now);
