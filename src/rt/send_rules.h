// rt/send_rules.h: what is asked for, looked at before it is done.
//
// Both hosts do sends, announcements and creations in their own way, but what is
// wrong with one is the language's business: the checks stand here, in the order of
// the language. All of them leave the request's value in the type that is wanted; when
// they fail, the value has been given back and the bug stands in the request.

#pragma once

#include "rt/machine.h"
#include "rt/program.h"

// Event, target, what the sender may send, what the reference permits, the payload.
bool rules_check_send(const Machine *by, PRequest *ask);

// Event and payload.
bool rules_check_announce(const Machine *by, PRequest *ask);

// What `new` creates in this test: its interface and machine. Nothing may be bound.
bool rules_check_new(const Machine *by, PRequest *ask, uint32_t *interface, uint32_t *kind);

// The reference to a machine created as the interface.
PWord rules_reference(const PProgram *p, uint32_t interface, uint32_t id);

// Whether a monitor sees what a machine sends or announces. `only` is the monitor that
// is told, or P_NONE. `watched` is by interface, NULL for all.
bool rules_watches(const PProgram *p, uint32_t spec, const bool *watched, uint32_t by_interface,
                 uint32_t event, uint32_t only);

// A monitor of the 2015 dialect: it is created, and told what it sees.
static inline bool rules_is_explicit(const PMachineInfo *info)
{
    return info->kind == P_MACHINE_SPEC && info->is_explicit;
}

// ------------------------------------------------------------- for speed

// Whether a send passes, but for its payload.
static inline bool rules_may_send(const Machine *by, const PRequest *ask)
{
    const PProgram *p = by->shared.program;
    uint32_t event = ask->event;
    return event != P_EVENT_NULL && P_MACHINE_ID(ask->target) != 0 &&
           eventset_contains(p, p->machines[by->kind].sends, event) &&
           eventset_contains(p, P_MACHINE_SET(ask->target), event);
}

// Whether a value is one of the wanted type as it stands. A plain `machine` is any
// reference.
static inline bool rules_fits(const PProgram *p, uint32_t type, uint32_t wanted)
{
    return type == wanted ||
           (p->types[type].kind == P_TYPE_MACHINE && p->types[wanted].kind == P_TYPE_MACHINE &&
            p->types[wanted].permissions == P_NONE);
}
