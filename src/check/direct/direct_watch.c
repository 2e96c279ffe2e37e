// check/direct/direct_watch.c: monitors.
//
// A monitor handles an event at once: it makes no choices, and sends and creates nothing.

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "check/direct/direct_impl.h"
#include "check/guard/guard.h"
#include "rt/send_rules.h"

// ------------------------------------------------------------------------------ life cycle

void watch_init(Direct *d)
{
    d->kind_count = engine_monitor_kinds(d->engine);
    d->watchers = memory_zeroed(d->kind_count + 1, sizeof *d->watchers);
    d->warmth = memory_zeroed(d->kind_count + 1, sizeof *d->warmth);
    uint64_t pairs = (uint64_t)d->program->interface_count * d->program->event_count;
    if (pairs <= KNOWN_MOST)
        d->seen = memory_zeroed(pairs, sizeof *d->seen);
}

void watch_drop(Direct *d)
{
    uint64_t pairs = (uint64_t)d->program->interface_count * d->program->event_count;
    for (uint64_t i = 0; d->seen && i < pairs; i++)
        free(d->seen[i]);
    free(d->seen);
    free(d->watchers);
    free(d->warmth);
}

SeenBy *watch_find_seen_by(const Direct *d, uint32_t interface, uint32_t event)
{
    SeenBy *by = memory_zeroed(1, sizeof *by + d->kind_count * sizeof *by->kinds);
    for (uint32_t i = 0; i < d->kind_count; i++)
        if (engine_monitor_sees(d->engine, i, interface, event, P_NONE))
            by->kinds[by->count++] = i;
    return by;
}

// To be called when monitors of the kind run, begin or end.
static void change(Direct *d, uint32_t kind)
{
    d->warmth[kind].is_known = false;
    for (int i = 0; i < HASH_KINDS; i++)
        d->hashes[i].has_watch_changed = true;
    d->watch_changes++;
}

static void drop(const Direct *d, Watcher *w)
{
    print_forget(d, &w->machine, &w->vars);
    machine_drop(&w->machine);
    free(w);
}

void watch_clear(Direct *d)
{
    for (uint32_t i = 0; i < d->kind_count; i++) {
        change(d, i);
        for (Watcher *w; (w = d->watchers[i]);) {
            d->watchers[i] = w->next;
            drop(d, w);
        }
    }
}

// --------------------------------------------------------------------------------- running

static Watched fail(Direct *d, const Machine *m, PError kind)
{
    d->step->bug = (Bug){.kind = kind,
                         .machine = m->kind,
                         .state = machine_state(m),
                         .at = machine_position(m)};
    if (kind != P_ERROR_NONE)
        memcpy(d->step->bug.text, d->ask.text, sizeof d->step->bug.text);
    return WATCH_FAILED;
}

// Runs the monitor until it waits again; `*link` becomes the next one when it halts.
static Watched run(Direct *d, Watcher **link)
{
    Watcher *w = *link;
    for (int i = 0; i < HASH_KINDS; i++)
        w->hashes[i].is_changed = true;
    for (;;)
        switch (direct_run(d, &w->machine)) {
        case STEP_WAIT:
            return WATCHED;
        case STEP_HALTED:
            *link = w->next;
            drop(d, w);
            return WATCHED;
        case STEP_PRINT:
            p_release(d->program, d->ask.type, d->ask.value);
            break;
        case STEP_FAILED:
            return fail(d, &w->machine, d->ask.error);
        case STEP_STOPPED:
            return WATCH_STOPPED;
        case STEP_ASSUME:
            return fail(d, &w->machine, P_ERROR_NONE);
        default:
            bug("a monitor acts");
        }
}

// Adds a monitor at the end of the list; it has no machine yet.
static Watcher **add(Direct *d, uint32_t i)
{
    Watcher **link = &d->watchers[i];
    change(d, i);
    while (*link)
        link = &(*link)->next;
    *link = memory_zeroed(1, sizeof **link);
    return link;
}

// The monitor is in the checker now.
static void join(Direct *d, Machine *m)
{
    m->foreign = NULL;
    m->observer = &d->also_observer;
    m->shared.stop = d->options->stop;
    m->shared.is_quiet = true;
    m->shared.tell = NULL;
    m->shared.guard = d->has_guard ? guard_foreign_call : NULL;
}

void watch_add(Direct *d, uint32_t kind, const Machine *monitor)
{
    Watcher *w = *add(d, kind);
    w->machine = *monitor;
    join(d, &w->machine);
    for (int i = 0; i < HASH_KINDS; i++)
        w->hashes[i].is_changed = true;
}

static Watched start(Direct *d, uint32_t i, uint32_t kind, PWord payload)
{
    Watcher **link = add(d, i), *w = *link;
    machine_init(&w->machine, d->program, d->test, kind, kind, 0, payload);
    join(d, &w->machine);
    machine_refuel(&w->machine, direct_fuel(d));
    return run(d, link);
}

bool watch_start(Direct *d, Bug *bug)
{
    const PProgram *p = d->program;
    DirectStep step;
    Watched result = WATCHED;
    d->step = &step;
    for (uint32_t i = 0; i < d->kind_count && result == WATCHED; i++) {
        uint32_t kind = engine_monitor_kind(d->engine, i);
        if (!rules_is_explicit(&p->machines[kind]))
            result = start(d, i, kind, p_default(p, p->interfaces[kind].payload));
    }
    if (result == WATCH_FAILED)
        *bug = step.bug;
    if (result == WATCH_STOPPED)
        *bug = (Bug){.kind = P_ERROR_NONE};
    return result == WATCHED;
}

Watched watch_create(Direct *d, uint32_t kind, PWord payload)
{
    for (uint32_t i = 0; i < d->kind_count; i++)
        if (engine_monitor_kind(d->engine, i) == kind &&
            rules_is_explicit(&d->program->machines[kind]))
            return start(d, i, kind, payload);
    p_release(d->program, d->program->interfaces[kind].payload, payload);
    return WATCHED;
}

// --------------------------------------------------------------------------------- watching

static Watched show(Direct *d, Watcher **link, uint32_t event, PWord payload)
{
    const PProgram *p = d->program;
    Machine *m = &(*link)->machine;
    if (direct_wants(d, m, event) == WANTS_DROP) {
        notes_add(&d->also, CELL_EVENT, machine_state(m), event, WAY_IGNORED);
        return WATCHED;
    }
    machine_refuel(m, direct_fuel(d));
    direct_take(d, m, event, p_retain(p, p->events[event].payload, payload));
    return run(d, link);
}

// Shows the event to all monitors of a kind, in the order of their creation.
static Watched show_kind(Direct *d, uint32_t kind, uint32_t event, PWord payload)
{
    change(d, kind);
    for (Watcher **link = &d->watchers[kind]; *link;) {
        Watcher *w = *link;
        Watched result = show(d, link, event, payload);
        if (result != WATCHED)
            return result;
        if (*link == w)  // it has not halted
            link = &w->next;
    }
    return WATCHED;
}

// The same, and notes it. When a monitor has failed, the others only count as shown.
static Watched note_shown(Direct *d, uint32_t kind, uint32_t event, PWord payload, Watched result)
{
    MEMORY_GROW(d->shows, d->step->show_count + 1, d->show_capacity);
    d->shows[d->step->show_count++] = kind;
    return result == WATCHED ? show_kind(d, kind, event, payload) : result;
}

Watched watch_show(Direct *d, const Machine *by, uint32_t event, PWord payload, uint32_t only)
{
    Watched result = WATCHED;
    const SeenBy *seen = only == P_NONE ? watch_seen_by(d, by->interface, event) : NULL;
    for (uint32_t i = 0; seen && i < seen->count; i++)
        result = note_shown(d, seen->kinds[i], event, payload, result);
    for (uint32_t i = 0; !seen && i < d->kind_count; i++)
        if (engine_monitor_sees(d->engine, i, by->interface, event, only))
            result = note_shown(d, i, event, payload, result);
    return result;
}
