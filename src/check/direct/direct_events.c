// check/direct/direct_events.c: what explorers have to know of a step.
//
// The engine's engine_events and faults_events say the same for interned states: what changes there
// has to change here.

#include <stdlib.h>

#include "base/memory.h"
#include "check/direct/direct_impl.h"

_Static_assert(offsetof(Actor, machine) == 0 && offsetof(Machine, shared) == 0,
               "direct_told finds the actor of a machine");

void direct_told(PMachine *m, uint32_t op, uint32_t machine, int64_t number)
{
    Direct *d = ((Actor *)m)->direct;
    MEMORY_GROW(d->ops, d->op_count + 1, d->op_capacity);
    d->ops[d->op_count++] = (UserOp){.op = op, .path = machine, .number = number};
}

// The list of events, and what is added to it.
typedef struct Events {
    Direct *direct;
    const DirectStep *step;
    uint32_t machine;  // path of the one that made the step
    uint32_t count;
} Events;

static void add(Events *e, StepEvent event)
{
    assert(e->count < e->direct->event_capacity);
    e->direct->events[e->count++] = event;
}

static void add_ops(Events *e, uint32_t first, uint32_t end)
{
    for (uint32_t i = first; i < end; i++) {
        const UserOp *op = &e->direct->ops[i];
        add(e, (StepEvent){.kind = EVENT_USER,
                           .machine = e->machine,
                           .other = op->path,
                           .event = op->op,
                           .number = op->number});
    }
}

static void add_sent(Events *e, uint32_t path)
{
    const Actor *to = actor_find(e->direct, path);
    add(e, (StepEvent){.kind = EVENT_SENT,
                       .machine = e->machine,
                       .other = path,
                       .event = e->step->sent,
                       .is_enabled = to && mail_could_run(e->direct, to)});
}

static void add_created(Events *e)
{
    const Direct *d = e->direct;
    uint32_t path = e->step->created;
    bool is_channel = engine_is_channel(d->engine, path);
    add(e, (StepEvent){.kind = EVENT_CREATED,
                       .machine = e->machine,
                       .other = path,
                       .event = is_channel ? KIND_CHANNEL : engine_kind(d->stepper, path)});
}

static int compare_machines(const void *one, const void *other)
{
    uint32_t a = ((const StepEvent *)one)->machine, b = ((const StepEvent *)other)->machine;
    return (a > b) - (a < b);
}

// A fault may remove many machines; explorers hear of them in the order of their paths.
static void add_fault(Events *e)
{
    const DirectStep *step = e->step;
    if (step->choices[0] == FAULT_SUSPECT)
        add_sent(e, step->choices[1]);
    uint32_t first = e->count;
    for (uint32_t i = 0; i < step->lost_count; i++)
        add(e, (StepEvent){.kind = EVENT_HALTED,
                           .machine = direct_path(e->direct, step->lost[i])});
    if (step->has_halted)
        add(e, (StepEvent){.kind = EVENT_HALTED, .machine = e->machine});
    qsort(e->direct->events + first, e->count - first, sizeof *e->direct->events,
          compare_machines);
}

static void add_all(Events *e, const Actor *a)
{
    const Direct *d = e->direct;
    const DirectStep *step = e->step;
    uint32_t before = d->ops_before < d->op_count ? d->ops_before : d->op_count;
    if (step->taken != P_NONE)
        add(e, (StepEvent){.kind = EVENT_TAKEN, .machine = e->machine, .event = step->taken});
    add_ops(e, 0, before);
    if (step->sent != P_NONE)
        add_sent(e, step->to);
    if (step->created)
        add_created(e);
    add_ops(e, before, d->op_count);
    if (step->has_halted)
        add(e, (StepEvent){.kind = EVENT_HALTED, .machine = e->machine});
    else if (!mail_could_run(d, a))
        add(e, (StepEvent){.kind = EVENT_BLOCKED, .machine = e->machine});
}

StepEvent *direct_events(Direct *d, uint32_t number, const DirectStep *step, uint32_t *count)
{
    enum { OTHERS = 4 };  // taken, sent, created, and then blocked or halted
    const Actor *a = actor_at(d, number);
    Events e = {.direct = d, .step = step, .machine = a->path};
    assert(step->kind == EDGE_STATE);
    MEMORY_GROW(d->events, OTHERS + d->op_count + step->lost_count, d->event_capacity);
    if (step->is_fault)
        add_fault(&e);
    else
        add_all(&e, a);
    *count = e.count;
    return d->events;
}
