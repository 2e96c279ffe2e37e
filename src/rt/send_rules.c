// rt/send_rules.c: checks requests to send, create and announce.
//
// Sends are the most frequent requests, so a few inline tests decide whether a request is
// allowed (rules_may_send, rules_fits). The reason for a failure is found afterwards.

#include "rt/send_rules.h"

static const PProgram *program(const Machine *m)
{
    return m->shared.program;
}

// The request is a bug: releases its value.
static bool refuse(const PProgram *p, PRequest *ask)
{
    p_release(p, ask->type, ask->value);
    ask->value = 0;
    return false;
}

// Converts the request's value to the wanted type.
static bool convert(const PProgram *p, PRequest *ask, uint32_t wanted)
{
    if (!rules_fits(p, ask->type, wanted)) {
        PWord converted;
        if (!p_cast(p, ask->type, ask->value, wanted, &converted, ask))
            return refuse(p, ask);
        p_release(p, ask->type, ask->value);
        ask->value = converted;
    }
    ask->type = wanted;
    return true;
}

// ---------------------------------------------------------------------------- sending

// Stores the reason why the event may not be sent in the request.
static bool forbid(const Machine *by, PRequest *ask)
{
    const PProgram *p = program(by);
    const PMachineInfo *sender = &p->machines[by->kind];
    const char *event = p->events[ask->event].name;

    if (ask->event == P_EVENT_NULL)
        return p_fail(ask, P_ERROR_NULL_TARGET, "the event to send is null");
    if (P_MACHINE_ID(ask->target) == 0)
        return p_fail(ask, P_ERROR_NULL_TARGET, "%s is sent to null", event);
    if (!eventset_contains(p, sender->sends, ask->event))
        return p_fail(ask, P_ERROR_FORBIDDEN_SEND, "%s is not among the events that %s sends",
                      event, sender->name);
    return p_fail(ask, P_ERROR_FORBIDDEN_SEND, "the reference to %s does not permit %s",
                  p_machine_name(P_MACHINE_ID(ask->target)), event);
}

bool rules_check_send(const Machine *by, PRequest *ask)
{
    const PProgram *p = program(by);
    if (!rules_may_send(by, ask)) {
        forbid(by, ask);
        return refuse(p, ask);
    }
    return convert(p, ask, p->events[ask->event].payload);
}

bool rules_check_announce(const Machine *by, PRequest *ask)
{
    const PProgram *p = program(by);
    if (ask->event == P_EVENT_NULL) {
        p_fail(ask, P_ERROR_NULL_TARGET, "the event to announce is null");
        return refuse(p, ask);
    }
    return convert(p, ask, p->events[ask->event].payload);
}

bool rules_watches(const PProgram *p, uint32_t spec, const bool *watched, uint32_t by_interface,
                 uint32_t event, uint32_t only)
{
    if (only != P_NONE)
        return only == spec;
    return !rules_is_explicit(&p->machines[spec]) &&
           eventset_contains(p, p->machines[spec].observes, event) &&
           (!watched || watched[by_interface]);
}

// --------------------------------------------------------------------------- creating

PWord rules_reference(const PProgram *p, uint32_t interface, uint32_t id)
{
    uint32_t set = p->interfaces[interface].receives;
    return id | (PWord)(set + 1) << 32;  // P_NONE + 1 is 0: all are permitted
}

// The interface that `new from` creates when `creator` executes it.
static uint32_t linked(const PTest *test, uint32_t creator, uint32_t from)
{
    for (uint32_t i = 0; i < test->link_count; i++)
        if (test->links[i].creator == creator && test->links[i].from == from)
            return test->links[i].to;
    return from;
}

bool rules_check_new(const Machine *by, PRequest *ask, uint32_t *interface, uint32_t *kind)
{
    const PProgram *p = program(by);
    const PTest *test = by->shared.test;

    *interface = linked(test, by->interface, ask->interface);
    *kind = test->bound[*interface];
    if (*kind == P_NONE) {
        p_fail(ask, P_ERROR_FORBIDDEN_SEND, "nothing is bound to %s in %s",
               p->interfaces[*interface].name, test->name);
        return refuse(p, ask);
    }
    return convert(p, ask, p->interfaces[*interface].payload);
}
