// tests/litmus/world.h: a cluster in one process: one thread, one seed, a simulated network.
//
// Each container is a runtime of its own, joined to the others by sessions. Which container runs
// next, which machine in it, when bytes arrive, and when something crashes or is cut, is random.

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "plait/runtime.h"

typedef struct LitmusRun {
    const PProgram *program;
    const char *test;
    const bool *is_apart;    // by machine kind: it gets a container of its own
    uint32_t crashes, cuts;  // at most so many
    uint32_t suspicions;     // a run with more of them is left out
} LitmusRun;

typedef struct LitmusResult {
    char outcome[1024];  // docs/contract.md, "Outcomes"
    bool is_wrong;       // the outcome is what went wrong
    bool is_beyond;      // more suspicions than allowed: the outcome says nothing
    uint64_t digest;     // of all that happened on the network
    uint64_t messages, stale, refused;
} LitmusResult;

void litmus_run(const LitmusRun *run, uint64_t seed, LitmusResult *result);
