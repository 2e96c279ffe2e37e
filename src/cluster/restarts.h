// cluster/restarts.h: when a container that has ended is started again.
//
// After 0.1, 0.2, 0.4 ... 30 seconds, and at most five times a minute, unless the deployment file
// says something else. One that has lived for a minute begins anew with 0.1.

#pragma once

#include <stdint.h>

enum { RESTARTS_MOST = 5, RESTARTS_KEPT = 64 };

// 0: the usual number. Times are microseconds.
typedef struct RestartPolicy {
    uint32_t most;    // starts within that time, at most RESTARTS_KEPT
    uint64_t within;
    uint64_t first, last;  // the pause before the first further start, and the longest one
} RestartPolicy;

typedef struct Restarts {
    RestartPolicy policy;
    uint64_t starts[RESTARTS_KEPT];  // the last ones
    uint32_t count;                  // of starts without that time between two of them
} Restarts;

void restarts_started(Restarts *r, uint64_t now);
// When to start it again; 0: there were too many starts.
uint64_t restarts_next(const Restarts *r, uint64_t now);
// How many starts are allowed.
uint32_t restarts_most(const Restarts *r);
