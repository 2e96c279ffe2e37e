// run/act.c: what machines ask for, done.
//
// What is wrong with a send, the language says (rt/act.h). What passes, monitors see
// first, then it is in the mailbox of its target.

#include <inttypes.h>

#include "rt/act.h"
#include "run/world.h"

static const char *event_name(const World *world, uint32_t event)
{
    return world->program->events[event].name;
}

// The bug stands in the request.
static bool fail(Worker *w, const Actor *a, uint32_t event)
{
    world_fail(w->world, a ? &a->machine : NULL, w->ask.error, w->ask.text, event);
    return false;
}

// --------------------------------------------------------------------------- mailboxes

static bool exceeds(const PBound *bound, uint32_t count)
{
    return bound->kind == P_BOUND_ASSERT && (int64_t)count > bound->max;
}

// An `assume` bounds what is checked. Here the event has been sent, whatever was
// assumed, and losing it would be worse.
static bool check_bounds(Worker *w, Actor *by, PWord target, uint32_t event, uint32_t same,
                         uint32_t all)
{
    const PProgram *p = w->world->program;
    uint32_t id = P_MACHINE_ID(target);
    const PBound *event_bound = &p->events[event].bound;
    const PBound *queue_bound = &p->machines[ids_kind(w->world, id)].bound;

    if (exceeds(event_bound, same))
        p_fail(&w->ask, P_ERROR_QUEUE_BOUND,
               "the queue of %s holds %" PRIu32 " events %s; it may hold %" PRId64,
               actor_name(w->world, id), same, event_name(w->world, event), event_bound->max);
    else if (exceeds(queue_bound, all))
        p_fail(&w->ask, P_ERROR_QUEUE_BOUND,
               "the queue of %s holds %" PRIu32 " events; it may hold %" PRId64,
               actor_name(w->world, id), all, queue_bound->max);
    else
        return true;
    return fail(w, by, event);
}

// Counts one more event in the queues of the actor, if it is there.
static bool counts_fit(Worker *w, Actor *by, Actor *to, PWord target, uint32_t event)
{
    World *world = w->world;
    uint32_t same = 0, all = 0;

    if (world->is_shared)
        spin_lock(&to->lock);
    if (to->id == P_MACHINE_ID(target)) {
        atomic_uint *counts = to->counts;
        same = atomic_fetch_add_explicit(&counts[event], 1, memory_order_relaxed) + 1;
        all = atomic_fetch_add_explicit(&counts[world->program->event_count], 1,
                                        memory_order_relaxed) +
              1;
    }
    if (world->is_shared)
        spin_unlock(&to->lock);
    return check_bounds(w, by, target, event, same, all);
}

static void lose(Worker *w, Actor *by, PWord target, Message m)
{
    const PProgram *p = w->world->program;
    if (w->world->trace)
        trace_drop_event(w->world->trace, by ? &by->machine : NULL, target, m.event);
    p_release(p, p->events[m.event].payload, m.payload);
}

// True when the actor was there; `was_ready` says whether it is in line already.
static bool put_shared(Actor *to, uint32_t id, Message m, bool *was_ready)
{
    spin_lock(&to->lock);
    bool is_there = to->id == id;
    if (is_there) {
        queue_push(&to->inbox, m);
        *was_ready = to->is_ready;
        to->is_ready = true;
    }
    spin_unlock(&to->lock);
    return is_there;
}

static inline bool put(World *world, Actor *to, uint32_t id, Message m, bool *was_ready)
{
    if (world->is_shared)
        return put_shared(to, id, m, was_ready);
    if (to->id != id)
        return false;
    queue_push(&to->queue, m);
    *was_ready = to->is_ready;
    to->is_ready = true;
    return true;
}

__attribute__((always_inline)) static inline bool deliver(Worker *w, Actor *by, PWord target,
                                                          Message m)
{
    World *world = w->world;
    uint32_t id = P_MACHINE_ID(target);
    Actor *to = actor_at(world, id);
    bool was_ready;

    if (world->has_bounds && !counts_fit(w, by, to, target, m.event)) {
        p_release(world->program, world->program->events[m.event].payload, m.payload);
        return false;
    }
    if (!put(world, to, id, m, &was_ready))
        lose(w, by, target, m);
    else if (!was_ready)
        line_push(w, to);
    return true;
}

// ----------------------------------------------------------------------------- sending

static inline uint32_t type_of(const PProgram *p, uint32_t event)
{
    return p->events[event].payload;
}

// The trace and the monitors see it first. `a` is NULL for what comes from outside.
static bool show(Worker *w, Actor *a, PWord target, Message m)
{
    World *world = w->world;
    const Machine *by = a ? &a->machine : NULL;
    if (world->trace)
        trace_send(world->trace, by, target, m.event, m.payload);
    if (specs_show(world, by, m.event, m.payload, P_NONE, &w->ask))
        return true;
    p_release(world->program, world->program->events[m.event].payload, m.payload);
    return false;
}

bool act_send(Worker *w, Actor *a, PRequest *ask)
{
    World *world = w->world;
    const PProgram *p = world->program;

    bool passes = act_may_send(&a->machine, ask) && act_fits(p, ask->type, type_of(p, ask->event));
    if (!passes && !act_check_send(&a->machine, ask))
        return fail(w, a, ask->event);
    Message m = {.payload = ask->value, .event = ask->event};
    PWord target = ask->target;
    if (world->is_watched && !show(w, a, target, m))
        return false;
    return deliver(w, a, target, m);
}

bool act_post(Worker *w, PWord target, Message m)
{
    if (w->world->is_watched && !show(w, NULL, target, m))
        return false;
    return deliver(w, NULL, target, m);
}

_Thread_local Worker *act_worker;

bool act_send_at_once(PMachine *m, PRequest *ask)
{
    Worker *w = act_worker;
    Actor *a = (Actor *)m;  // what begins with a Machine, which begins with a PMachine
    const PProgram *p = w->world->program;

    if (world_stops(w->world) || !act_may_send(&a->machine, ask) ||
        !act_fits(p, ask->type, type_of(p, ask->event)))
        return false;
    w->turn_left--;
    machine_refuel(&a->machine, machine_fuel);
    return deliver(w, a, ask->target, (Message){.payload = ask->value, .event = ask->event});
}

bool act_announce(Worker *w, Actor *a, PRequest *ask)
{
    World *world = w->world;
    const PProgram *p = world->program;
    uint32_t event = ask->event;

    if (!act_check_announce(&a->machine, ask))
        return fail(w, a, event);
    PWord payload = ask->value;
    if (world->trace)
        trace_announce(world->trace, &a->machine, event, payload);
    bool fine = specs_show(world, &a->machine, event, payload, ask->monitor, ask);
    p_release(p, p->events[event].payload, payload);
    return fine;
}

// --------------------------------------------------------------------------- creating

bool act_new(Worker *w, Actor *a, PRequest *ask)
{
    World *world = w->world;
    uint32_t to, kind;

    if (!act_check_new(&a->machine, ask, &to, &kind))
        return fail(w, a, w->event);
    PWord payload = ask->value;
    PMachineKind what = world->program->machines[kind].kind;
    if (what == P_MACHINE_SPEC || what == P_MACHINE_SCENARIO) {
        machine_answer(&a->machine, ask, 0);
        return specs_create(world, &a->machine, kind, to, payload, ask);
    }
    machine_answer(&a->machine, ask, actor_new(w, a, kind, to, payload));
    machine_refuel(&a->machine, machine_fuel);
    return true;
}

// --------------------------------------------------------------------- choosing, printing

void act_choose(World *world, Machine *m, Rng *rng, PRequest *ask)
{
    uint32_t chosen = world->options->takes_defaults ? 0 : (uint32_t)rng_below(rng, ask->count);
    if (world->trace)
        trace_choice(world->trace, m, ask->count, chosen, ask->is_fair);
    machine_answer(m, ask, chosen);
}

void act_print(World *world, const Machine *m, PRequest *ask)
{
    size_t size;
    const char *text = p_string_text(ask->value, &size);

    if (world->trace)
        trace_print(world->trace, m, text, size);
    if (!world->options->keeps_prints) {
        pthread_mutex_lock(&world->prints);  // a line is a line
        fwrite(text, 1, size, stdout);
        putchar('\n');
        pthread_mutex_unlock(&world->prints);
    }
    p_release(world->program, ask->type, ask->value);
    ask->value = 0;
}
