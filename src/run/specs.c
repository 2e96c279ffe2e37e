// run/specs.c: monitors that watch the live program.
//
// A monitor handles what it sees at once, inside the send that shows it. It has
// no queue: it is a Machine that is given one event and run until it waits again.
// With several workers one of them at a time shows something.

#include <stdlib.h>

#include "base/err.h"
#include "rt/act.h"
#include "run/world.h"

// -------------------------------------------------------------------------- life cycle

static void *zeroed(size_t count, size_t size)
{
    void *memory = calloc(count ? count : 1, size);
    if (!memory)
        die_out_of_memory(count * size);
    return memory;
}

static void note_observed(World *world, uint32_t kind)
{
    const PProgram *p = world->program;
    for (uint32_t e = 0; e < p->event_count; e++)
        if (eventset_contains(p, p->machines[kind].observes, e))
            world->is_observed[e] = true;
}

static void attach(World *world, const PAttachment *attachment)
{
    Spec *s = &world->specs[world->spec_count++];
    s->machine.kind = attachment->spec;
    if (!attachment->watches_all) {
        s->watched = zeroed(world->program->interface_count, sizeof *s->watched);
        for (uint32_t i = 0; i < attachment->watched_count; i++)
            s->watched[attachment->watched[i]] = true;
    }
    note_observed(world, attachment->spec);
}

void specs_init(World *world)
{
    const PProgram *p = world->program;
    const PTest *test = world->test;

    if (!world->options->has_specs)
        return;
    // Attached ones first, then those that the program itself may create.
    world->specs = zeroed(test->attachment_count + p->machine_count, sizeof *world->specs);
    world->is_observed = zeroed(p->event_count, sizeof *world->is_observed);
    for (uint32_t i = 0; i < test->attachment_count; i++)
        attach(world, &test->attachments[i]);
    for (uint32_t i = 0; i < p->machine_count; i++)
        if (act_is_told(&p->machines[i]))
            world->specs[world->spec_count++].machine.kind = i;
}

static void drop_next(Spec *s)
{
    Spec *next = s->next;
    s->next = next->next;
    if (next->is_there)
        machine_drop(&next->machine);
    free(next);
}

void specs_drop(World *world)
{
    for (uint32_t i = 0; i < world->spec_count; i++) {
        if (world->specs[i].is_there)
            machine_drop(&world->specs[i].machine);
        while (world->specs[i].next)
            drop_next(&world->specs[i]);
        free(world->specs[i].watched);
    }
    free(world->specs);
    free(world->is_observed);
}

// ----------------------------------------------------------------------------- running

static bool show(World *world, const Machine *by, uint32_t event, PWord payload, uint32_t only,
                 PRequest *ask);

static bool announce(World *world, const Machine *m, PRequest *ask)
{
    const PProgram *p = world->program;
    uint32_t event = ask->event;

    if (!act_check_announce(m, ask)) {
        world_fail(world, m, ask->error, ask->text, event);
        return false;
    }
    PWord payload = ask->value;
    if (world->trace)
        trace_announce(world->trace, m, event, payload);
    bool fine = show(world, m, event, payload, ask->monitor, ask);
    p_release(p, p->events[event].payload, payload);
    return fine;
}

// Until it waits again. False when a bug ended it.
static bool run_spec(World *world, Spec *s, uint32_t event, PRequest *ask)
{
    Machine *m = &s->machine;
    machine_refuel(m, machine_fuel);
    for (;;)
        switch (machine_run(m, ask)) {
        case STEP_WAIT:
            return true;
        case STEP_HALTED:
            machine_drop(m);
            s->is_there = false;
            return true;
        case STEP_PRINT:
            act_print(world, m, ask);
            break;
        case STEP_CHOOSE:
            act_choose(world, m, &world->spec_rng, ask);
            break;
        case STEP_ANNOUNCE:
            if (!announce(world, m, ask))
                return false;
            break;
        case STEP_FAILED:
            world_fail(world, m, ask->error, ask->text, event);
            return false;
        case STEP_ASSUME:
            world_assume(world, m);
            return false;
        case STEP_STOPPED:
            return false;
        case STEP_SEND:
        case STEP_NEW:
            bug("monitor %s acts", world->program->machines[m->kind].name);
        }
}

static bool start(World *world, Spec *s, const Machine *by, uint32_t interface, PWord payload,
                  PRequest *ask)
{
    machine_init(&s->machine, world->program, world->test, s->machine.kind, interface, 0, payload);
    s->machine.shared.runtime = world;
    s->machine.shared.stop = &world->gives_up;
    s->is_there = true;
    if (world->trace) {
        trace_create(world->trace, by, &s->machine, payload);
        s->machine.observer = &world->trace->observer;
    }
    return run_spec(world, s, P_NONE, ask);
}

bool specs_start(World *world, PRequest *ask)
{
    const PProgram *p = world->program;
    for (uint32_t i = 0; i < world->spec_count; i++) {
        Spec *s = &world->specs[i];
        uint32_t kind = s->machine.kind;
        if (act_is_told(&p->machines[kind]))
            continue;
        if (!start(world, s, NULL, kind, p_default(p, p->interfaces[kind].payload), ask))
            return false;
    }
    return true;
}

// Behind the last one that is there, and those that have halted go. NULL: no such kind.
static Spec *add_spec(World *world, uint32_t kind)
{
    for (uint32_t i = 0; i < world->spec_count; i++) {
        Spec *last = &world->specs[i];
        if (last->machine.kind != kind || !act_is_told(&world->program->machines[kind]))
            continue;
        while (last->next)
            if (last->next->is_there)
                last = last->next;
            else
                drop_next(last);
        last->next = zeroed(1, sizeof *last->next);
        last->next->machine.kind = kind;
        return last->next;
    }
    return NULL;
}

bool specs_create(World *world, Machine *by, uint32_t kind, uint32_t interface, PWord payload,
                  PRequest *ask)
{
    pthread_mutex_lock(&world->specs_lock);
    Spec *s = add_spec(world, kind);
    bool fine = !s || start(world, s, by, interface, payload, ask);
    pthread_mutex_unlock(&world->specs_lock);
    if (!s)
        p_release(world->program, world->program->interfaces[interface].payload, payload);
    return fine;
}

// ----------------------------------------------------------------------------- watching

static bool show_one(World *world, Spec *s, uint32_t event, PWord payload, PRequest *ask)
{
    const PProgram *p = world->program;
    if (!s->is_there || machine_wants(&s->machine, event) == WANTS_DROP)
        return true;
    machine_deliver(&s->machine, event, p_retain(p, p->events[event].payload, payload));
    return run_spec(world, s, event, ask);
}

static bool show(World *world, const Machine *by, uint32_t event, PWord payload, uint32_t only,
                 PRequest *ask)
{
    for (uint32_t i = 0; i < world->spec_count; i++) {
        Spec *s = &world->specs[i];
        if (!act_watches(world->program, s->machine.kind, by ? s->watched : NULL,
                         by ? by->interface : P_NONE, event, only))
            continue;
        for (; s; s = s->next)
            if (!show_one(world, s, event, payload, ask))
                return false;
    }
    return true;
}

bool specs_show(World *world, const Machine *by, uint32_t event, PWord payload, uint32_t only,
                PRequest *ask)
{
    if (world->spec_count == 0 || (only == P_NONE && !world->is_observed[event]))
        return true;
    pthread_mutex_lock(&world->specs_lock);
    bool fine = show(world, by, event, payload, only, ask);
    pthread_mutex_unlock(&world->specs_lock);
    return fine;
}

const Machine *specs_hot(const World *world)
{
    const PProgram *p = world->program;
    for (uint32_t i = 0; i < world->spec_count; i++)
        for (const Spec *s = &world->specs[i]; s; s = s->next) {
            if (!s->is_there || p->machines[s->machine.kind].kind != P_MACHINE_SPEC)
                continue;
            uint32_t state = machine_state(&s->machine);
            if (state != P_NONE && p->states[state].temperature == P_HOT)
                return &s->machine;
        }
    return NULL;
}
