// cluster/container.h: one container: a runtime whose machines talk to those of other containers.
//
// What a program may expect is in docs/contract.md. A send to a machine of another container is a
// message of the session with that container. A `new` of a kind that gets its own container is the
// first message of the session with a container that does not exist yet: its incarnation and
// address are known at once, so that `new` returns at once. The new container keeps what others
// send to its first machine until that machine exists.
//
// A container ends when its program has a bug, or when its owner frees it. Nothing of it comes
// back: another one at the same address has another incarnation, and references to machines of this
// one are refused there.
//
// A container has no threads. The owner calls container_step when there is something to do, and
// turns the transport.

#pragma once

#include "base/err.h"
#include "net/endpoint.h"
#include "plait/host.h"

typedef struct Container Container;

typedef struct ContainerSetup {
    const PProgram *program;
    const char *test;      // NULL: plait_implementation
    uint64_t incarnation;  // never used before in this cluster
    const char *address;
    uint8_t cluster[CLUSTER_ID];
    SessionLimits limits;
    uint32_t queue_soft;  // events: the soft limit of its queues; 0: PRESSURE_SOFT
    uint64_t seed;  // of choices, and of the time between two attempts to connect
    bool takes_defaults;  // every choice takes its first alternative instead
    uint64_t loop_limit;  // as in PlaitOptions
    FILE *trace;          // NULL: nothing is written
    uint64_t replaces;    // the container that it was started for again; 0: none
    Transport transport;
    // The kind of the first machine, which another container creates; P_NONE: it is the main
    // machine, and container_begin creates it.
    uint32_t first_kind;
    // For simulations: machines run, and messages arrive, in random order, as far as the contract
    // allows. NULL: not.
    Rng *lots;

    void *owner;  // the first argument of the functions below
    uint64_t (*now)(void *owner);
    // Whether a machine of this kind gets a container of its own.
    bool (*is_apart)(void *owner, uint32_t kind);
    // A container for a machine of this kind is wanted. Says its incarnation and its address, of at
    // most ADDRESS_MAX bytes. False, with the reason: there cannot be one; then the program ends.
    // `creation` is what container_create takes, should the container be started again.
    bool (*spawn)(void *owner, uint32_t kind, const uint8_t *creation, uint32_t count,
                  uint64_t *incarnation, char address[static ADDRESS_MAX + 1], Err *err);
    void (*print)(void *owner, const char *text, size_t size);  // NULL: to standard output
    void (*problem)(void *owner, const PlaitProblem *problem);  // may be NULL
} ContainerSetup;

typedef struct ContainerCounts {
    uint64_t sent, delivered;  // messages to and from machines elsewhere
    uint64_t stale;            // sends to machines of containers that are gone or cut off
    uint64_t refused;          // messages that make no sense; their session was cut
    uint64_t ended;            // sessions
    uint64_t suspicions;       // machines here that were told of a machine elsewhere
} ContainerCounts;

// NULL: the reason is in err.
Container *container_new(const ContainerSetup *setup, Err *err);
void container_free(Container *c);

// Creates the main machine, with the default of its payload. False: the program has none.
bool container_begin(Container *c, Err *err);
// Creates the first machine of a container that is started again, from what `spawn` got. False: it
// makes no sense.
bool container_create(Container *c, const uint8_t *creation, uint32_t count);
// Runs machines until they have taken about so many events; 0: until there is nothing to do.
PlaitStatus container_step(Container *c, uint64_t events);
// Whether container_step or container_take has something to do.
bool container_is_busy(Container *c);

// What has happened is in the trace, if there is one, even if the process is killed.
void container_flush(Container *c);
// The bytes of the trace since it was begun, or begun again.
uint64_t container_trace_size(Container *c);
// What happens from now on is written there, with another header. The trace so far was flushed.
void container_trace_to(Container *c, FILE *out);
// From now on C of the program cannot post any more.
void container_close(Container *c);
// Whether C of the program may still post, or has posted and the loop did not notice it yet: then
// the container is not at rest.
bool container_expects_posts(Container *c);
// C of the program may have posted: there may be something to do.
void container_notice(Container *c);

// Whether its first machine was created.
bool container_is_born(const Container *c);

Endpoint *container_endpoint(Container *c);
PlaitRuntime *container_runtime(Container *c);
const ContainerCounts *container_counts(const Container *c);
// Whether all that it has sent is acknowledged, or was sent to containers for which `is_gone`.
bool container_is_settled(Container *c, bool (*is_gone)(void *data, uint64_t incarnation),
                          void *data);
// The container with that incarnation is known to be dead: nothing of it is taken any more, and
// nothing is sent to it.
void container_forget(Container *c, uint64_t incarnation);
// Cuts the session with that container, if there is one.
void container_cut(Container *c, uint64_t incarnation);

// In a simulation: a message that has arrived is put into its target's queue. False: there is none
// that could be.
bool container_take(Container *c);
