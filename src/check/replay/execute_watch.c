// check/replay/execute_watch.c: the monitors of an execution.
//
// A monitor has no queue: it gets one event and runs until it waits again, within the move that
// shows the event. It cannot choose, send or create.

#include <inttypes.h>
#include <stdlib.h>

#include "base/err.h"
#include "base/memory.h"
#include "check/replay/execute_impl.h"
#include "check/guard/guard.h"
#include "rt/send_rules.h"

void watchers_init(Execution *x)
{
    const PProgram *p = x->program;
    const PTest *test = x->test;

    // Attached ones first, then those that the program itself may create.
    x->watchers = memory_zeroed(test->attachment_count + p->machine_count, sizeof *x->watchers);
    for (uint32_t i = 0; i < test->attachment_count; i++) {
        const PAttachment *attached = &test->attachments[i];
        Watcher *w = &x->watchers[x->watcher_count++];
        w->kind = attached->spec;
        if (attached->watches_all)
            continue;
        w->watched = memory_zeroed(p->interface_count, sizeof *w->watched);
        for (uint32_t j = 0; j < attached->watched_count; j++)
            w->watched[attached->watched[j]] = true;
    }
    for (uint32_t i = 0; i < p->machine_count; i++)
        if (rules_is_explicit(&p->machines[i]))
            x->watchers[x->watcher_count++].kind = i;
}

static void drop_next(Watcher *w)
{
    Watcher *next = w->next;
    w->next = next->next;
    if (next->is_there)
        machine_drop(&next->machine);
    free(next);
}

void watchers_drop(Execution *x)
{
    for (uint32_t i = 0; i < x->watcher_count; i++) {
        if (x->watchers[i].is_there)
            machine_drop(&x->watchers[i].machine);
        while (x->watchers[i].next)
            drop_next(&x->watchers[i]);
        free(x->watchers[i].watched);
    }
    free(x->watchers);
}

// ----------------------------------------------------------------------------- running

static void print(Execution *x, const Machine *m, PRequest *ask)
{
    size_t size;
    const char *text = p_string_text(ask->value, &size);
    if (x->has_trace)
        trace_print(&x->trace, m, text, size);
    p_release(x->program, ask->type, ask->value);
}

// Notes that the monitor is in the state, or enters it.
static void meet(Watcher *w, uint32_t state)
{
    const PProgram *p = w->execution->program;
    if (state == P_NONE || p->machines[w->kind].kind != P_MACHINE_SPEC)
        return;
    PTemperature temperature = p->states[state].temperature;
    if (temperature == P_COLD)
        w->hot_since = 0;
    else if (temperature == P_HOT && !w->hot_since)
        w->hot_since = w->execution->turn + 1;
    w->was_hot |= temperature == P_HOT;
    w->was_cold |= temperature == P_COLD;
}

// Called when a monitor does something: it may enter and leave a state within one turn.
static void happened(void *data, const Machine *m, Happening what, uint32_t state, uint32_t event,
                     uint32_t type, PWord value)
{
    Watcher *w = data;
    if (what == HAPPENED_ENTRY)
        meet(w, state);
    w->was_cold |= what == HAPPENED_HALT;
    if (w->execution->has_trace) {
        const Observer *trace = &w->execution->trace.observer;
        trace->happened(trace->data, m, what, state, event, type, value);
    }
}

// Runs the monitor until it waits again.
static Executed run(Execution *x, Watcher *w, uint32_t event)
{
    PRequest ask;
    machine_refuel(&w->machine, machine_fuel);
    for (;;)
        switch (machine_run(&w->machine, &ask)) {
        case STEP_WAIT:
            return EXECUTED_ALL;
        case STEP_HALTED:
            machine_drop(&w->machine);
            w->is_there = false;
            return EXECUTED_ALL;
        case STEP_PRINT:
            print(x, &w->machine, &ask);
            break;
        case STEP_ASSUME:
            return execution_assume(x);
        case STEP_FAILED:
            return execution_fail(x, &w->machine, ask.error, ask.text, event);
        case STEP_SEND:
        case STEP_NEW:
        case STEP_ANNOUNCE:
        case STEP_CHOOSE:
        case STEP_STOPPED:
            bug("monitor %s acts", x->program->machines[w->kind].name);
        }
}

static Executed start(Execution *x, Watcher *w, const Machine *by, uint32_t interface,
                      PWord payload)
{
    machine_init(&w->machine, x->program, x->test, w->kind, interface, 0, payload);
    w->is_there = true;
    w->machine.shared.guard = x->has_guard ? guard_foreign_call : NULL;
    if (x->has_trace)
        trace_create(&x->trace, by, &w->machine, payload);
    w->execution = x;
    w->observer = (Observer){happened, w};
    w->machine.observer = &w->observer;
    return run(x, w, P_NONE);
}

Executed watchers_start(Execution *x)
{
    const PProgram *p = x->program;
    Executed result = EXECUTED_ALL;
    for (uint32_t i = 0; i < x->watcher_count && result == EXECUTED_ALL; i++) {
        Watcher *w = &x->watchers[i];
        if (!rules_is_explicit(&p->machines[w->kind]))
            result = start(x, w, NULL, w->kind, p_default(p, p->interfaces[w->kind].payload));
    }
    return result;
}

Executed watchers_create(Execution *x, const Machine *by, uint32_t kind, uint32_t interface,
                         PWord payload)
{
    const PProgram *p = x->program;
    for (uint32_t i = 0; i < x->watcher_count; i++) {
        Watcher *last = &x->watchers[i];
        if (last->kind != kind || !rules_is_explicit(&p->machines[kind]))
            continue;
        while (last->next)
            if (last->next->is_there)
                last = last->next;
            else
                drop_next(last);
        last->next = memory_zeroed(1, sizeof *last->next);
        last->next->kind = kind;
        return start(x, last->next, by, interface, payload);
    }
    p_release(p, p->interfaces[interface].payload, payload);
    return EXECUTED_ALL;
}

// ----------------------------------------------------------------------------- watching

bool watchers_watch(const Execution *x, uint32_t by_interface, uint32_t event, uint32_t only)
{
    for (uint32_t i = 0; i < x->watcher_count; i++)
        if (rules_watches(x->program, x->watchers[i].kind, x->watchers[i].watched, by_interface,
                        event, only))
            return true;
    return false;
}

static Executed show(Execution *x, Watcher *w, uint32_t event, PWord payload)
{
    const PProgram *p = x->program;
    if (!w->is_there || machine_wants(&w->machine, event) == WANTS_DROP)
        return EXECUTED_ALL;
    machine_deliver(&w->machine, event, p_retain(p, p->events[event].payload, payload));
    return run(x, w, event);
}

Executed watchers_show(Execution *x, const Machine *by, uint32_t event, PWord payload,
                       uint32_t only)
{
    Executed result = EXECUTED_ALL;
    for (uint32_t i = 0; i < x->watcher_count; i++) {
        Watcher *w = &x->watchers[i];
        // What comes from outside is seen by all that observe the event.
        if (!rules_watches(x->program, w->kind, by ? w->watched : NULL, by ? by->interface : 0,
                           event, only))
            continue;
        for (; w && result == EXECUTED_ALL; w = w->next)
            result = show(x, w, event, payload);
    }
    return result;
}

const Watcher *watchers_hot(const Execution *x)
{
    const PProgram *p = x->program;
    for (uint32_t i = 0; i < x->watcher_count; i++)
        for (const Watcher *w = &x->watchers[i]; w; w = w->next) {
            if (!w->is_there || p->machines[w->kind].kind != P_MACHINE_SPEC)
                continue;
            uint32_t state = machine_state(&w->machine);
            if (state != P_NONE && p->states[state].temperature == P_HOT)
                return w;
        }
    return NULL;
}

void watcher_print_since(const Watcher *w, Buf *b)
{
    assert(w->hot_since > 0);
    if (w->hot_since == 1)
        buf_print(b, ", hot since the start");
    else
        buf_print(b, ", hot since turn %" PRIu32, w->hot_since - 1);
}

void watchers_begin_loop(Execution *x)
{
    for (uint32_t i = 0; i < x->watcher_count; i++)
        for (Watcher *w = &x->watchers[i]; w; w = w->next) {
            w->is_in_loop = w->is_there;
            w->was_hot = w->was_cold = false;
            if (w->is_there)
                meet(w, machine_state(&w->machine));
        }
}

const Watcher *watchers_hot_in_loop(const Execution *x)
{
    for (uint32_t i = 0; i < x->watcher_count; i++)
        for (const Watcher *w = &x->watchers[i]; w; w = w->next)
            if (w->is_in_loop && w->was_hot && !w->was_cold)
                return w;
    return NULL;
}

void execution_each_monitor(const Execution *x, void (*visit)(void *context, const Machine *m),
                            void *context)
{
    for (uint32_t i = 0; i < x->watcher_count; i++)
        for (const Watcher *w = &x->watchers[i]; w; w = w->next)
            if (w->is_there)
                visit(context, &w->machine);
}
