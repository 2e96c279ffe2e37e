// check/replay/execute.c: one execution, move by move.
//
// Between two moves each machine is in a position (check/engine/points.h); its last request says
// what it will do next. A move does that, and runs the machine to its next position. The code is
// as simple as possible, because the engine is compared with it.

#include "check/replay/execute.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "check/replay/execute_impl.h"
#include "check/guard/guard.h"
#include "rt/send_rules.h"

static Player *player(const Execution *x, uint32_t number)
{
    return x->players[number - 1];
}

const char *execution_name(const Execution *x, uint32_t machine)
{
    return machine == 0                ? "null"
           : machine > x->player_count ? "Machine(?)"
                                       : player(x, machine)->name;
}

static const char *name_of(void *x, uint32_t machine)
{
    return execution_name(x, machine);
}

// ----------------------------------------------------------------------------- results

static void end_trace(Execution *x, const char *outcome)
{
    x->is_over = true;
    if (x->has_trace)
        trace_end(&x->trace, outcome);
}

// Reports the changed variables of the turn's machine and of the monitors.
static void tell_variables(Execution *x, const Machine *m)
{
    if (!x->has_trace || !x->trace.to.has_variables)
        return;
    if (m)
        trace_variables(&x->trace, m);
    for (uint32_t i = 0; i < x->watcher_count; i++)
        if (x->watchers[i].is_there && &x->watchers[i].machine != m)
            trace_variables(&x->trace, &x->watchers[i].machine);
}

Executed execution_fail(Execution *x, const Machine *m, PError error, const char *text,
                        uint32_t event)
{
    x->bug = (Bug){
        .kind = error,
        .machine = m->kind,
        .state = machine_state(m),
        .at = machine_position(m),
    };
    snprintf(x->bug.text, sizeof x->bug.text, "%s", text);
    x->culprit = m->id ? execution_name(x, m->id) : x->program->machines[m->kind].name;
    tell_variables(x, m);
    if (x->has_trace)
        trace_error(&x->trace, m, error, text, event);
    end_trace(x, error == P_ERROR_SETUP ? "set-up" : "bug");
    return error == P_ERROR_SETUP ? EXECUTED_SETUP : EXECUTED_BUG;
}

Executed execution_assume(Execution *x)
{
    end_trace(x, "assumption-failed");
    return EXECUTED_ASSUME;
}

Executed execution_odd(Execution *x, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    x->bug = (Bug){.machine = P_NONE, .state = P_NONE};
    int size = snprintf(x->bug.text, sizeof x->bug.text, "turn %" PRIu32 ": ", x->turn);
    vsnprintf(x->bug.text + size, sizeof x->bug.text - (size_t)size, format, args);
    va_end(args);
    x->is_over = true;
    return EXECUTED_ODD;
}

const char *executed_stop(Executed result)
{
    switch (result) {
    case EXECUTED_BUG:
        return "bug";
    case EXECUTED_ASSUME:
        return "assumption-failed";
    case EXECUTED_SETUP:
        return "set-up";
    case EXECUTED_ALL:
    case EXECUTED_ODD:
        break;
    }
    return NULL;
}

const char *execution_culprit(const Execution *x)
{
    return x->culprit;
}

// -------------------------------------------------------------------------- life cycle

Player *player_add(Execution *x, const char *kind)
{
    if (x->player_count == x->player_capacity) {
        x->player_capacity = x->player_capacity ? x->player_capacity * 2 : 16;
        x->players = memory_resized(x->players, x->player_capacity, sizeof *x->players);
        x->present = memory_resized(x->present, x->player_capacity, sizeof *x->present);
    }
    Player *n = memory_zeroed(1, sizeof *n);
    x->players[x->player_count++] = n;
    x->present[x->present_count++] = x->player_count;

    Buf name = {0};
    buf_print(&name, "%s(%" PRIu32 ")", kind, x->player_count);
    n->name = name.text;
    n->last = P_NONE;
    return n;
}

PWord execution_make(Execution *x, const Player *by, uint32_t kind, uint32_t interface,
                     PWord payload)
{
    Player *n = player_add(x, x->program->machines[kind].name);
    uint32_t id = x->player_count;
    n->creator = by ? by->machine.id : 0;
    n->container = network_is_own(&x->network, kind, !by) ? id : by->container;
    machine_init(&n->machine, x->program, x->test, kind, interface,
                 rules_reference(x->program, interface, id), payload);
    n->machine.foreign = NULL;  // a model counts by its P code
    n->machine.shared.guard = x->has_guard ? guard_foreign_call : NULL;
    if (x->has_trace) {
        trace_create(&x->trace, by ? &by->machine : NULL, &n->machine, payload);
        n->machine.observer = &x->trace.observer;
    }
    n->self = n->machine.shared.self;
    return n->self;
}

void execution_set_network(Execution *x, const Network *network)
{
    assert(x->player_count == 0);
    x->network = network ? *network : (Network){0};
}

static bool owns_value(const Player *a)
{
    return a->position == POSITION_SHOW || a->position == POSITION_PUT ||
           a->position == POSITION_NEW || a->position == POSITION_SAY;
}

static void drop_queue(const Execution *x, Player *a)
{
    const PProgram *p = x->program;
    for (uint32_t i = 0; i < a->queue_count; i++)
        p_release(p, p->events[a->queue[i].event].payload, a->queue[i].payload);
    free(a->queue);
    a->queue = NULL;
    a->queue_count = a->queue_capacity = 0;
}

static void remove_present(Execution *x, uint32_t number)
{
    uint32_t at = x->present_count;
    while (at > 0 && x->present[at - 1] != number)
        at--;
    assert(at > 0);
    memmove(x->present + at - 1, x->present + at, (x->present_count - at) * sizeof *x->present);
    x->present_count--;
}

void player_leave(Execution *x, Player *a)
{
    if (a->position == POSITION_HALTED)
        return;
    remove_present(x, a->machine.id);
    if (owns_value(a))
        p_release(x->program, a->ask.type, a->ask.value);
    drop_queue(x, a);
    if (a->role == PLAYER_MACHINE)
        machine_drop(&a->machine);
    a->position = POSITION_HALTED;
}

Execution *execution_new_from(const PProgram *p, const PTest *test, const TraceOrigin *origin,
                              FILE *trace)
{
    Execution *x = memory_zeroed(1, sizeof *x);
    x->program = p;
    x->test = test;
    x->has_trace = trace != NULL;
    x->has_guard = guard_foreign_open(p);
    if (trace)
        trace_init(&x->trace, trace, p, test, NULL, origin);
    watchers_init(x);
    return x;
}

Execution *execution_new(const PProgram *p, const PTest *test, FILE *trace)
{
    return execution_new_from(p, test, NULL, trace);
}

Execution *execution_new_observed(const PProgram *p, const PTest *test,
                                  const TraceObserver *observer)
{
    Execution *x = execution_new(p, test, NULL);
    trace_init(&x->trace, NULL, p, test, NULL, NULL);
    trace_observe(&x->trace, observer);
    x->has_trace = true;
    return x;
}

void execution_free(Execution *x)
{
    for (uint32_t i = 0; i < x->player_count; i++) {
        x->players[i]->machine.observer = NULL;
        player_leave(x, x->players[i]);
        free(x->players[i]->name);
        free(x->players[i]);
    }
    free(x->players);
    free(x->present);
    watchers_drop(x);
    loop_drop(x);
    if (x->has_guard)
        guard_foreign_close();
    if (x->has_trace)
        trace_drop(&x->trace);
    free(x);
}

// ----------------------------------------------------------------------------- queues

static bool exceeds(const PBound *bound, uint32_t count)
{
    return bound->kind != P_BOUND_NONE && (int64_t)count > bound->max;
}

Executed execution_check_bounds(Execution *x, const Player *by, const Player *to, uint32_t event)
{
    const PBound *of_event = &x->program->events[event].bound;
    const PBound *of_queue = &x->program->machines[to->machine.kind].bound;
    const char *what = x->program->events[event].name;
    char text[P_TEXT_MAX];
    uint32_t same = 0;

    for (uint32_t i = 0; i < to->queue_count; i++)
        same += to->queue[i].event == event;
    const PBound *broken = exceeds(of_event, same)              ? of_event
                           : exceeds(of_queue, to->queue_count) ? of_queue
                                                                : NULL;
    if (!broken)
        return EXECUTED_ALL;
    if (broken->kind == P_BOUND_ASSUME)
        return execution_assume(x);
    if (broken == of_event)
        snprintf(text, sizeof text,
                 "the queue of %s holds %" PRIu32 " events %s; it may hold %" PRId64, to->name,
                 same, what, broken->max);
    else
        snprintf(text, sizeof text,
                 "the queue of %s holds %" PRIu32 " events; it may hold %" PRId64, to->name,
                 to->queue_count, broken->max);
    return execution_fail(x, &by->machine, P_ERROR_QUEUE_BOUND, text, event);
}

void player_push(Player *to, Mail m)
{
    if (to->queue_count == to->queue_capacity) {
        to->queue_capacity = to->queue_capacity ? to->queue_capacity * 2 : 4;
        to->queue = memory_resized(to->queue, to->queue_capacity, sizeof *to->queue);
    }
    to->queue[to->queue_count++] = m;
}

// The place in the queue of the first event that it takes; P_NONE when there is none.
static uint32_t first_wanted(const Player *a)
{
    for (uint32_t i = 0; i < a->queue_count; i++)
        if (a->role == PLAYER_CHANNEL ||
            machine_wants(&a->machine, a->queue[i].event) == WANTS_TAKE)
            return i;
    return P_NONE;
}

uint32_t execution_takes(const Execution *x, uint32_t machine)
{
    const Player *a = player(x, machine);
    if (a->position != POSITION_REST || !a->has_begun)
        return P_NONE;
    uint32_t place = first_wanted(a);
    bool is_machine = a->role == PLAYER_MACHINE;
    return place != P_NONE                                 ? a->queue[place].event
           : is_machine && machine_wants_null(&a->machine) ? P_EVENT_NULL
                                                           : P_NONE;
}

// Delivers the event that it takes. Ignored events before it are dropped.
static void feed(Execution *x, Player *a)
{
    const PProgram *p = x->program;
    uint32_t place = first_wanted(a), kept = 0, i = 0;
    uint32_t end = place != P_NONE ? place : a->queue_count;
    Mail taken = {.event = P_EVENT_NULL};

    for (; i < end; i++) {
        Mail m = a->queue[i];
        if (machine_wants(&a->machine, m.event) == WANTS_DROP)
            p_release(p, p->events[m.event].payload, m.payload);
        else
            a->queue[kept++] = m;
    }
    if (place != P_NONE)
        taken = a->queue[i++];
    for (; i < a->queue_count; i++)
        a->queue[kept++] = a->queue[i];
    a->queue_count = kept;
    a->last = taken.event;
    machine_refuel(&a->machine, machine_fuel);
    machine_deliver(&a->machine, taken.event, taken.payload);
}

// ------------------------------------------------------------------------------- moves

// Takes the next of the turn's choices. False when they are used up.
static bool choose(Execution *x, Player *a, Executed *result)
{
    *result = EXECUTED_ALL;
    if (x->choices_left == 0) {
        a->position = POSITION_CHOICE;
        return false;
    }
    uint32_t chosen = *x->choices++;
    x->choices_left--;
    if (chosen >= a->ask.count) {
        *result = execution_odd(x, "%s chooses the alternative %" PRIu32 " of %" PRIu32, a->name,
                                chosen, a->ask.count);
        return false;
    }
    if (x->has_trace)
        trace_choice(&x->trace, &a->machine, a->ask.count, chosen, a->ask.is_fair);
    if (x->loop && a->ask.is_fair)
        loop_note_choice(x, a, chosen);
    machine_answer(&a->machine, &a->ask, chosen);
    return true;
}

bool player_pick(Execution *x, Player *a, uint32_t count, uint32_t *chosen, Executed *result)
{
    *result = EXECUTED_ALL;
    a->ask.count = count;
    if (x->choices_left == 0) {
        a->position = POSITION_CHOICE;
        return false;
    }
    *chosen = *x->choices++;
    x->choices_left--;
    if (*chosen >= count) {
        *result = execution_odd(x, "%s chooses the alternative %" PRIu32 " of %" PRIu32, a->name,
                                *chosen, count);
        return false;
    }
    if (x->has_trace)
        trace_pick(&x->trace, a->machine.id, count, *chosen);
    a->position = POSITION_REST;
    return true;
}

static void print(Execution *x, Player *a)
{
    size_t size;
    const char *text = p_string_text(a->ask.value, &size);
    if (x->has_trace)
        trace_print(&x->trace, &a->machine, text, size);
    p_release(x->program, a->ask.type, a->ask.value);
}

// Checks an announcement. When no monitor watches it, it is finished.
static Executed ask_announce(Execution *x, Player *a, bool *is_done)
{
    PRequest *ask = &a->ask;
    if (!rules_check_announce(&a->machine, ask))
        return execution_fail(x, &a->machine, ask->error, ask->text, ask->event);
    *is_done = !watchers_watch(x, a->machine.interface, ask->event, ask->monitor);
    if (!*is_done) {
        a->position = POSITION_SAY;
        return EXECUTED_ALL;
    }
    if (x->has_trace)
        trace_announce(&x->trace, &a->machine, ask->event, ask->value);
    p_release(x->program, ask->type, ask->value);
    return EXECUTED_ALL;
}

static Executed ask_send(Execution *x, Player *a)
{
    PRequest *ask = &a->ask;
    if (!rules_check_send(&a->machine, ask))
        return execution_fail(x, &a->machine, ask->error, ask->text, ask->event);
    bool is_watched = watchers_watch(x, a->machine.interface, ask->event, P_NONE);
    a->position = is_watched ? POSITION_SHOW : POSITION_PUT;
    a->shown_in = 0;
    return EXECUTED_ALL;
}

// Runs the machine to its next position.
static Executed run_on(Execution *x, Player *a)
{
    PRequest *ask = &a->ask;
    Executed result = EXECUTED_ALL;
    bool is_done = false;

    a->position = POSITION_REST;
    for (;;)
        switch (machine_run(&a->machine, ask)) {
        case STEP_SEND:
            return ask_send(x, a);
        case STEP_NEW:
            if (!rules_check_new(&a->machine, ask, &a->interface, &a->kind))
                return execution_fail(x, &a->machine, ask->error, ask->text, a->last);
            a->position = POSITION_NEW;
            return EXECUTED_ALL;
        case STEP_ANNOUNCE:
            result = ask_announce(x, a, &is_done);
            if (!is_done)
                return result;
            break;
        case STEP_CHOOSE:
            if (!choose(x, a, &result))
                return result;
            break;
        case STEP_PRINT:
            print(x, a);
            break;
        case STEP_WAIT:
            return EXECUTED_ALL;
        case STEP_HALTED:
            player_leave(x, a);
            return EXECUTED_ALL;
        case STEP_ASSUME:  // with classic points others may run before the failure counts
            a->position = POSITION_DOOMED;
            x->is_doomed = true;
            return EXECUTED_ALL;
        case STEP_FAILED:
            return execution_fail(x, &a->machine, ask->error, ask->text, a->last);
        case STEP_STOPPED:
            return execution_odd(x, "%s was stopped", a->name);
        }
}

static Executed show(Execution *x, Player *a)
{
    if (x->has_trace)
        trace_send(&x->trace, &a->machine, a->ask.target, a->ask.event, a->ask.value);
    a->shown_in = x->turn;
    Executed result = watchers_show(x, &a->machine, a->ask.event, a->ask.value, P_NONE);
    a->position = POSITION_PUT;
    return result;
}

static void trace_put(Execution *x, const Player *a)
{
    const PRequest *ask = &a->ask;
    const Player *to = player(x, P_MACHINE_ID(ask->target));

    if (!a->shown_in)
        trace_send(&x->trace, &a->machine, ask->target, ask->event, ask->value);
    if (network_is_remote(x, a, to))
        return;  // the delivery says what becomes of it
    if (to->position == POSITION_HALTED)
        trace_drop_event(&x->trace, &a->machine, ask->target, ask->event);
    else if (a->shown_in && a->shown_in != x->turn)
        trace_enqueue(&x->trace, &a->machine, ask->target, ask->event);
}

static Executed put(Execution *x, Player *a)
{
    Mail m = {.event = a->ask.event, .payload = a->ask.value};
    Player *to = player(x, P_MACHINE_ID(a->ask.target));
    Executed result = EXECUTED_ALL;

    if (x->has_trace)
        trace_put(x, a);
    a->position = POSITION_REST;  // the request owns nothing any more
    machine_refuel(&a->machine, machine_fuel);
    if (network_is_remote(x, a, to)) {
        network_send(x, a, to, m);
    } else if (to->position == POSITION_HALTED) {
        p_release(x->program, a->ask.type, m.payload);
    } else {
        player_push(to, m);
        result = execution_check_bounds(x, a, to, m.event);
    }
    return result == EXECUTED_ALL ? run_on(x, a) : result;
}

static Executed make(Execution *x, Player *a)
{
    PMachineKind what = x->program->machines[a->kind].kind;
    Executed result = EXECUTED_ALL;
    PWord payload = a->ask.value;

    a->position = POSITION_REST;
    machine_refuel(&a->machine, machine_fuel);
    if (what == P_MACHINE_SPEC || what == P_MACHINE_SCENARIO) {
        machine_answer(&a->machine, &a->ask, 0);
        result = watchers_create(x, &a->machine, a->kind, a->interface, payload);
    } else {
        PWord created = execution_make(x, a, a->kind, a->interface, payload);
        machine_answer(&a->machine, &a->ask, created);
    }
    return result == EXECUTED_ALL ? run_on(x, a) : result;
}

static Executed say(Execution *x, Player *a)
{
    const PRequest *ask = &a->ask;
    if (x->has_trace)
        trace_announce(&x->trace, &a->machine, ask->event, ask->value);
    Executed result = watchers_show(x, &a->machine, ask->event, ask->value, ask->monitor);
    p_release(x->program, ask->type, ask->value);
    a->position = POSITION_REST;
    return result == EXECUTED_ALL ? run_on(x, a) : result;
}

Executed execution_run_on(Execution *x, Player *a)
{
    return run_on(x, a);
}

static Executed move(Execution *x, Player *a)
{
    Executed result;
    switch (a->position) {
    case POSITION_REST:
        if (a->role != PLAYER_MACHINE || (a->is_orphan && !a->has_begun))
            return network_move(x, a);
        if (a->has_begun)
            feed(x, a);
        a->has_begun = true;
        return run_on(x, a);
    case POSITION_SHOW:
        return show(x, a);
    case POSITION_PUT:
        return put(x, a);
    case POSITION_NEW:
        return make(x, a);
    case POSITION_SAY:
        return say(x, a);
    case POSITION_CHOICE:
        if (a->role != PLAYER_MACHINE || (a->is_orphan && !a->has_begun))
            return network_move(x, a);
        return choose(x, a, &result) ? run_on(x, a) : result;
    case POSITION_DOOMED:
        return execution_assume(x);
    case POSITION_HALTED:
        break;
    }
    bug("%s moves, but it has halted", a->name);
}

// ------------------------------------------------------------------------------- turns

uint32_t execution_machines(const Execution *x)
{
    return x->player_count;
}

const Machine *execution_machine(const Execution *x, uint32_t machine)
{
    return &player(x, machine)->machine;
}

uint32_t execution_queue_count(const Execution *x, uint32_t machine)
{
    return player(x, machine)->queue_count;
}

uint32_t execution_queue_event(const Execution *x, uint32_t machine, uint32_t place)
{
    assert(place < player(x, machine)->queue_count);
    return player(x, machine)->queue[place].event;
}

PWord execution_queue_payload(const Execution *x, uint32_t machine, uint32_t place)
{
    assert(place < player(x, machine)->queue_count);
    return player(x, machine)->queue[place].payload;
}

PlayerPosition execution_position(const Execution *x, uint32_t machine)
{
    return player(x, machine)->position;
}

const PRequest *execution_request(const Execution *x, uint32_t machine)
{
    return &player(x, machine)->ask;
}

uint32_t execution_alternatives(const Execution *x, uint32_t machine)
{
    return player(x, machine)->ask.count;
}

// The machine that is stopped at a choice, 0 for none.
static uint32_t chooser(const Execution *x)
{
    for (uint32_t i = 0; i < x->present_count; i++)
        if (player(x, x->present[i])->position == POSITION_CHOICE)
            return x->present[i];
    return 0;
}

// Whether it can run if nobody is in the middle of a choice.
static bool can_go_on(const Execution *x, uint32_t machine)
{
    const Player *a = player(x, machine);
    if (a->role == PLAYER_MACHINE && a->position == POSITION_REST && a->has_begun)
        return execution_takes(x, machine) != P_NONE;
    return a->position != POSITION_HALTED && a->role != PLAYER_CUT;
}

bool execution_is_enabled(const Execution *x, uint32_t machine)
{
    uint32_t first = chooser(x);
    return first ? first == machine : can_go_on(x, machine);
}

bool execution_is_machine(const Execution *x, uint32_t machine)
{
    return player(x, machine)->role == PLAYER_MACHINE;
}

bool execution_is_orphan(const Execution *x, uint32_t machine)
{
    const Player *a = player(x, machine);
    return a->role == PLAYER_MACHINE && a->is_orphan && !a->has_begun;
}

uint32_t execution_container(const Execution *x, uint32_t machine)
{
    return player(x, machine)->container;
}

bool execution_ends(const Execution *x, uint32_t machine, uint32_t *from, uint32_t *to)
{
    const Player *a = player(x, machine);
    *from = a->from;
    *to = a->to;
    return a->role == PLAYER_CHANNEL || a->role == PLAYER_CUT;
}

bool execution_has_faults(const Execution *x)
{
    for (uint32_t i = 0; i < x->present_count; i++)
        if (player(x, x->present[i])->role == PLAYER_FAULTS)
            return !x->is_over;
    return false;
}

uint32_t execution_enabled(const Execution *x, uint32_t *list)
{
    uint32_t first = chooser(x), count = 0;
    for (uint32_t i = 0; i < x->present_count; i++) {
        uint32_t one = x->present[i];
        if (player(x, one)->role != PLAYER_FAULTS && (first ? first == one : can_go_on(x, one)))
            list[count++] = one;
    }
    return count;
}

Executed execution_start(Execution *x, Bug *bug)
{
    const PProgram *p = x->program;
    const PTest *test = x->test;

    p_name_machines(name_of, x);
    Executed result = watchers_start(x);
    if (result == EXECUTED_ALL)
        execution_make(x, NULL, test->bound[test->main], test->main,
                       p_default(p, p->interfaces[test->main].payload));
    if (result == EXECUTED_ALL)
        network_begin(x);
    p_name_machines(NULL, NULL);
    *bug = x->bug;
    return result;
}

// Why the machine cannot have a turn; EXECUTED_ALL when it can.
static Executed check_turn(Execution *x, const Turn *turn)
{
    if (x->is_over)
        return execution_odd(x, "there is a turn after the end");
    if (turn->machine == 0 || turn->machine > x->player_count)
        return execution_odd(x, "machine %" PRIu32 " has a turn, but there are only %" PRIu32,
                             turn->machine, x->player_count);
    if (turn->moves == 0)
        return execution_odd(x, "%s has a turn without a move", execution_name(x, turn->machine));
    if (execution_is_enabled(x, turn->machine))
        return EXECUTED_ALL;
    const char *name = execution_name(x, turn->machine);
    if (chooser(x))
        return execution_odd(x, "%s has a turn, but %s is in the middle of a move", name,
                             execution_name(x, chooser(x)));
    return execution_odd(
        x, "%s has a turn, but it %s", name,
        player(x, turn->machine)->position == POSITION_HALTED ? "has halted" : "has nothing to do");
}

// Adds the move that was made with the choices from `first` on; or more choices to it.
static void note_move(Execution *x, uint32_t machine, const uint32_t *first, bool was_choosing)
{
    if (!was_choosing)
        schedule_add(x->single, machine, 1, NULL, 0);
    for (; first < x->choices; first++)
        schedule_choose(x->single, *first);
}

static Executed moves(Execution *x, Player *a, const Turn *turn)
{
    for (uint32_t i = 0; i < turn->moves; i++) {
        if (i > 0 && !execution_is_enabled(x, turn->machine))
            return execution_odd(x, "%s makes %" PRIu32 " moves, but can make only %" PRIu32,
                                 a->name, turn->moves, i);
        bool was_choosing = a->position == POSITION_CHOICE;
        const uint32_t *first = x->choices;
        Executed result = move(x, a);
        if (x->single)
            note_move(x, turn->machine, first, was_choosing);
        if (x->has_trace && x->trace.to.moved)
            x->trace.to.moved(x->trace.to.data);
        if (result != EXECUTED_ALL)
            return result;
        if (a->position != POSITION_CHOICE)
            continue;
        if (was_choosing && turn->choice_count == 0)
            return execution_odd(x, "%s has a choice to make, but none is given", a->name);
        break;
    }
    if (x->choices_left)
        return execution_odd(x, "%s is given %" PRIu32 " choices, but makes only %" PRIu32, a->name,
                             turn->choice_count, turn->choice_count - x->choices_left);
    return EXECUTED_ALL;
}

Executed execution_turn(Execution *x, const Turn *turn, const uint32_t *choices, Bug *bug)
{
    p_name_machines(name_of, x);
    x->turn++;
    Executed result = check_turn(x, turn);
    if (result == EXECUTED_ALL) {
        Player *a = player(x, turn->machine);
        x->choices = choices + turn->first_choice;
        x->choices_left = turn->choice_count;
        if (a->position != POSITION_HALTED && a->role == PLAYER_MACHINE)
            machine_refuel(&a->machine, machine_fuel);
        if (x->has_trace)
            trace_turn(&x->trace, &a->machine, turn->moves);
        result = moves(x, a, turn);
        if (x->loop)
            loop_note_turn(x, turn->machine);
        if (!x->is_over)
            tell_variables(x, a->role != PLAYER_MACHINE || a->position == POSITION_HALTED
                                  ? NULL
                                  : &a->machine);
    }
    p_name_machines(NULL, NULL);
    *bug = x->bug;
    return result;
}

// --------------------------------------------------------------------------------- ends

// A deadlock: a machine in the middle of a handler waits for an event that will never come.
static Executed find_deadlock(Execution *x)
{
    enum { NAMED_MAX = 8 };
    const Player *first = NULL;
    Buf names = {0};
    uint32_t count = 0;

    for (uint32_t i = 0; i < x->player_count; i++) {
        const Player *a = x->players[i];
        if (a->position == POSITION_HALTED || a->machine.receive == P_NONE)
            continue;
        if (count++ < NAMED_MAX)
            buf_print(&names, "%s%s", first ? ", " : "", a->name);
        first = first ? first : a;
    }
    if (count > NAMED_MAX)
        buf_print(&names, " and %" PRIu32 " more", count - NAMED_MAX);
    char text[P_TEXT_MAX];
    snprintf(text, sizeof text, "%s wait%s in a receive, and nothing else can happen",
             buf_text(&names), count == 1 ? "s" : "");
    buf_drop(&names);
    return first ? execution_fail(x, &first->machine, P_ERROR_DEADLOCK, text, P_NONE)
                 : EXECUTED_ALL;
}

static Executed find_hot(Execution *x, bool is_quiet)
{
    const Watcher *hot = watchers_hot(x);
    if (!hot)
        return EXECUTED_ALL;
    Buf text = {0};
    buf_print(&text, "%s, but %s is in hot state %s",
              is_quiet ? "nothing is left to do" : "every machine had its turn for long",
              x->program->machines[hot->kind].name,
              x->program->states[machine_state(&hot->machine)].name);
    watcher_print_since(hot, &text);
    Executed result =
        execution_fail(x, &hot->machine, P_ERROR_LIVENESS, buf_text(&text), P_NONE);
    buf_drop(&text);
    x->bug.is_suspected = !is_quiet;
    return result;
}

Executed execution_end(Execution *x, bool ends_hot, Bug *bug)
{
    bool is_quiet = true;
    if (x->is_doomed) {
        *bug = x->bug;
        return execution_assume(x);
    }
    for (uint32_t i = 0; i < x->present_count; i++)
        is_quiet = is_quiet && !execution_is_enabled(x, x->present[i]);

    Executed result = is_quiet ? find_deadlock(x) : x->loop ? loop_judge(x) : EXECUTED_ALL;
    if ((is_quiet || (ends_hot && !x->loop)) && result == EXECUTED_ALL)
        result = find_hot(x, is_quiet);
    if (result == EXECUTED_ALL)
        end_trace(x, is_quiet ? "quiescent" : "out-of-steps");
    *bug = x->bug;
    return result;
}

Executed execution_follow(Execution *x, const Schedule *schedule, Bug *bug)
{
    execution_set_network(x, schedule->network);
    Executed result = execution_start(x, bug);
    uint32_t i = 0;

    for (; result == EXECUTED_ALL && i < schedule->turn_count; i++) {
        if (schedule->loop == i + 1)
            execution_loop(x);
        result = execution_turn(x, &schedule->turns[i], schedule->choices, bug);
    }
    if (result == EXECUTED_ALL)
        result = execution_end(x, schedule->ends_hot, bug);
    return result;
}

// The execution is freed.
static Executed follow(Execution *x, const Schedule *schedule, Bug *bug)
{
    Executed result = execution_follow(x, schedule, bug);
    execution_free(x);
    return result;
}

Executed execute_from(const PProgram *p, const PTest *test, const Schedule *schedule,
                      const TraceOrigin *origin, FILE *trace, Bug *bug)
{
    return follow(execution_new_from(p, test, origin, trace), schedule, bug);
}

Executed execute_observed(const PProgram *p, const PTest *test, const Schedule *schedule,
                          const TraceObserver *observer, Bug *bug)
{
    return follow(execution_new_observed(p, test, observer), schedule, bug);
}

Executed execute(const PProgram *p, const PTest *test, const Schedule *schedule, FILE *trace,
                 Bug *bug)
{
    return execute_from(p, test, schedule, NULL, trace, bug);
}
