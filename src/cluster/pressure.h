// cluster/pressure.h: what a container does when more comes than its machines take.
//
// Above the soft limit of its queues it gives no credit to other containers: what they send waits
// in their outboxes. Above the soft limit of an outbox, or of its queues, it wants nothing from
// outside (p_may_post). So a flood stops at its source, and no handler ever waits. Who sends all
// the same reaches the hard limit of an outbox, which cuts the session (S13 in docs/contract.md).
//
// A container whose machines have nothing to do gives credit even if its queues are long: they hold
// deferred events then, and the event that ends the wait may be among those that wait elsewhere.

#pragma once

#include "net/endpoint.h"
#include "plait/host.h"

enum { PRESSURE_SOFT = 1 << 16 };  // events in the queues of a container

typedef struct Pressure {
    PlaitRuntime *runtime;
    Endpoint *endpoint;
    uint64_t soft;     // events
    uint32_t window;   // of credit, as long as the queues are not full
    uint64_t queued;   // events in the queues when they were counted last
    uint64_t came;     // from elsewhere after that
    uint64_t posted;   // from elsewhere after the last step
    uint64_t taken;    // about so many events were taken after the last count
    uint32_t crowded;  // outboxes above their soft limit
    bool is_full;      // the queues are above their soft limit
} Pressure;

void pressure_init(Pressure *p, PlaitRuntime *runtime, Endpoint *endpoint, uint64_t soft,
                   uint32_t window);

// An event came from another container.
void pressure_came(Pressure *p);
// The machines have taken about so many events, 0: any number; they have nothing to do if
// `is_idle`.
void pressure_stepped(Pressure *p, uint64_t events, bool is_idle);
// One more outbox, or one less, is above its soft limit.
void pressure_crowded(Pressure *p, bool is_crowded);
