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

#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef enum NetworkKind { NETWORK_MAILBOX, NETWORK_FIFO } NetworkKind;

typedef struct Network {
    NetworkKind kind;
    const bool *with_creator;  // by kind of machine: it lives in its creator's container;
                               // NULL: each machine has its own
} Network;

// Whether a machine of the kind gets a container of its own. The first machine of a test does.
static inline bool network_is_own(const Network *n, uint32_t machine_kind, bool is_first)
{
    return is_first || !n->with_creator || !n->with_creator[machine_kind];
}
