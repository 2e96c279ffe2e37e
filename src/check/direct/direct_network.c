// check/direct/direct_network.c: channels, crashes, cuts and suspicions.
//
// The engine's channel.c and faults.c say the same for interned states: what changes there has to
// change here. The rules are in docs/contract.md.

#include <stdlib.h>

#include "base/memory.h"
#include "check/direct/direct_impl.h"
#include "rt/send_rules.h"

void direct_network_begin(Direct *d)
{
    d->left = d->options->network;
    if (network_has_faults(&d->left))
        actor_add_part(d, engine_find_faults(d->engine), PATH_FAULTS);
}

static uint32_t container_of(const Direct *d, uint32_t path)
{
    return engine_path_container(d->engine, path);
}

// -------------------------------------------------------------------------------- channels

static bool is_cut(const Direct *d, uint32_t from, uint32_t to)
{
    uint32_t a = container_of(d, from), b = container_of(d, to);
    return d->options->network.cuts && actor_find(d, engine_find_cut(d->engine, a, b));
}

Part direct_network_put(Direct *d, const Actor *from, uint32_t to, Mail mail)
{
    uint32_t path = engine_find_channel(d->engine, from->path, to);
    Actor *channel = actor_find(d, path);
    d->step->to = path;
    if (is_cut(d, from->path, to)) {
        assert(!channel);
        p_release(d->program, d->program->events[mail.event].payload, mail.payload);
        return PART_ON;
    }
    if (channel) {
        d->step->sent = mail.event;
    } else {
        channel = actor_add_part(d, path, PATH_CHANNEL);
        d->step->created = path;
    }
    mail_push(&channel->mailbox, mail);
    print_change(d, channel);
    bool is_long = d->options->queue_max && channel->mailbox.count > d->options->queue_max;
    return is_long && !d->step->created ? step_over(d, EDGE_QUEUE) : PART_ON;
}

// The event comes to a machine from outside of its container.
static Part arrive(Direct *d, Actor *to, Mail mail)
{
    Part part = step_enqueue(d, to, mail);
    if (part != PART_ON)
        return part;
    d->step->changed = to->number;
    d->step->sent = mail.event;
    if (to->position == AT_REST)
        mail_came(d, to);
    return step_over(d, EDGE_STATE);
}

static void leave(Direct *d, Actor *a)
{
    actor_leave(d, a);
    d->step->has_halted = true;
}

// The first event arrives. With the last one the channel ends. An orphan may lose all its events.
static Part deliver(Direct *d, Actor *channel)
{
    if (channel->is_orphan && step_choose(d, 2)) {
        leave(d, channel);
        return step_over(d, EDGE_STATE);
    }
    uint32_t path = engine_path_to(d->engine, channel->path);
    Actor *to = actor_find(d, path);
    Mail mail = mail_remove(&channel->mailbox, 0);
    d->step->taken = mail.event;
    d->step->to = path;
    if (channel->mailbox.count == 0)
        leave(d, channel);
    if (to)
        return arrive(d, to, mail);
    p_release(d->program, d->program->events[mail.event].payload, mail.payload);
    return step_over(d, EDGE_STATE);
}

// ---------------------------------------------------------------------------- what can happen

// Whether its creation is a message that still travels, from a container that lives.
static bool is_unborn(const Direct *d, const Actor *a)
{
    return a->role == PATH_MACHINE && a->position == AT_START &&
           engine_path_creator(d->engine, a->path) && container_of(d, a->path) == a->path;
}

// Something of it travels from one container to the other: events, or the machine's creation.
static bool travels(const Direct *d, const Actor *a, uint32_t *from, uint32_t *to)
{
    if (a->role != PATH_CHANNEL && !is_unborn(d, a))
        return false;
    bool is_channel = a->role == PATH_CHANNEL;
    *from = container_of(d, engine_path_creator(d->engine, a->path));
    *to = is_channel ? container_of(d, engine_path_to(d->engine, a->path)) : a->path;
    return true;
}

static void add_suspicions(Direct *d, const Actor *a)
{
    uint32_t own = container_of(d, a->path);
    refs_mark_own(d, a);
    for (uint32_t i = 1; i < d->actor_count; i++) {
        uint32_t peer = actor_at(d, i)->path;
        if (actor_at(d, i)->role == PATH_MACHINE && refs_is_marked(d, peer) &&
            container_of(d, peer) != own)
            faults_add(d->stepper, (Fault){FAULT_SUSPECT, a->path, peer});
    }
}

static const FaultList *list_faults(Direct *d)
{
    uint32_t from, to;
    faults_begin(d->stepper);
    faults_add(d->stepper, (Fault){.kind = FAULT_NONE});
    for (uint32_t i = 1; i < d->actor_count; i++) {
        const Actor *a = actor_at(d, i);
        if (!a->is_there)
            continue;
        if (travels(d, a, &from, &to) && !a->is_orphan)
            faults_add_between(d->stepper, from, to, &d->left);
        if (a->role != PATH_MACHINE)
            continue;
        if (d->left.crashes)
            faults_add(d->stepper, (Fault){FAULT_CRASH, container_of(d, a->path), 0});
        if (d->left.suspicions && engine_hears_suspicion(d->engine, a->machine.kind))
            add_suspicions(d, a);
    }
    return faults_sorted(d->stepper);
}

// -------------------------------------------------------------------------------- the changes

static void lose(Direct *d, Actor *a)
{
    MEMORY_GROW(d->lost, d->step->lost_count + 1, d->lost_capacity);
    d->lost[d->step->lost_count++] = a->number;
    actor_leave(d, a);
}

static void crash(Direct *d, uint32_t container)
{
    uint32_t from, to;
    for (uint32_t i = 1; i < d->actor_count; i++) {
        Actor *a = actor_at(d, i);
        if (!a->is_there)
            continue;
        bool is_travelling = travels(d, a, &from, &to);
        if ((a->role == PATH_MACHINE && container_of(d, a->path) == container) ||
            (a->role == PATH_CHANNEL && to == container)) {
            lose(d, a);
        } else if (is_travelling && from == container) {
            a->is_orphan = a->role == PATH_CHANNEL;
            if (a->role == PATH_MACHINE)
                a->position = AT_ORPHAN;
            print_change(d, a);
        }
    }
}

static void cut(Direct *d, uint32_t a, uint32_t b)
{
    uint32_t from, to, count = d->actor_count;
    for (uint32_t i = 1; i < count; i++) {
        Actor *one = actor_at(d, i);
        if (one->is_there && travels(d, one, &from, &to) &&
            ((from == a && to == b) || (from == b && to == a)))
            lose(d, one);
    }
    d->step->created = engine_find_cut(d->engine, a, b);
    actor_add_part(d, d->step->created, PATH_CUT);
}

static Part suspect(Direct *d, uint32_t who, uint32_t peer)
{
    uint32_t interface = engine_path_interface(d->engine, peer);
    PWord reference = rules_reference(d->program, interface, peer);
    Mail mail = {.event = engine_suspect_event(d->engine), .payload = reference};
    return arrive(d, actor_find(d, who), mail);
}

static void pay(Direct *d, Actor *faults, FaultKind kind)
{
    d->left.crashes -= kind == FAULT_CRASH;
    d->left.cuts -= kind == FAULT_CUT;
    d->left.suspicions -= kind == FAULT_SUSPECT;
    if (kind == FAULT_NONE || !network_has_faults(&d->left))
        leave(d, faults);
}

static uint32_t fault_word(const Fault *f, uint32_t place)
{
    assert(place < 3);
    return place == 0 ? f->kind : place == 1 ? f->a : f->b;
}

// Chooses the fault by its kind, then by its machines. Faults with the same kind, or the same kind
// and first machine, follow each other in the list.
static const Fault *choose_fault(Direct *d, const FaultList *list)
{
    uint32_t low = 0, high = list->count;
    uint32_t *values = memory_resized(NULL, list->count, sizeof *values);
    for (uint32_t place = 0; place < faults_choices(list->items[low].kind); place++) {
        uint32_t count = 0;
        for (uint32_t i = low; i < high; i++)
            if (count == 0 || values[count - 1] != fault_word(&list->items[i], place))
                values[count++] = fault_word(&list->items[i], place);
        uint32_t chosen = values[step_ask(d, values, count)];
        while (fault_word(&list->items[low], place) != chosen)
            low++;
        while (fault_word(&list->items[high - 1], place) != chosen)
            high--;
    }
    free(values);
    return &list->items[low];
}

static Part go_wrong(Direct *d, Actor *faults)
{
    const FaultList *list = list_faults(d);
    Fault f = d->chooser ? *choose_fault(d, list) : list->items[rng_below(d->rng, list->count)];
    d->step->is_fault = true;
    d->step->choice_count = faults_choices(f.kind);
    MEMORY_GROW(d->choices, d->step->choice_count, d->choice_capacity);
    for (uint32_t i = 0; i < d->step->choice_count; i++)
        d->choices[i] = fault_word(&f, i);
    pay(d, faults, f.kind);
    switch (f.kind) {
    case FAULT_NONE:
        break;
    case FAULT_CRASH:
        crash(d, f.a);
        break;
    case FAULT_CUT:
        cut(d, f.a, f.b);
        break;
    case FAULT_SUSPECT:
        return suspect(d, f.a, f.b);
    }
    return step_over(d, EDGE_STATE);
}

Part direct_network_step(Direct *d, Actor *a)
{
    assert(a->role == PATH_CHANNEL || a->role == PATH_FAULTS);
    d->step->moves++;
    return a->role == PATH_CHANNEL ? deliver(d, a) : go_wrong(d, a);
}
