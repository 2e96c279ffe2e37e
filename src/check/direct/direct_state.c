// check/direct/direct_state.c: an execution that begins at a state of the engine.
//
// Its machines, queues and monitors are made from the interned ones. Interned values are immortal:
// they are shared, and copied before they change.
//
// What has halted before that state is not known, but which numbers k are taken is: those of
// machines that are there or that something refers to.

#include <string.h>

#include "base/memory.h"
#include "check/direct/direct_impl.h"
#include "rt/send_rules.h"

// With faults, machines that have halted count as well.
bool direct_can_begin_at(const Engine *e)
{
    const Network *n = &engine_options(e)->network;
    return direct_is_possible(e) && n->kind == NETWORK_MAILBOX && !network_has_faults(n);
}

// The values become those of the copy, too.
static void unpack(Direct *d, uint32_t local, Machine *to)
{
    machine_copy(d->program, engine_unpack(d->stepper, local), to);
    engine_unpacked(d->stepper);
}

static Intent intent_of(const Direct *d, const Local *local)
{
    const Pending *p = &local->pending;
    Intent i = {.monitor = p->monitor,
                .interface = p->interface,
                .kind = p->kind,
                .answer = p->answer,
                .count = p->count};
    if (local->position == AT_NEW) {
        i.type = d->program->interfaces[p->interface].payload;
        i.value = p->payload;
    } else if (p->message) {
        const Message *m = engine_message(d->engine, p->message);
        i.event = m->event;
        i.type = d->program->events[m->event].payload;
        i.value = m->payload;
    }
    if (p->target)
        i.target = rules_reference(d->program, engine_path_interface(d->engine, p->target),
                                   p->target);
    return i;
}

static void add_mails(Direct *d, Actor *a, uint32_t queue)
{
    uint32_t count = engine_queue_length(d->engine, queue);
    for (uint32_t i = 0; i < count; i++) {
        const Message *m = engine_queue_message(d->engine, queue, i);
        p_retain(d->program, d->program->events[m->event].payload, m->payload);
        mail_push(&a->mailbox, (Mail){.event = m->event, .payload = m->payload});
    }
}

static void add_machine(Direct *d, const State *s, uint32_t at)
{
    uint32_t id = s->words[local_word(at)];
    const Local *local = engine_local(d->engine, id);
    Actor *a = actor_add(d, local->path, PATH_MACHINE);
    assert(a->number == at);
    unpack(d, id, &a->machine);
    actor_join(d, a);
    a->position = local->position;
    a->intent = intent_of(d, local);
    if (actor_owns_value(a))
        p_retain(d->program, a->intent.type, a->intent.value);
    add_mails(d, a, s->words[queue_word(at)]);
    if (a->position == AT_REST)
        mail_rest(d, a);
    if (a->position == AT_CHOICE && engine_is_choosing(s))
        d->choosing = a->number;
}

static void add_monitors(Direct *d, const State *s)
{
    for (uint32_t kind = 0; kind < d->kind_count; kind++) {
        const uint32_t *locals;
        uint32_t count = engine_monitors(d->stepper, s, kind, &locals);
        for (uint32_t i = 0; i < count; i++) {
            Machine machine;
            unpack(d, locals[i], &machine);
            watch_add(d, kind, &machine);
        }
    }
}

void direct_begin_at(Direct *d, const State *s)
{
    direct_end(d);
    d->left = d->options->network;
    d->own.count = d->also.count = 0;
    for (uint32_t at = 1; at <= engine_machines(d->stepper, s); at++)
        add_machine(d, s, at);
    add_monitors(d, s);
    children_find(d);
}
