// cluster/suspicion.h: tells machines of a container that machines elsewhere are suspected.
//
// Who is told, and what it means, is in docs/contract.md. A container is doubted when its session
// is silent for too long, when the session has ended, or when a manager says that it is dead. Each
// machine here that refers to one of its machines is told once for each time that the container
// becomes doubted. One that gets a reference later is told when it sends something that cannot
// arrive any more.
//
// Doubts come at any time, also while a machine runs; the machines are told between two turns.

#pragma once

#include "cluster/directory.h"
#include "plait/host.h"
#include "rt/live.h"

typedef struct Suspicions {
    PlaitRuntime *runtime;
    const PProgram *program;
    const Directory *directory;
    uint32_t event;  // P_NONE: the program does not want to know
    bool *is_heard;  // by kind of machine
    Live *live;
    Map told;  // by pair of ids: which doubt it was told of
    bool has_news;
    struct LostSend *lost;
    uint32_t lost_count, lost_capacity;
    uint64_t count;  // events posted
} Suspicions;

void suspicions_init(Suspicions *s, PlaitRuntime *runtime, const PProgram *program,
                     const Directory *directory);
void suspicions_drop(Suspicions *s);

// The container may be gone; or it was heard of again.
void suspicions_doubt(Suspicions *s, Home *h);
void suspicions_trust(Home *h);
// A machine here has sent to a machine whose container was given up.
void suspicions_lost(Suspicions *s, uint32_t by, const Stranger *target);

// Whether suspicions_tell has something to do.
static inline bool suspicions_wait(const Suspicions *s)
{
    return s->has_news;
}

// Posts the events. No machine runs meanwhile.
void suspicions_tell(Suspicions *s);
