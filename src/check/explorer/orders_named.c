// check/explorer/orders_named.c: steps that are known by a name, without their events.
//
// To list the events of a step takes longer than the rest of what a search does with it. So each
// worker remembers some steps by numbers that stand for their events. An explorer that hears only
// which machines become ready, and which cannot run any more, needs even less: few different steps
// are left, and they can be told after the state that follows was expanded.

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "check/explorer/explore.h"
#include "check/explorer/orders_impl.h"

enum { NAMED_BITS = 12 };  // log2 of the entries in a worker's cache

static NamedStep *named_step(const OrdersWorker *w, uint32_t state, uint64_t step)
{
    uint64_t mixed = (step ^ (uint64_t)state << 32) * 0x9e3779b97f4a7c15u;
    return &w->named_steps[mixed >> (64 - NAMED_BITS)];
}

bool orders_known_step(const Orders *o, uint32_t worker, uint32_t state, uint64_t step,
                       uint32_t *next)
{
    assert_debug(worker < o->worker_count && step != 0);
    const OrdersWorker *w = &o->workers[worker];
    if (!w->named_steps)
        return false;
    const NamedStep *known = named_step(w, state, step);
    *next = known->next;
    return known->step == step && known->state == state;
}

void orders_note_step(Orders *o, uint32_t worker, uint32_t state, uint64_t step, uint32_t next)
{
    assert_debug(worker < o->worker_count && step != 0);
    OrdersWorker *w = &o->workers[worker];
    if (!w->named_steps) {
        w->named_steps = memory_zeroed(1 << NAMED_BITS, sizeof *w->named_steps);
        pthread_mutex_lock(&o->lock);
        o->bytes += (1 << NAMED_BITS) * sizeof *w->named_steps;
        pthread_mutex_unlock(&o->lock);
    }
    *named_step(w, state, step) = (NamedStep){.step = step, .state = state, .next = next};
}

void named_steps_forget(OrdersWorker *w)
{
    if (w->named_steps)
        memset(w->named_steps, 0, (1 << NAMED_BITS) * sizeof *w->named_steps);
}

// -------------------------------------------------------------------------------- changes

bool orders_hear_changes(const Orders *o)
{
    return o->explorer == &explore_rtc || o->explorer == &explore_rr || o->explorer == &explore_prr;
}

// The name of a change is never 0, and differs from addresses.
static uint64_t change_name(const OrderChange *c)
{
    enum { ENDS = 62, STOPS = 31 };
    assert_debug((c->stops | c->ready) >> STOPS == 0);
    return UINT64_C(1) << 63 | (uint64_t)c->ends << ENDS | (uint64_t)c->stops << STOPS | c->ready;
}

static bool make_change(Orders *o, uint32_t worker, uint32_t state, const OrderChange *c,
                        uint32_t *next)
{
    StepEvent events[3];
    uint32_t count = 0;
    if (c->ready)
        events[count++] =
            (StepEvent){.kind = EVENT_SENT, .other = c->ready, .event = P_NONE, .is_enabled = true};
    if (c->stops)
        events[count++] = (StepEvent){.kind = EVENT_BLOCKED, .machine = c->stops};
    if (c->ends)
        events[count++] = (StepEvent){.kind = EVENT_BLOCKED, .machine = c->ready};
    return orders_step(o, worker, state, events, count, next);
}

bool orders_change(Orders *o, uint32_t worker, uint32_t state, const OrderChange *c, uint32_t *next)
{
    *next = state;
    assert_debug(orders_hear_changes(o) && (c->ready || !c->ends));
    if (!c->stops && !c->ready)
        return true;
    uint64_t name = change_name(c);
    if (orders_known_step(o, worker, state, name, next))
        return true;
    if (!make_change(o, worker, state, c, next))
        return false;
    orders_note_step(o, worker, state, name, *next);
    return true;
}

// The target was ready before, and then it still is, unless it has taken its event at once; or it
// becomes ready; or it has become ready and taken its event, and cannot run any more.
OrderChange orders_change_of(Stepper *h, const State *to, StepChange c, bool sender_runs,
                             bool target_runs)
{
    OrderChange change = {0};
    uint32_t target = change_target(c);
    assert_debug(target_runs || !(c & CHANGE_WAS_READY) || c & CHANGE_HAS_TAKEN);
    if (!sender_runs)
        change.stops = engine_path(h, to, change_sender(c));
    change.ends = c & CHANGE_HAS_TAKEN && !target_runs;
    if (change.ends || (target_runs && target && !(c & CHANGE_WAS_READY)))
        change.ready = engine_path(h, to, target);
    return change;
}
