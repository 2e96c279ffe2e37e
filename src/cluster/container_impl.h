// cluster/container_impl.h: what the files of a container share.

#pragma once

#include "base/buf.h"
#include "cluster/container.h"
#include "cluster/directory.h"
#include "cluster/pressure.h"
#include "cluster/suspicion.h"
#include "rt/cbor.h"
#include "rt/trace.h"
#include "run/elsewhere.h"

enum { MESSAGE_EVENT = 1, MESSAGE_CREATE = 2, EVENT_HEADER = 17, CREATE_HEADER = 9 };

// A message that has arrived, and is not in its target's queue.
typedef struct Arrival {
    uint64_t from;
    uint8_t *bytes;
    uint32_t count;
} Arrival;

struct Container {
    ContainerSetup setup;
    char *address;
    PlaitRuntime *runtime;
    Endpoint *endpoint;
    Elsewhere elsewhere;
    Directory directory;
    Suspicions suspicions;
    Pressure pressure;
    uint32_t first;  // id of the first machine
    bool is_born;    // it exists, or is planned
    bool is_busy;    // the runtime may have something to do
    bool is_over;    // the program has a bug
    Arrival *arrivals;
    uint32_t arrival_count, arrival_capacity;
    uint64_t other;  // with whom the message under way is exchanged
    Buf out;
    ContainerCounts counts;
};

// container_send.c: names of machines, and what goes to other containers.

Peer *container_peer(Container *c, const Home *h);
// How machines are named in a message between this container and `other`.
CborHooks container_hooks(Container *c);
// The id here of a machine that was named in a message; 0: there is none. `data` is the Container.
uint32_t container_name_in(void *data, const CborMachine *in);

// Those of Elsewhere; `owner` is the Container.
TraceMachine container_number_of(void *owner, uint32_t id);
const char *container_name_of(void *owner, uint32_t id);
bool container_send_away(void *owner, uint32_t by, uint32_t target, uint32_t event, PWord payload,
                         PRequest *ask);
uint32_t container_create_away(void *owner, uint32_t by, uint32_t kind, uint32_t interface,
                               PWord payload, PRequest *ask);
