// rt/send_rules.h: checks sends, announcements and creations before a host executes them.
//
// Each host executes these requests in its own way, but the language decides which ones are
// wrong. So the checks are here, in the order of the language. If a check succeeds, the request's
// value has the wanted type. If it fails, the value was released, and the request contains the
// bug.

#pragma once

#include "rt/machine.h"
#include "rt/program.h"

// Checks event, target, the events that the sender may send, the events that the reference
// permits, and the payload.
bool rules_check_send(const Machine *by, PRequest *ask);

// Checks event and payload.
bool rules_check_announce(const Machine *by, PRequest *ask);

// Finds the interface and the machine that `new` creates in this test. Fails if no machine is
// bound to the interface.
bool rules_check_new(const Machine *by, PRequest *ask, uint32_t *interface, uint32_t *kind);

// The reference to a machine created as the interface.
PWord rules_reference(const PProgram *p, uint32_t interface, uint32_t id);

// Whether a monitor sees an event that a machine sends or announces. `only` is the one monitor
// that gets the event, or P_NONE. `watched` is by interface, NULL for all.
bool rules_watches(const PProgram *p, uint32_t spec, const bool *watched, uint32_t by_interface,
                 uint32_t event, uint32_t only);

// A monitor of the 2015 dialect: the program creates it and sends events to it explicitly.
static inline bool rules_is_explicit(const PMachineInfo *info)
{
    return info->kind == P_MACHINE_SPEC && info->is_explicit;
}

// ------------------------------------------------------------- for speed

// Whether a send is allowed; the payload is not tested.
static inline bool rules_may_send(const Machine *by, const PRequest *ask)
{
    const PProgram *p = by->shared.program;
    uint32_t event = ask->event;
    return event != P_EVENT_NULL && P_MACHINE_ID(ask->target) != 0 &&
           eventset_contains(p, p->machines[by->kind].sends, event) &&
           eventset_contains(p, P_MACHINE_SET(ask->target), event);
}

// Whether a value of `type` is of the wanted type without a conversion. A plain `machine` may be
// any reference.
static inline bool rules_fits(const PProgram *p, uint32_t type, uint32_t wanted)
{
    return type == wanted ||
           (p->types[type].kind == P_TYPE_MACHINE && p->types[wanted].kind == P_TYPE_MACHINE &&
            p->types[wanted].permissions == P_NONE);
}
