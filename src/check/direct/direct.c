// check/direct/direct.c: the machines of a direct execution.

#include "check/direct/direct.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "check/direct/direct_impl.h"
#include "check/guard/guard.h"
#include "rt/send_rules.h"

// ------------------------------------------------------------------------------ life cycle

bool direct_is_possible(const Engine *e)
{
    return engine_options(e)->points != POINTS_CLASSIC;
}

// Whether any state or receive handles `null`.
static bool handles_null(const PProgram *p)
{
    for (uint32_t i = 0; i < p->state_count; i++)
        for (uint32_t k = 0; k < p->states[i].handler_count; k++)
            if (p->states[i].handlers[k].event == P_EVENT_NULL)
                return true;
    for (uint32_t i = 0; i < p->receive_count; i++)
        for (uint32_t k = 0; k < p->receives[i].case_count; k++)
            if (p->receives[i].cases[k].event == P_EVENT_NULL)
                return true;
    return false;
}

Direct *direct_new(Stepper *h)
{
    Direct *d = memory_zeroed(1, sizeof *d);
    Engine *e = stepper_engine(h);
    assert(direct_is_possible(e));
    d->stepper = h;
    d->engine = e;
    d->program = engine_program(e);
    d->test = engine_test(e);
    d->options = engine_options(e);
    d->has_bounds = engine_has_bounds(e);
    d->has_guard = guard_foreign_open(d->program);
    d->host = (NodeHost){.over = d->options->out_of_memory, .context = d->options->context};
    d->is_guarded = !d->host.over;  // nothing has to be
    d->own.program = d->also.program = d->program;
    d->own_observer = notes_observer(&d->own);
    d->also_observer = notes_observer(&d->also);
    d->actor_count = 1;
    d->has_null = handles_null(d->program);
    mail_init(d);
    watch_init(d);
    direct_trails_init(d);
    return d;
}

void direct_free(Direct *d)
{
    if (!d)
        return;
    direct_end(d);
    for (uint32_t i = 1; i < d->actor_capacity; i++)
        if (d->actors[i]) {
            free(d->actors[i]->mailbox.items);
            free(d->actors[i]);
        }
    if (d->has_guard)
        guard_foreign_close();
    free(d->actors);
    free(d->numbers);
    free(d->children);
    free(d->absent);
    free(d->marks);
    free(d->gone);
    free(d->may_refer);
    free(d->reactions);
    watch_drop(d);
    outline_drop(d);
    free(d->choices);
    free(d->ops);
    free(d->events);
    free(d->shows);
    free(d->lost);
    for (int i = 0; i < HASH_KINDS; i++)
        free(d->hashes[i].changed);
    notes_drop(&d->own);
    notes_drop(&d->also);
    direct_trails_drop(d);
    free(d);
}

Step direct_run_guarded(Direct *d, Machine *m)
{
    if (_setjmp(d->host.back))
        return STEP_STOPPED;
    d->host.was_told = false;
    node_host = &d->host;
    Step step = machine_run(m, &d->ask);
    node_host = NULL;
    return step;
}

// --------------------------------------------------------------------------------- machines

// A slot for the next machine, with the empty queue of an earlier execution.
static Actor *next_slot(Direct *d)
{
    if (d->actor_count >= d->actor_capacity) {
        uint32_t old = d->actor_capacity;
        MEMORY_GROW(d->actors, d->actor_count + 1, d->actor_capacity);
        for (uint32_t i = old; i < d->actor_capacity; i++)
            d->actors[i] = NULL;
    }
    if (!d->actors[d->actor_count])
        d->actors[d->actor_count] = memory_zeroed(1, sizeof(Actor));
    return d->actors[d->actor_count];
}

Actor *actor_add(Direct *d, uint32_t path, PathRole role)
{
    Actor *a = next_slot(d);
    paths_reserve(d, path);
    a->direct = d;
    a->number = d->actor_count++;
    a->path = path;
    a->role = role;
    a->is_orphan = false;
    a->is_there = true;
    memset(a->hashes, 0, sizeof a->hashes);
    print_change(d, a);
    a->passed = 0;
    a->passed_events = 0;
    a->must_note = false;
    a->takes = false;
    a->passed_state = P_NONE;
    d->numbers[path] = a->number;
    assert(a->mailbox.count == 0);
    return a;
}

Actor *actor_add_part(Direct *d, uint32_t path, PathRole role)
{
    Actor *a = actor_add(d, path, role);
    assert(role != PATH_MACHINE);
    a->position = AT_REST;
    a->machine = (Machine){.receive = P_NONE};
    return a;
}

// A channel may have a path that only an earlier execution used.
Actor *actor_find(const Direct *d, uint32_t path)
{
    uint32_t number = path < d->path_capacity ? d->numbers[path] : 0;
    if (number == 0 || number >= d->actor_count)
        return NULL;
    Actor *a = actor_at(d, number);
    return a->path == path && a->is_there ? a : NULL;
}

void actor_join(Direct *d, Actor *a)
{
    Machine *m = &a->machine;
    m->foreign = NULL;  // a model counts by its P code
    m->observer = &d->own_observer;
    m->shared.stop = d->options->stop;
    m->shared.is_quiet = true;
    m->shared.tell = direct_told;
    m->shared.guard = d->has_guard ? guard_foreign_call : NULL;
}

Actor *actor_create(Direct *d, uint32_t path, uint32_t kind, uint32_t interface, PWord payload)
{
    Actor *a = actor_add(d, path, PATH_MACHINE);
    PWord self = rules_reference(d->program, interface, path);
    a->position = AT_START;
    machine_init(&a->machine, d->program, d->test, kind, interface, self, payload);
    actor_join(d, a);
    return a;
}

bool actor_owns_value(const Actor *a)
{
    return a->position == AT_SHOW || a->position == AT_PUT || a->position == AT_NEW ||
           a->position == AT_SAY;
}

// Frees what the machine has.
static void clear(const Direct *d, Actor *a)
{
    if (actor_owns_value(a))
        p_release(d->program, a->intent.type, a->intent.value);
    mail_clear(d->program, &a->mailbox);
    if (a->role == PATH_MACHINE) {
        print_forget(d, &a->machine, &a->vars);
        machine_drop(&a->machine);
    }
    a->is_there = false;
}

void actor_leave(Direct *d, Actor *a)
{
    clear(d, a);
    a->position = AT_REST;
    print_change(d, a);
    if (a->role == PATH_MACHINE)
        children_leave(d, a->path);
}

bool direct_begin(Direct *d, Bug *bug)
{
    const PProgram *p = d->program;
    uint32_t interface = d->test->main, kind = d->test->bound[interface];
    assert(interface < p->interface_count && kind < p->machine_count);
    direct_end(d);
    bool is_fine = watch_start(d, bug);
    uint32_t path = engine_find_path(d->engine, 0, 0, interface, kind);
    actor_create(d, path, kind, interface, p_default(p, p->interfaces[interface].payload));
    direct_network_begin(d);
    return is_fine;
}

void direct_end(Direct *d)
{
    for (uint32_t i = 1; i < d->actor_count; i++) {
        Actor *a = actor_at(d, i);
        if (a->is_there)
            clear(d, a);
        d->children[a->path] = (Children){0};
    }
    if (d->has_found_children)
        memset(d->children, 0, d->path_capacity * sizeof *d->children);
    d->has_found_children = false;
    d->actor_count = 1;
    for (int i = 0; i < HASH_KINDS; i++)
        d->hashes[i].machines = d->hashes[i].monitors = d->hashes[i].changed_count = 0;
    d->gone_count = 1;  // index 0 means none
    d->choosing = 0;
    d->goes_on = false;
    watch_clear(d);
}

// ---------------------------------------------------------------------------------- looking

uint32_t direct_machines(const Direct *d)
{
    return d->actor_count - 1;
}

uint32_t direct_path(const Direct *d, uint32_t number)
{
    return actor_at(d, number)->path;
}

bool direct_is_there(const Direct *d, uint32_t number)
{
    return actor_at(d, number)->is_there;
}

bool direct_is_enabled(Direct *d, uint32_t number)
{
    Actor *a = actor_at(d, number);
    assert_debug(a->is_there);
    if (d->choosing)
        return d->choosing == number;
    if (a->role != PATH_MACHINE)
        return a->role != PATH_CUT;
    return a->position != AT_REST || a->takes ||
           (d->has_null && machine_wants_null(&a->machine)) || mail_look(d, a);
}

// Of what is not a machine: as the engine has it.
static uint32_t state_of(const Direct *d, const Actor *a)
{
    if (a->role == PATH_MACHINE)
        return machine_state(&a->machine);
    return d->program->machines[engine_kind(d->stepper, a->path)].start;
}

MachineView direct_view(const Direct *d, uint32_t number)
{
    const Actor *a = actor_at(d, number);
    return (MachineView){
        .path = a->path,
        .state = state_of(d, a),
        .position = (uint32_t)a->position,
        .first = a->mailbox.count ? mail_at(&a->mailbox, 0)->event + 1 : 0,
        .queued = a->mailbox.count,
    };
}

static bool find_warmest(const Direct *d, uint32_t kind, MonitorView *monitor)
{
    const PProgram *p = d->program;
    bool is_found = false;
    for (const Watcher *w = d->watchers[kind]; w; w = w->next) {
        uint32_t state = machine_state(&w->machine), own = p->states[state].temperature;
        bool is_warmer = !is_found || own == P_HOT || monitor->temperature == P_COLD;
        if (p->machines[w->machine.kind].kind != P_MACHINE_SPEC || !is_warmer)
            continue;
        is_found = true;
        *monitor = (MonitorView){.kind = w->machine.kind, .state = state, .temperature = own};
    }
    return is_found;
}

bool direct_warmest(const Direct *d, uint32_t kind, MonitorView *monitor)
{
    Warmth *w = &d->warmth[kind];
    if (!w->is_known)
        w->is_there = find_warmest(d, kind, &w->view);
    w->is_known = true;
    *monitor = w->view;
    return w->is_there;
}

uint64_t direct_watch_changes(const Direct *d)
{
    return d->watch_changes;
}

// -------------------------------------------------------------------------------------- ends

static int compare_paths(const void *one, const void *other)
{
    const Actor *a = *(Actor *const *)one, *b = *(Actor *const *)other;
    return (a->path > b->path) - (a->path < b->path);
}

// The machines that wait in a receive, in the order of their paths, as the engine names them.
static uint32_t find_blocked(const Direct *d, Actor **blocked)
{
    uint32_t count = 0;
    for (uint32_t i = 1; i < d->actor_count; i++)
        if (actor_at(d, i)->is_there && actor_at(d, i)->machine.receive != P_NONE)
            blocked[count++] = actor_at(d, i);
    qsort(blocked, count, sizeof *blocked, compare_paths);
    return count;
}

static bool find_deadlock(const Direct *d, Bug *bug)
{
    const PProgram *p = d->program;
    Actor **blocked = memory_resized(NULL, d->actor_count, sizeof *blocked);
    uint32_t count = find_blocked(d, blocked);
    char names[P_TEXT_MAX - 64] = "";
    size_t used = 0;
    for (uint32_t i = 0; i < count && used < sizeof names; i++)
        used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", i > 0 ? ", " : "",
                                 engine_path_name(d->engine, blocked[i]->path));
    if (count) {
        uint32_t state = machine_state(&blocked[0]->machine);
        *bug = (Bug){.kind = P_ERROR_DEADLOCK,
                     .machine = blocked[0]->machine.kind,
                     .state = state,
                     .at = p->states[state].at};
        snprintf(bug->text, sizeof bug->text, "%s wait%s in a receive, and nothing else can happen",
                 names, count == 1 ? "s" : "");
    }
    free(blocked);
    return count > 0;
}

bool direct_ends_badly(Direct *d, Bug *bug)
{
    const PProgram *p = d->program;
    *bug = (Bug){.machine = P_NONE, .state = P_NONE};
    if (find_deadlock(d, bug))
        return true;
    for (uint32_t i = 0; i < d->kind_count; i++)
        for (const Watcher *w = d->watchers[i]; w; w = w->next) {
            uint32_t state = machine_state(&w->machine), kind = w->machine.kind;
            if (p->machines[kind].kind != P_MACHINE_SPEC || p->states[state].temperature != P_HOT)
                continue;
            *bug = (Bug){.kind = P_ERROR_LIVENESS,
                         .machine = kind,
                         .state = state,
                         .at = p->states[state].at};
            snprintf(bug->text, sizeof bug->text,
                     "everything has ended, and %s is in its hot state %s", p->machines[kind].name,
                     p->states[state].name);
            return true;
        }
    return false;
}
