// check/engine/network.h: how events travel between machines.
//
// With NETWORK_MAILBOX an event is in the target's queue when its send is done. With
// NETWORK_FIFO it travels, if sender and target are in different containers: docs/contract.md has
// the rules.
//
// The events that travel from one machine to another are in a *channel*. A channel counts as a
// machine: it has a place in the state, a path, a queue, and steps of its own. It exists while
// events travel in it: the send that puts the first event creates it, the step that delivers the
// last one ends it. So searches, explorers, samplers, liveness and schedules treat a channel as
// they treat a machine.
//

// Faults are steps of one more such machine, which is there while something may still go wrong. Its
// first alternative is that nothing more goes wrong, and ends it; so an execution without faults is
// fair, and every execution ends in a state without it. A cut is marked by a machine that never
// runs.

#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef enum NetworkKind { NETWORK_MAILBOX, NETWORK_FIFO } NetworkKind;

typedef struct Network {
    NetworkKind kind;
    const bool *with_creator;  // by kind of machine: it lives in its creator's container;
                               // NULL: each machine has its own
    uint32_t crashes, cuts, suspicions;  // how many of each may happen in one execution
} Network;

// What can go wrong. In schedules these are the numbers of alternatives.
typedef enum FaultKind {
    FAULT_NONE,     // nothing more will go wrong
    FAULT_CRASH,    // of a container
    FAULT_CUT,      // between two containers
    FAULT_SUSPECT,  // a machine is told that another one is suspected
} FaultKind;

enum { FAULTS_MAX = 100 };  // of each kind, in one execution

static inline bool network_has_faults(const Network *n)
{
    return n->crashes || n->cuts || n->suspicions;
}

// Whether a machine of the kind gets a container of its own. The first machine of a test does.
static inline bool network_is_own(const Network *n, uint32_t machine_kind, bool is_first)
{
    return is_first || !n->with_creator || !n->with_creator[machine_kind];
}
