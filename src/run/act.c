// run/act.c: executes the requests of machines: sends, creations, choices, prints.
//
// rt/send_rules.h decides whether a send is a bug. If it is not, monitors see the event first;
// then it is put into the mailbox of its target.

#include <inttypes.h>
#include <stdlib.h>

#include "rt/send_rules.h"
#include "run/run_impl.h"

static const char *event_name(const Runtime *runtime, uint32_t event)
{
    return runtime->program->events[event].name;
}

// Reports the bug in the worker's request.
static bool fail(Worker *w, const Actor *a, uint32_t event)
{
    runtime_fail(w->runtime, a ? &a->machine : NULL, w->ask.error, w->ask.text, event);
    return false;
}

// --------------------------------------------------------------------------- mailboxes

static bool exceeds(const PBound *bound, uint32_t count)
{
    return bound->kind == P_BOUND_ASSERT && (int64_t)count > bound->max;
}

// An `assume` bound limits what a check explores. In a run the event was really sent, so it is
// delivered even if there are more events than the bound.
static bool check_bounds(Worker *w, Actor *by, PWord target, uint32_t event, uint32_t same,
                         uint32_t all)
{
    const PProgram *p = w->runtime->program;
    uint32_t id = P_MACHINE_ID(target);
    const PBound *event_bound = &p->events[event].bound;
    const PBound *queue_bound = &p->machines[ids_kind(w->runtime, id)].bound;

    if (exceeds(event_bound, same))
        p_fail(&w->ask, P_ERROR_QUEUE_BOUND,
               "the queue of %s holds %" PRIu32 " events %s; it may hold %" PRId64,
               actor_name(w->runtime, id), same, event_name(w->runtime, event), event_bound->max);
    else if (exceeds(queue_bound, all))
        p_fail(&w->ask, P_ERROR_QUEUE_BOUND,
               "the queue of %s holds %" PRIu32 " events; it may hold %" PRId64,
               actor_name(w->runtime, id), all, queue_bound->max);
    else
        return true;
    return fail(w, by, event);
}

// Counts one more event in the queues of the actor, if it has not halted. False on a bug: more
// events than the program allows.
static bool counts_fit(Worker *w, Actor *by, Actor *to, PWord target, uint32_t event)
{
    Runtime *runtime = w->runtime;
    uint32_t same = 0, all = 0;

    if (runtime->is_shared)
        spin_lock(&to->door.lock);
    if (atomic_load_explicit(&to->door.id, memory_order_relaxed) == P_MACHINE_ID(target)) {
        atomic_uint *counts = to->counts;
        same = atomic_fetch_add_explicit(&counts[event], 1, memory_order_relaxed) + 1;
        all = atomic_fetch_add_explicit(&counts[runtime->program->event_count], 1,
                                        memory_order_relaxed) +
              1;
    }
    if (runtime->is_shared)
        spin_unlock(&to->door.lock);
    return check_bounds(w, by, target, event, same, all);
}

// No machine with this id was found. If its creation from outside is still pending, or another
// worker executes it now, this executes it or waits for it. True if the machine exists now.
__attribute__((noinline)) static bool is_born_now(Worker *w, const Actor *found, uint32_t id)
{
    if (found != &w->runtime->unborn)
        return false;
    births_take(w);
    return actor_at(w->runtime, id) != &w->runtime->unborn;
}

static void lose(Worker *w, Actor *by, PWord target, Message m)
{
    const PProgram *p = w->runtime->program;
    if (w->runtime->trace)
        trace_drop_event(w->runtime->trace, by ? &by->machine : NULL, target, m.event);
    p_release(p, p->events[m.event].payload, m.payload);
}

// True when the actor has not halted; `was_ready` gets whether it was already ready, or another
// worker makes it ready.
static inline bool put(Worker *w, Actor *to, uint32_t id, Message m, bool *was_ready)
{
    if (w->runtime->is_shared) {
        Worker *owner = atomic_load_explicit(&to->door.owner, memory_order_acquire);
        if (owner != w && (inbox_is_open(w, to) || !balance_take_over(w, to))) {
            *was_ready = true;
            return inbox_put(w, to, id, m);
        }
        inbox_close(w);
        if (__builtin_expect(inbox_has_letters(to), 0))
            inbox_take(w, to);
    }
    if (to->id != id)
        return false;
    queue_push(&to->queue, m);
    *was_ready = to->is_ready;
    to->is_ready = true;
    return true;
}

// The machine is in another container. False on a bug: the payload cannot travel.
static bool send_elsewhere(Worker *w, Actor *by, PWord target, Message m)
{
    const PProgram *p = w->runtime->program;
    const Elsewhere *others = w->runtime->others;
    bool is_sent = others->send(others->owner, by ? by->machine.id : 0, P_MACHINE_ID(target),
                                m.event, m.payload, &w->ask);

    p_release(p, p->events[m.event].payload, m.payload);
    return is_sent || fail(w, by, m.event);
}

static bool deliver_again(Worker *w, Actor *by, PWord target, Message m);

__attribute__((always_inline)) static inline bool deliver(Worker *w, Actor *by, PWord target,
                                                          Message m)
{
    Runtime *runtime = w->runtime;
    uint32_t id = P_MACHINE_ID(target);
    Actor *to = actor_at(runtime, id);
    bool was_ready;

    if (runtime->has_bounds && !counts_fit(w, by, to, target, m.event)) {
        p_release(runtime->program, runtime->program->events[m.event].payload, m.payload);
        return false;
    }
    if (!put(w, to, id, m, &was_ready)) {
        if (to == &runtime->elsewhere)
            return send_elsewhere(w, by, target, m);
        if (is_born_now(w, to, id))
            return deliver_again(w, by, target, m);
        lose(w, by, target, m);
    } else if (!was_ready) {
        ready_push_next(w, to);
    }
    return true;
}

static bool deliver_again(Worker *w, Actor *by, PWord target, Message m)
{
    return deliver(w, by, target, m);
}

// ----------------------------------------------------------------------------- sending

static inline uint32_t type_of(const PProgram *p, uint32_t event)
{
    return p->events[event].payload;
}

// The suspicion of a container is a fault, as in the traces of checks, and no event that somebody
// has sent.
static bool is_suspicion(const Runtime *runtime, const Machine *by, uint32_t event)
{
    return !by && runtime->others && event == runtime->suspicion;
}

// Shows the event to the trace and the monitors. `a` is NULL for an event from outside.
static bool show(Worker *w, Actor *a, PWord target, Message m)
{
    Runtime *runtime = w->runtime;
    const Machine *by = a ? &a->machine : NULL;
    if (runtime->trace && is_suspicion(runtime, by, m.event))
        trace_fault(runtime->trace, TRACED_SUSPECT, P_MACHINE_ID(target), P_MACHINE_ID(m.payload),
                    P_NONE);
    else if (runtime->trace)
        trace_send(runtime->trace, by, target, m.event, m.payload);
    if (specs_show(runtime, by, m.event, m.payload, P_NONE, &w->ask))
        return true;
    p_release(runtime->program, runtime->program->events[m.event].payload, m.payload);
    return false;
}

bool act_send(Worker *w, Actor *a, PRequest *ask)
{
    Runtime *runtime = w->runtime;
    const PProgram *p = runtime->program;

    bool passes =
        rules_may_send(&a->machine, ask) && rules_fits(p, ask->type, type_of(p, ask->event));
    if (!passes && !rules_check_send(&a->machine, ask))
        return fail(w, a, ask->event);
    Message m = {.payload = ask->value, .event = ask->event};
    PWord target = ask->target;
    if (runtime->is_watched && !show(w, a, target, m))
        return false;
    return deliver(w, a, target, m);
}

bool act_post(Worker *w, PWord target, Message m)
{
    if (w->runtime->is_watched && !show(w, NULL, target, m))
        return false;
    return deliver(w, NULL, target, m);
}

bool act_arrival(Worker *w, uint32_t from, PWord target, Message m)
{
    Runtime *runtime = w->runtime;
    uint32_t id = P_MACHINE_ID(target);

    if (!runtime->trace || from == 0)
        return act_post(w, target, m);
    if (actor_at(runtime, id)->id == id || is_born_now(w, actor_at(runtime, id), id)) {
        trace_deliver(runtime->trace, from, target, m.event, m.payload);
        return deliver(w, NULL, target, m);
    }
    trace_undelivered(runtime->trace, from, target, m.event);
    p_release(runtime->program, type_of(runtime->program, m.event), m.payload);
    return true;
}

_Thread_local Worker *act_worker;

bool act_send_at_once(PMachine *m, PRequest *ask)
{
    Worker *w = act_worker;
    Actor *a = (Actor *)m;  // an Actor begins with a Machine, which begins with a PMachine
    const PProgram *p = w->runtime->program;

    if (runtime_stops(w->runtime) || !rules_may_send(&a->machine, ask) ||
        !rules_fits(p, ask->type, type_of(p, ask->event)))
        return false;
    w->turn_left--;
    machine_refuel(&a->machine, w->runtime->fuel);
    return deliver(w, a, ask->target, (Message){.payload = ask->value, .event = ask->event});
}

bool act_announce(Worker *w, Actor *a, PRequest *ask)
{
    Runtime *runtime = w->runtime;
    const PProgram *p = runtime->program;
    uint32_t event = ask->event;

    if (!rules_check_announce(&a->machine, ask))
        return fail(w, a, event);
    PWord payload = ask->value;
    if (runtime->trace)
        trace_announce(runtime->trace, &a->machine, event, payload);
    bool fine = specs_show(runtime, &a->machine, event, payload, ask->monitor, ask);
    p_release(p, p->events[event].payload, payload);
    return fine;
}

// --------------------------------------------------------------------------- creating

// Creates the machine, here or in another container. 0 on a bug: the payload cannot travel.
static PWord new_somewhere(Worker *w, Actor *a, uint32_t kind, uint32_t interface, PWord payload)
{
    const PProgram *p = w->runtime->program;
    const Elsewhere *others = w->runtime->others;
    uint32_t id = others ? others->create(others->owner, a->machine.id, kind, interface, payload,
                                          &w->ask)
                         : 0;

    if (id == 0)
        return actor_new(w, a, kind, interface, payload);
    if (id != P_NONE && w->runtime->trace)
        trace_create_away(w->runtime->trace, &a->machine, id, interface, payload);
    p_release(p, p->interfaces[interface].payload, payload);
    return id == P_NONE ? 0 : rules_reference(p, interface, id);
}

bool act_new(Worker *w, Actor *a, PRequest *ask)
{
    Runtime *runtime = w->runtime;
    uint32_t to, kind;

    if (!rules_check_new(&a->machine, ask, &to, &kind))
        return fail(w, a, w->event);
    PWord payload = ask->value;
    if (ids_are_used_up(runtime)) {
        p_fail(ask, P_ERROR_SETUP, "more than four billion machines were created");
        return fail(w, a, w->event);
    }
    PMachineKind what = runtime->program->machines[kind].kind;
    if (what == P_MACHINE_SPEC || what == P_MACHINE_SCENARIO) {
        machine_answer(&a->machine, ask->answer, 0);
        return specs_create(runtime, &a->machine, kind, to, payload, ask);
    }
    PWord reference = new_somewhere(w, a, kind, to, payload);
    if (!reference)
        return fail(w, a, w->event);
    machine_answer(&a->machine, ask->answer, reference);
    machine_refuel(&a->machine, w->runtime->fuel);
    return true;
}

// --------------------------------------------------------------------- choosing, printing

void act_choose(Runtime *runtime, Machine *m, Rng *rng, PRequest *ask)
{
    uint32_t chosen = runtime->options.takes_defaults ? 0 : (uint32_t)rng_below(rng, ask->count);
    if (runtime->trace)
        trace_choice(runtime->trace, m, ask->count, chosen, ask->is_fair);
    machine_answer(m, ask->answer, chosen);
}

void act_print(Runtime *runtime, const Machine *m, PRequest *ask)
{
    size_t size;
    const char *text = p_string_text(ask->value, &size);

    if (runtime->trace)
        trace_print(runtime->trace, m, text, size);
    balance_leave(act_worker);  // output may block
    if (runtime->options.print) {
        runtime->options.print(runtime->options.user, text, size);
    } else {
        pthread_mutex_lock(&runtime->prints);  // two printed lines must not mix
        fwrite(text, 1, size, stdout);
        putchar('\n');
        pthread_mutex_unlock(&runtime->prints);
    }
    balance_return(act_worker);
    p_release(runtime->program, ask->type, ask->value);
    ask->value = 0;
}
