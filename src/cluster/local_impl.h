// cluster/local_impl.h: what the files of the manager share.

#pragma once

#include <sys/types.h>

#include "cluster/control.h"
#include "cluster/local.h"
#include "cluster/metrics.h"
#include "cluster/process.h"
#include "cluster/restarts.h"
#include "trust/certificate.h"

// A process, or a place where one will be started again.
typedef struct Child {
    Process process;  // none: it waits to be started
    int control;
    int listener;  // with TLS: where it takes calls, also after it was started again; else -1
    uint64_t incarnation;
    uint64_t before;  // that of the process before it at this place; 0: none
    uint32_t kind;  // P_NONE: of the main machine
    uint8_t *creation;
    uint32_t creation_count;
    uint64_t start_at;
    int64_t renew_at;  // its certificate, in seconds since 1970
    Restarts restarts;
    uint32_t starts;
    ControlWord state;  // its last answer
} Child;

// What containers that have ended have counted, and how they ended.
typedef struct Ended {
    uint64_t sent, delivered, stale, refused, strangers, events, traced;
    uint64_t restarts, by_signal, with_bug;
} Ended;

typedef struct Local {
    const LocalSetup *setup;
    char folder[32];
    int signals;
    Child **children;
    uint32_t child_count, child_capacity;
    uint64_t *dead;  // incarnations that have ended
    uint32_t dead_count, dead_capacity;
    uint64_t forks, next_incarnation;
    uint64_t probe, probe_at, probe_pause;
    uint64_t last_sent, last_delivered;
    bool was_at_rest;
    bool is_ending, was_signalled;
    bool is_draining;
    ControlKind end;
    uint64_t kill_at, drain_until;
    Metrics *metrics;       // NULL: none
    Authority *issuer;      // signs a certificate for each life of a container; NULL: local sockets
    Ended before;
    int code;
} Local;

// The kind of the first machine of a container.
static inline const char *local_kind(const Local *l, uint32_t kind)
{
    return l->setup->program->machines[kind == P_NONE ? l->setup->main_kind : kind].name;
}

static inline void ended_add(Ended *sum, const ControlWord *state)
{
    sum->sent += state->sent;
    sum->delivered += state->delivered;
    sum->stale += state->stale;
    sum->refused += state->refused;
    sum->strangers += state->strangers;
    sum->events += state->events;
    sum->traced += state->traced;
}

// local.c

void local_say(const Local *l, const Child *c, LogLevel level, const char *what, const char *name,
               int number, const char *format);
void local_tell(const Child *c, const ControlWord *word);

// local_start.c

// Starts the process of a container. False: errno says why.
bool local_start(Local *l, Child *c);
// New certificates for those whose time has come, long before they end.
void local_renew_due(const Local *l);

// The figures of all containers, as Prometheus reads them; `data` is the Local.
void local_metrics(void *data, Buf *out);
