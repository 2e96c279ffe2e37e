// run/specs.c: monitors that watch the running program.
//
// A monitor handles an event at once, as part of the send. It has no queue: it is a Machine that
// gets one event and runs until it waits again. With several workers only one at a time shows
// an event to monitors.

#include <stdlib.h>

#include "base/err.h"
#include "base/memory.h"
#include "rt/node.h"
#include "rt/send_rules.h"
#include "run/run_impl.h"

// -------------------------------------------------------------------------- life cycle

static void note_observed(Runtime *runtime, uint32_t kind)
{
    const PProgram *p = runtime->program;
    for (uint32_t e = 0; e < p->event_count; e++)
        if (eventset_contains(p, p->machines[kind].observes, e))
            runtime->is_observed[e] = true;
}

static void attach(Runtime *runtime, const PAttachment *attachment)
{
    Spec *s = &runtime->specs[runtime->spec_count++];
    s->machine.kind = attachment->spec;
    if (!attachment->watches_all) {
        s->watched = memory_zeroed(runtime->program->interface_count, sizeof *s->watched);
        for (uint32_t i = 0; i < attachment->watched_count; i++)
            s->watched[attachment->watched[i]] = true;
    }
    note_observed(runtime, attachment->spec);
}

void specs_init(Runtime *runtime)
{
    const PProgram *p = runtime->program;
    const PTest *test = runtime->test;

    if (!runtime->options.has_specs)
        return;
    // Attached monitors first, then the kinds that the program may create itself.
    runtime->specs =
        memory_zeroed(test->attachment_count + p->machine_count, sizeof *runtime->specs);
    runtime->is_observed = memory_zeroed(p->event_count, sizeof *runtime->is_observed);
    for (uint32_t i = 0; i < test->attachment_count; i++)
        attach(runtime, &test->attachments[i]);
    for (uint32_t i = 0; i < p->machine_count; i++)
        if (rules_is_explicit(&p->machines[i]))
            runtime->specs[runtime->spec_count++].machine.kind = i;
}

static void drop_next(Spec *s)
{
    Spec *next = s->next;
    s->next = next->next;
    if (next->is_there)
        machine_drop(&next->machine);
    free(next);
}

void specs_drop(Runtime *runtime)
{
    for (uint32_t i = 0; i < runtime->spec_count; i++) {
        if (runtime->specs[i].is_there)
            machine_drop(&runtime->specs[i].machine);
        while (runtime->specs[i].next)
            drop_next(&runtime->specs[i]);
        free(runtime->specs[i].watched);
    }
    free(runtime->specs);
    free(runtime->is_observed);
}

// ----------------------------------------------------------------------------- running

static bool show(Runtime *runtime, const Machine *by, uint32_t event, PWord payload, uint32_t only,
                 PRequest *ask);

static bool announce(Runtime *runtime, const Machine *m, PRequest *ask)
{
    const PProgram *p = runtime->program;
    uint32_t event = ask->event;

    if (!rules_check_announce(m, ask)) {
        runtime_fail(runtime, m, ask->error, ask->text, event);
        return false;
    }
    PWord payload = ask->value;
    if (runtime->trace)
        trace_announce(runtime->trace, m, event, payload);
    bool fine = show(runtime, m, event, payload, ask->monitor, ask);
    p_release(p, p->events[event].payload, payload);
    return fine;
}

// Runs the monitor until it waits again. False on a bug.
static bool run_spec(Runtime *runtime, Spec *s, uint32_t event, PRequest *ask)
{
    Machine *m = &s->machine;
    machine_refuel(m, runtime->fuel);
    for (;;)
        switch (machine_run(m, ask)) {
        case STEP_WAIT:
            return true;
        case STEP_HALTED:
            machine_drop(m);
            s->is_there = false;
            return true;
        case STEP_PRINT:
            act_print(runtime, m, ask);
            break;
        case STEP_CHOOSE:
            act_choose(runtime, m, &runtime->spec_rng, ask);
            break;
        case STEP_ANNOUNCE:
            if (!announce(runtime, m, ask))
                return false;
            break;
        case STEP_FAILED:
            runtime_fail(runtime, m, ask->error, ask->text, event);
            return false;
        case STEP_ASSUME:
            runtime_assume(runtime, m);
            return false;
        case STEP_STOPPED:
            return false;
        case STEP_SEND:
        case STEP_NEW:
            bug("monitor %s acts", runtime->program->machines[m->kind].name);
        }
}

static bool start(Runtime *runtime, Spec *s, const Machine *by, uint32_t interface, PWord payload,
                  PRequest *ask)
{
    machine_init(&s->machine, runtime->program, runtime->test, s->machine.kind, interface, 0,
                 payload);
    s->machine.shared.runtime = runtime;
    s->machine.shared.stop = &runtime->gives_up;
    if (runtime->has_shared_values)
        s->machine.shared.guard = balance_call_foreign;
    s->is_there = true;
    if (runtime->trace) {
        trace_create(runtime->trace, by, &s->machine, payload);
        s->machine.observer = &runtime->trace->observer;
    }
    return run_spec(runtime, s, P_NONE, ask);
}

bool specs_start(Runtime *runtime, PRequest *ask)
{
    const PProgram *p = runtime->program;
    for (uint32_t i = 0; i < runtime->spec_count; i++) {
        Spec *s = &runtime->specs[i];
        uint32_t kind = s->machine.kind;
        if (rules_is_explicit(&p->machines[kind]))
            continue;
        if (!start(runtime, s, NULL, kind, p_default(p, p->interfaces[kind].payload), ask))
            return false;
    }
    return true;
}

// Adds a monitor at the end of the list of its kind, and removes halted ones. NULL: no such kind.
static Spec *add_spec(Runtime *runtime, uint32_t kind)
{
    for (uint32_t i = 0; i < runtime->spec_count; i++) {
        Spec *last = &runtime->specs[i];
        if (last->machine.kind != kind || !rules_is_explicit(&runtime->program->machines[kind]))
            continue;
        while (last->next)
            if (last->next->is_there)
                last = last->next;
            else
                drop_next(last);
        last->next = memory_zeroed(1, sizeof *last->next);
        last->next->machine.kind = kind;
        return last->next;
    }
    return NULL;
}

bool specs_create(Runtime *runtime, Machine *by, uint32_t kind, uint32_t interface, PWord payload,
                  PRequest *ask)
{
    if (runtime->is_shared)
        value_share(runtime->program, runtime->program->interfaces[interface].payload, payload);
    pthread_mutex_lock(&runtime->specs_lock);
    Spec *s = add_spec(runtime, kind);
    bool fine = !s || start(runtime, s, by, interface, payload, ask);
    pthread_mutex_unlock(&runtime->specs_lock);
    if (!s)
        p_release(runtime->program, runtime->program->interfaces[interface].payload, payload);
    return fine;
}

// ----------------------------------------------------------------------------- watching

static bool show_one(Runtime *runtime, Spec *s, uint32_t event, PWord payload, PRequest *ask)
{
    const PProgram *p = runtime->program;
    if (!s->is_there || machine_wants(&s->machine, event) == WANTS_DROP)
        return true;
    machine_deliver(&s->machine, event, p_retain(p, p->events[event].payload, payload));
    return run_spec(runtime, s, event, ask);
}

static bool show(Runtime *runtime, const Machine *by, uint32_t event, PWord payload, uint32_t only,
                 PRequest *ask)
{
    for (uint32_t i = 0; i < runtime->spec_count; i++) {
        Spec *s = &runtime->specs[i];
        if (!rules_watches(runtime->program, s->machine.kind, by ? s->watched : NULL,
                         by ? by->interface : P_NONE, event, only))
            continue;
        for (; s; s = s->next)
            if (!show_one(runtime, s, event, payload, ask))
                return false;
    }
    return true;
}

bool specs_show(Runtime *runtime, const Machine *by, uint32_t event, PWord payload, uint32_t only,
                PRequest *ask)
{
    if (runtime->spec_count == 0 || (only == P_NONE && !runtime->is_observed[event]))
        return true;
    if (runtime->is_shared)
        value_share(runtime->program, runtime->program->events[event].payload, payload);
    pthread_mutex_lock(&runtime->specs_lock);
    bool fine = show(runtime, by, event, payload, only, ask);
    pthread_mutex_unlock(&runtime->specs_lock);
    return fine;
}

const Machine *specs_hot(const Runtime *runtime)
{
    const PProgram *p = runtime->program;
    for (uint32_t i = 0; i < runtime->spec_count; i++)
        for (const Spec *s = &runtime->specs[i]; s; s = s->next) {
            if (!s->is_there || p->machines[s->machine.kind].kind != P_MACHINE_SPEC)
                continue;
            uint32_t state = machine_state(&s->machine);
            if (state != P_NONE && p->states[state].temperature == P_HOT)
                return &s->machine;
        }
    return NULL;
}
