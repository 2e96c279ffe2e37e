// run/elsewhere.h: machines of other containers, as a runtime sees them.
//
// To a runtime of a cluster some machines are elsewhere. Each of them has an id here, so that P
// code can hold, compare and print references to it as to any machine. What is sent to such an id
// is handed to the owner of the runtime, and so is each `new`, which may be for another container.
//
// A runtime of a cluster has no threads: everything happens inside plait_step.

#pragma once

#include "base/rng.h"
#include "plait/host.h"

struct Machine;
struct TraceMachine;
struct TraceOrigin;

typedef struct Elsewhere {
    void *owner;
    // `by` sends to a machine elsewhere. Borrows the payload. False, with the reason in the
    // request: it cannot be sent, which is a bug of the program.
    bool (*send)(void *owner, uint32_t by, uint32_t target, uint32_t event, PWord payload,
                 PRequest *ask);
    // `by` creates a machine. Returns the id of a machine elsewhere; 0: it is to be created here.
    // P_NONE, with the reason in the request: it cannot be. Borrows the payload.
    uint32_t (*create)(void *owner, uint32_t by, uint32_t kind, uint32_t interface, PWord payload,
                       PRequest *ask);
    // The name of a machine, the same in all containers; valid until the next call.
    const char *(*name)(void *owner, uint32_t id);
    // The same in numbers.
    struct TraceMachine (*number)(void *owner, uint32_t id);
    // For simulations: the machine that runs next is random, its turn is one event or ends after a
    // send, and plait_step ends after each turn. NULL: not.
    Rng *lots;
} Elsewhere;

// Before the first machine is created. The struct is used as long as the runtime.
void elsewhere_attach(PlaitRuntime *runtime, const Elsewhere *elsewhere);

// What happens is written to `out`, in blocks (rt/trace_blocks.h). Before the first machine is
// created.
void elsewhere_trace(PlaitRuntime *runtime, FILE *out, const struct TraceOrigin *origin);
// What has happened is in the file, even if the process is killed.
void elsewhere_flush(PlaitRuntime *runtime);
// The bytes of the trace in the file; then, after elsewhere_trace_to, in the next one.
uint64_t elsewhere_trace_size(PlaitRuntime *runtime);
void elsewhere_trace_to(PlaitRuntime *runtime, FILE *out);

// A new id for a machine of that kind elsewhere.
uint32_t elsewhere_add(PlaitRuntime *runtime, uint32_t kind);
// An id for a machine that will be created here, by elsewhere_create.
uint32_t elsewhere_reserve(PlaitRuntime *runtime, uint32_t kind);
// As plait_create, for an id that was reserved. False: payload or interface is wrong.
bool elsewhere_create(PlaitRuntime *runtime, uint32_t id, uint32_t interface, PWord payload);

// The kind of a machine with that id, here or elsewhere, also after it has halted; P_NONE: there
// is none.
uint32_t elsewhere_kind(PlaitRuntime *runtime, uint32_t id);
// As p_post, for an event that a machine of another container has sent; `from` is its id here, 0:
// not known.
bool elsewhere_post(PlaitRuntime *runtime, uint32_t from, uint32_t target, uint32_t event,
                    PWord payload);
// From now on p_post returns false: only machines of other containers can post.
void elsewhere_close(PlaitRuntime *runtime);
// What p_may_post says.
void elsewhere_crowd(PlaitRuntime *runtime, bool is_crowded);
// The number of events in the queues of all machines, those posted after the last plait_step left
// out. Takes time for each id that was ever used.
uint64_t elsewhere_queued(PlaitRuntime *runtime);
// Whether code outside has posted what no machine got yet, or may still post (p_hold). Who posts
// and then ends its hold is seen by one of the two.
bool elsewhere_expects_posts(PlaitRuntime *runtime);
// The machine here with that id; NULL when it has halted, is elsewhere or was never created.
const struct Machine *elsewhere_look(PlaitRuntime *runtime, uint32_t id);
