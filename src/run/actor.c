// run/actor.c: machines and their mailboxes.
//
// The memory of a halted actor is reused for a new actor, but never freed, because another
// thread may be sending to it. Ids are not reused (run/ids.c), so the sender compares the id to
// know whether the actor is still the same.

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/err.h"
#include "base/memory.h"
#include "rt/node.h"
#include "rt/send_rules.h"
#include "run/run_impl.h"

enum { SLAB_FIRST = 16, SLAB_MOST = 1024, SLOTS_SHARED = 256 };

typedef struct Slab {
    struct Slab *below;
    uint32_t count;
    Actor actors[];
} Slab;

// ---------------------------------------------------------------------------- memory

// Adds slots for the worker: few at first, because most programs have few machines.
static void add_slab(Worker *w)
{
    Runtime *runtime = w->runtime;
    uint32_t count = atomic_load(&w->created) < SLAB_FIRST ? SLAB_FIRST : SLAB_MOST;
    Slab *slab = memory_lines(sizeof *slab + count * sizeof *slab->actors);

    slab->count = count;
    w->free_count += count;
    for (uint32_t i = count; i > 0; i--) {
        slab->actors[i - 1].next_free = w->free;
        w->free = &slab->actors[i - 1];
    }
    pthread_mutex_lock(&runtime->table);
    slab->below = runtime->slabs;
    runtime->slabs = slab;
    pthread_mutex_unlock(&runtime->table);
}

static void push_slot(Actor **list, Actor *a)
{
    a->next_free = *list;
    *list = a;
}

static Actor *pop_slot(Actor **list)
{
    Actor *a = *list;
    *list = a->next_free;
    return a;
}

// Takes slots that other workers did not need, if there are any.
static void share_slots(Worker *w)
{
    Runtime *runtime = w->runtime;
    pthread_mutex_lock(&runtime->table);
    for (; runtime->free && w->free_count < SLOTS_SHARED; w->free_count++)
        push_slot(&w->free, pop_slot(&runtime->free));
    pthread_mutex_unlock(&runtime->table);
}

static Actor *take_slot(Worker *w)
{
    if (!w->free && w->runtime->is_shared)
        share_slots(w);
    if (!w->free)
        add_slab(w);
    w->free_count--;
    return pop_slot(&w->free);
}

// If machines are created by one worker and halt on another, the second would collect all slots.
// So a worker gives slots that it does not need to the common list.
static void give_slot(Worker *w, Actor *a)
{
    Runtime *runtime = w->runtime;
    push_slot(&w->free, a);
    w->free_count++;
    if (!runtime->is_shared || w->free_count < 2 * SLOTS_SHARED)
        return;
    pthread_mutex_lock(&runtime->table);
    for (; w->free_count > SLOTS_SHARED; w->free_count--)
        push_slot(&runtime->free, pop_slot(&w->free));
    pthread_mutex_unlock(&runtime->table);
}

uint32_t actor_next_id(Runtime *runtime)
{
    uint32_t before = atomic_fetch_add_explicit(&runtime->last_id, 1, memory_order_relaxed);
    assert(before != UINT32_MAX);  // the caller has tested ids_are_used_up
    return before + 1;
}

// ------------------------------------------------------------------------- life cycle

// With bounds, another thread may be counting events of the former actor.
static void set_public_id(Runtime *runtime, Actor *a, uint32_t id)
{
    bool is_locked = runtime->is_shared && runtime->has_bounds;
    if (is_locked)
        spin_lock(&a->door.lock);
    atomic_store_explicit(&a->door.id, id, memory_order_release);
    if (is_locked)
        spin_unlock(&a->door.lock);
}

static void begin(Worker *w, Actor *a, const Birth *birth, Rng rng)
{
    Runtime *runtime = w->runtime;
    const PProgram *p = runtime->program;

    machine_init(&a->machine, p, runtime->test, birth->kind, birth->interface,
                 rules_reference(p, birth->interface, birth->id), birth->payload);
    if (runtime->foreigns && runtime->foreigns[birth->kind])
        a->machine.foreign = runtime->foreigns[birth->kind];
    a->machine.id = birth->id;
    a->machine.shared.runtime = runtime;
    a->machine.shared.stop = &runtime->gives_up;
    machine_refuel(&a->machine, runtime->fuel);
    if (!runtime->is_watched && !runtime->has_bounds && !runtime->others)
        a->machine.shared.send = act_send_at_once;
    if (runtime->has_shared_values)
        a->machine.shared.guard = balance_call_foreign;
    if (runtime->is_shared)
        a->machine.shared.pause = balance_pause;
    a->rng = rng;
    a->deferred_seen = 0;
    a->waits = false;
    a->is_behind = false;
    atomic_store_explicit(&a->door.is_behind, false, memory_order_relaxed);
    if (runtime->has_bounds && !(a->counts = calloc(p->event_count + 1, sizeof *a->counts)))
        die_out_of_memory((p->event_count + 1) * sizeof *a->counts);
    if (runtime->trace)
        a->machine.observer = &runtime->trace->observer;

    a->id = birth->id;
    a->is_ready = true;
    atomic_store_explicit(&a->door.owner, w, memory_order_relaxed);
    set_public_id(runtime, a, birth->id);
    ids_add(runtime, birth->id, a, birth->kind);
}

// Each machine created from outside has its own random generator; that of the first machine
// starts with the seed itself.
static Rng new_rng(Runtime *runtime, Actor *by)
{
    if (by)
        return rng_split(&by->rng);
    if (runtime->outside_count++ == 0)
        return runtime->first_rng;
    return rng_split(&runtime->outside_rng);
}

static PWord add(Worker *w, Actor *by, const Birth *birth)
{
    Runtime *runtime = w->runtime;
    Actor *a = take_slot(w);

    count_one(&w->created);
    begin(w, a, birth, new_rng(runtime, by));
    if (runtime->trace)
        trace_create(runtime->trace, by ? &by->machine : NULL, &a->machine, birth->payload);
    // As soon as it is ready, another worker may run it, and it may halt.
    PWord reference = a->machine.shared.self;
    ready_push(w, a);
    return reference;
}

void actor_bear(Worker *w, const Birth *birth)
{
    add(w, NULL, birth);
}

PWord actor_new(Worker *w, Actor *by, uint32_t kind, uint32_t interface, PWord payload)
{
    Runtime *runtime = w->runtime;
    Birth birth = {.kind = kind, .interface = interface, .payload = payload};

    // With a trace, ids are given in the order of the trace, so that reports and traces use the
    // same names. Machines that already have an id are created first.
    bool is_ordered = runtime->trace || !by;
    if (is_ordered) {
        pthread_mutex_lock(&runtime->creation);
        births_take(w);
    }
    birth.id = actor_next_id(runtime);
    PWord reference = add(w, by, &birth);
    if (is_ordered)
        pthread_mutex_unlock(&runtime->creation);
    return reference;
}

static void drop_parts(const PProgram *p, Actor *a)
{
    queue_drop(p, &a->queue);
    if (a->deferred) {
        queue_drop(p, a->deferred);
        free(a->deferred);
        a->deferred = NULL;
    }
    free(a->counts);
    a->counts = NULL;
}

void actor_halt(Worker *w, Actor *a)
{
    Runtime *runtime = w->runtime;
    uint32_t id = a->id;

    a->id = 0;
    a->is_ready = false;
    set_public_id(runtime, a, 0);
    if (inbox_has_letters(a))
        inbox_drop(runtime->program, a);
    drop_parts(runtime->program, a);
    machine_drop(&a->machine);
    ids_remove(runtime, id);
    count_one(&w->halted);
    give_slot(w, a);
}

static void share_queue(const PProgram *p, const Queue *q)
{
    for (uint32_t i = 0; i < q->count; i++) {
        const Message *m = queue_at(q, i);
        value_share(p, p->events[m->event].payload, m->payload);
    }
}

void actor_share(Actor *a)
{
    const PProgram *p = a->machine.shared.program;
    machine_share(&a->machine);
    share_queue(p, &a->queue);
    if (a->deferred)
        share_queue(p, a->deferred);
}

static void drop_slabs(Runtime *runtime)
{
    for (Slab *slab = runtime->slabs; slab;) {
        Slab *below = slab->below;
        for (uint32_t i = 0; i < slab->count; i++) {
            Actor *a = &slab->actors[i];
            if (inbox_has_letters(a))
                inbox_drop(runtime->program, a);
            if (a->id == 0)
                continue;
            drop_parts(runtime->program, a);
            machine_drop(&a->machine);
        }
        free(slab);
        slab = below;
    }
}

void actors_drop(Runtime *runtime)
{
    drop_slabs(runtime);
    ids_drop(runtime);
}

const char *actor_name(void *data, uint32_t id)
{
    static _Thread_local char name[160];
    Runtime *runtime = data;
    if (id == 0)
        return "null";
    if (runtime->others)
        return runtime->others->name(runtime->others->owner, id);
    snprintf(name, sizeof name, "%s(%" PRIu32 ")",
             runtime->program->machines[ids_kind(runtime, id)].name, id);
    return name;
}

// ---------------------------------------------------------------------------- feeding

static void uncount(Runtime *runtime, Actor *a, uint32_t event)
{
    uint32_t all = runtime->program->event_count;
    atomic_fetch_sub_explicit(&a->counts[event], 1, memory_order_relaxed);
    atomic_fetch_sub_explicit(&a->counts[all], 1, memory_order_relaxed);
}

// Offers the message to the machine. Unless the machine defers it, it leaves the queues.
static inline Wants offer(Runtime *runtime, Actor *a, Message m)
{
    Wants wants = machine_offer(&a->machine, m.event, m.payload);
    if (a->counts && wants != WANTS_DEFER)
        uncount(runtime, a, m.event);
    if (wants == WANTS_DROP)
        p_release(runtime->program, runtime->program->events[m.event].payload, m.payload);
    return wants;
}

// Deferred events are offered again when the machine is in another state or receive. With a
// stack of states the answer depends on all of them, so then they are always offered again.
static bool must_look_again(const Actor *a)
{
    return a->machine.level_count > 1 || a->deferred_receive != a->machine.receive ||
           a->deferred_state != machine_state(&a->machine);
}

static void note_look(Actor *a, uint32_t seen)
{
    a->deferred_seen = seen;
    a->deferred_state = machine_state(&a->machine);
    a->deferred_receive = a->machine.receive;
}

// Kinds of events that are 64 apart share a bit.
static uint64_t event_bit(uint32_t event)
{
    return UINT64_C(1) << event % 64;
}

// Whether the machine still defers all that is deferred. Known without a look at each event, if
// there are more of them than kinds; else false.
static bool defers_all(const Runtime *runtime, const Actor *a)
{
    uint32_t kinds = runtime->program->event_count;
    bool defers = a->deferred->count > kinds;
    for (uint32_t e = 0; e < kinds && defers; e++)
        defers = !(a->deferred_events & event_bit(e)) || e == P_EVENT_NULL ||
                 machine_wants(&a->machine, e) == WANTS_DEFER;
    return defers;
}

static uint32_t first_to_look_at(const Runtime *runtime, const Actor *a)
{
    if (!must_look_again(a))
        return a->deferred_seen;
    return defers_all(runtime, a) ? a->deferred->count : 0;
}

static bool feed_deferred(Runtime *runtime, Actor *a, uint32_t *event)
{
    Queue *deferred = a->deferred;
    uint32_t left = first_to_look_at(runtime, a), i = left;
    uint64_t events = left ? a->deferred_events : 0;
    bool found = false;

    note_look(a, 0);  // with the state before the machine takes an event
    while (i < deferred->count && !found) {
        Message m = *queue_at(deferred, i++);
        Wants wants = offer(runtime, a, m);
        *event = m.event;
        found = wants == WANTS_TAKE;
        if (wants == WANTS_DEFER) {
            *queue_at(deferred, left++) = m;
            events |= event_bit(m.event);
        }
    }
    if (!found)
        a->deferred_events = events;
    queue_close(deferred, left, i);
    a->deferred_seen = left;
    return found;
}

static void defer(Actor *a, Message m)
{
    if (!a->deferred)
        a->deferred = memory_zeroed(1, sizeof *a->deferred);
    if (a->deferred->count == 0) {
        note_look(a, 0);
        a->deferred_events = 0;
    }
    queue_push(a->deferred, m);
    a->deferred_seen++;
    a->deferred_events |= event_bit(m.event);
}

bool actor_feed(Runtime *runtime, Actor *a, uint32_t *event)
{
    if (a->deferred && a->deferred->count && feed_deferred(runtime, a, event))
        return true;
    while (a->queue.count) {
        Message m = queue_pop(&a->queue);
        *event = m.event;
        Wants wants = offer(runtime, a, m);
        if (wants == WANTS_TAKE)
            return true;
        if (wants == WANTS_DEFER)
            defer(a, m);
    }
    return false;
}
