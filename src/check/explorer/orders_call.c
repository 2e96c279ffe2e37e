// check/explorer/orders_call.c: the calls of an explorer's functions.
//
// Each call works on an unpacked state and on arrays of its worker. When the explorer crashes,
// these are discarded, with any changes that it made.

#include "check/explorer/orders_impl.h"

// Names of events or machines of the program; "" where there is no program.
static const char *event_name(const Orders *o, uint32_t event)
{
    return o->program && event < o->program->event_count ? o->program->events[event].name : "";
}

static const char *kind_name(const Orders *o, uint32_t kind)
{
    if (kind == KIND_CHANNEL || kind == KIND_FAULTS)
        return kind == KIND_CHANNEL ? "Channel" : "Faults";
    return o->program && kind < o->program->machine_count ? o->program->machines[kind].name : "";
}

// A seal belongs to the machine that set it, and ends when the machine blocks or halts.
static void lift_seals(Orders *o, Open *open, uint32_t machine)
{
    if (!p_line_has(&open->seals, machine))
        return;
    p_line_remove(&open->seals, machine);
    atomic_store_explicit(&o->was_lifted, true, memory_order_relaxed);
}

static void seal(Orders *o, Open *open, uint32_t machine, bool is_seal)
{
    assert(open->seals.count < open->seals.capacity);  // there is room for one more
    uint32_t at = p_line_find(&open->seals, machine);
    if (at == open->seals.count && is_seal)
        p_line_push_back(&open->seals, machine);
    else if (at == open->seals.count)
        atomic_store_explicit(&o->was_unmatched, true, memory_order_relaxed);
    if (at == open->seals.count)
        return;
    open->seals.places[at].rank += is_seal ? 1 : -1;
    if (open->seals.places[at].rank == 0)
        p_line_remove(&open->seals, machine);
}

static void tell_user(OrdersWorker *w, const PExplorer *e, const StepEvent *event)
{
    if (event->event == OP_SEAL || event->event == OP_UNSEAL) {
        seal(w->orders, w->open, event->machine, event->event == OP_SEAL);
    } else if (event->event == OP_CHANGE_ORDER && e->change_order) {
        w->where = "change_order";
        e->change_order(&w->open->state, event->machine, event->other, event->number);
    } else if (event->event >= OP_TELL && e->tell) {
        w->where = "tell";
        e->tell(&w->open->state, event->machine, (int64_t)event->event - OP_TELL, event->number);
    }
}

static void tell_ready(OrdersWorker *w, const PExplorer *e, uint32_t machine)
{
    w->where = "ready";
    if (e->ready)
        e->ready(&w->open->state, machine);
}

static void tell(OrdersWorker *w, const PExplorer *e, const StepEvent *event)
{
    PExplorerState *state = &w->open->state;
    switch (event->kind) {
    case EVENT_TAKEN:
        w->where = "dequeued";
        if (e->dequeued)
            e->dequeued(state, event->machine, event_name(w->orders, event->event));
        break;
    case EVENT_SENT:
        w->where = "enqueued";
        if (e->enqueued)
            e->enqueued(state, event->other, event->machine, event_name(w->orders, event->event),
                        event->is_enabled);
        if (event->is_enabled)
            tell_ready(w, e, event->other);
        break;
    case EVENT_CREATED:
        w->where = "start";
        if (e->start)
            e->start(state, event->other, event->machine, kind_name(w->orders, event->event));
        else
            tell_ready(w, e, event->other);
        break;
    case EVENT_BLOCKED:
        w->where = "blocked";
        lift_seals(w->orders, w->open, event->machine);
        if (e->blocked)
            e->blocked(state, event->machine);
        break;
    case EVENT_HALTED:
        w->where = "finish";
        lift_seals(w->orders, w->open, event->machine);
        if (e->finish)
            e->finish(state, event->machine);
        break;
    case EVENT_USER:
        tell_user(w, e, event);
        break;
    }
}

void call_init(void *worker)
{
    OrdersWorker *w = worker;
    w->where = "init";
    if (w->orders->explorer->init)
        w->orders->explorer->init(&w->open->state, w->orders->seed);
}

void call_events(void *worker)
{
    OrdersWorker *w = worker;
    for (uint32_t i = 0; i < w->event_count; i++)
        tell(w, w->orders->explorer, &w->events[i]);
}

void call_next(void *worker)
{
    OrdersWorker *w = worker;
    w->where = "next";
    w->next = w->orders->explorer->next(&w->open->state);
}

void call_delay(void *worker)
{
    OrdersWorker *w = worker;
    w->where = "delay";
    w->orders->explorer->delay(&w->open->state);
}

void call_order(void *worker)
{
    OrdersWorker *w = worker;
    w->where = "order";
    w->orders->explorer->order(&w->open->state, w->state, w->machines, w->machine_count);
}

bool orders_call(Orders *o, OrdersWorker *w, Open *open, void (*act)(void *worker))
{
    const char *why;
    assert(open == &w->one || open == &w->two);
    open->number = P_NONE;
    w->open = open;
    if (!o->guard) {
        act(w);
        return true;
    }
    if (atomic_load_explicit(&o->has_failed, memory_order_relaxed))
        return false;
    if (guard_call(o->guard, NULL, act, w, &why))
        return true;
    return orders_fail(o, "failed", w->where, why);
}
