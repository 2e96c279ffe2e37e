// rt/machine_events.c: which events a machine takes, and how it begins to handle one.

#include "base/err.h"
#include "rt/machine_impl.h"

static const PReceiveCase *case_of(const Machine *m, uint32_t event)
{
    const PReceive *r = &program(m)->receives[m->receive];
    for (uint32_t i = 0; i < r->case_count; i++)
        if (r->cases[i].event == event)
            return &r->cases[i];
    return NULL;
}

Wants machine_wants(const Machine *m, uint32_t event)
{
    if (m->receive != P_NONE)
        return event == P_EVENT_HALT || case_of(m, event) ? WANTS_TAKE : WANTS_DEFER;
    if (m->foreign)
        return WANTS_TAKE;
    const PHandler *own = own_handler(program(m), top(m)->state, event);
    if (own)
        return own->kind == P_ON_DEFER                               ? WANTS_DEFER
               : own->kind == P_ON_IGNORE && !program(m)->is_classic ? WANTS_DROP
                                                                     : WANTS_TAKE;
    return inherits_defer(top(m), event) ? WANTS_DEFER : WANTS_TAKE;
}

bool machine_wants_null(const Machine *m)
{
    if (m->receive != P_NONE)
        return case_of(m, P_EVENT_NULL) != NULL;
    if (m->foreign)
        return false;
    const PHandler *h = m->level_count ? handler_of(m, P_EVENT_NULL) : NULL;
    return h && h->kind != P_ON_DEFER && h->kind != P_ON_IGNORE;
}

// Delivers an event to the receive in which the machine waits: stores the payload in the slot of
// the case.
static void deliver_case(Machine *m, const PReceiveCase *c, PWord payload)
{
    const PProgram *p = program(m);
    uint32_t type = p->events[c->event].payload;
    happened(m, HAPPENED_RECEIVE, machine_state(m), c->event, type, payload);
    m->receive = P_NONE;
    m->stack[m->frame + FRAME_RESUME] = c->at;
    if (c->payload != P_NONE) {
        // The type checker has made sure that the slot accepts the payload's type.
        PRequest ask = {0};
        PWord value = 0;
        uint32_t wanted = fun_of(m, m->frame)->slot_types[c->payload];
        if (!p_cast(p, type, payload, wanted, &value, &ask))
            bug("a receive case that does not take its payload: %s", ask.text);
        PWord *slot = &slots_of(m, m->frame)[c->payload];
        PWord old = *slot;
        *slot = value;
        p_release(p, wanted, old);
    }
    p_release(p, type, payload);
}

void machine_deliver(Machine *m, uint32_t event, PWord payload)
{
    const PReceiveCase *c = m->receive != P_NONE ? case_of(m, event) : NULL;
    if (c) {
        deliver_case(m, c, payload);
        return;
    }
    machine_unwind(m);  // if `halt` ends a receive
    set_payload(m, event, program(m)->events[event].payload, payload);
    happened(m, HAPPENED_DEQUEUE, machine_state(m), event, m->payload_type, payload);
    m->control = CONTROL_WAIT;
    m->is_raised = true;
}

static inline const PHandler *find_action(const PProgram *p, uint32_t state, uint32_t event)
{
    const PHandler *h = own_handler(p, state, event);
    if (!h || h->kind != P_ON_DO || h->fun == P_NONE)
        return NULL;
    const PFun *f = &p->funs[h->fun];
    bool fits = f->param_count == 0 ||
                (f->param_count == 1 && f->slot_types[0] == p->events[event].payload);
    return fits && !f->takes_trigger ? h : NULL;
}

const PHandler *machine_action(const PProgram *p, uint32_t state, uint32_t event)
{
    return find_action(p, state, event);
}

static inline bool has_room(const Machine *m, const PFun *f)
{
    return FRAME_WORDS + f->slot_count <= STACK_MAX - m->stack_size;
}

static inline void start_action(Machine *m, const PHandler *h, uint32_t event, PWord payload)
{
    const PFun *f = &program(m)->funs[h->fun];
    m->shared.fuel -= TURN;
    push_frame(m, h->fun, P_NONE, P_NONE, NULL);
    if (f->param_count)
        slots_of(m, m->frame)[0] = payload;
    else
        p_release(program(m), program(m)->events[event].payload, payload);
    m->control = CONTROL_WAIT;
}

bool machine_act(Machine *m, const PHandler *action, uint32_t event, PWord payload)
{
    assert_debug(m->receive == P_NONE && !m->foreign &&
                 action == machine_action(program(m), machine_state(m), event));
    // With little fuel the turn counts where machine_run looks at it.
    if (m->shared.fuel <= TURN || !has_room(m, &program(m)->funs[action->fun]))
        return false;
    start_action(m, action, event, payload);
    return true;
}

// A fast path for the common case. False for other cases; then nothing has happened.
static inline bool start_plain_action(Machine *m, uint32_t event, PWord payload)
{
    const PProgram *p = program(m);
    if (m->receive != P_NONE || m->foreign)
        return false;
    const PHandler *h = find_action(p, top(m)->state, event);
    if (!h || !has_room(m, &p->funs[h->fun]))
        return false;
    happened(m, HAPPENED_DEQUEUE, top(m)->state, event, p->events[event].payload, payload);
    start_action(m, h, event, payload);
    return true;
}

void machine_take(Machine *m, uint32_t event, PWord payload)
{
    // As in machine_act.
    if (m->shared.fuel <= TURN || !start_plain_action(m, event, payload))
        machine_deliver(m, event, payload);
}

Wants machine_offer(Machine *m, uint32_t event, PWord payload)
{
    if (start_plain_action(m, event, payload))
        return WANTS_TAKE;
    Wants wants = machine_wants(m, event);
    if (wants == WANTS_TAKE)
        machine_deliver(m, event, payload);
    return wants;
}
