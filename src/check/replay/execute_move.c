// check/replay/execute_move.c: one move of a machine.
//
// Between two moves each machine is in a position (check/engine/points.h); its last request says
// what it will do next. A move does that, and runs the machine to its next position.

#include <inttypes.h>

#include "base/memory.h"
#include "check/replay/execute_impl.h"
#include "rt/send_rules.h"

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
    const Player *a = player_at(x, machine);
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
    machine_answer(&a->machine, a->ask.answer, chosen);
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

Executed execution_run_on(Execution *x, Player *a)
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
    const Player *to = player_at(x, P_MACHINE_ID(ask->target));

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
    Player *to = player_at(x, P_MACHINE_ID(a->ask.target));
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
    return result == EXECUTED_ALL ? execution_run_on(x, a) : result;
}

static Executed make(Execution *x, Player *a)
{
    PMachineKind what = x->program->machines[a->kind].kind;
    Executed result = EXECUTED_ALL;
    PWord payload = a->ask.value;

    a->position = POSITION_REST;
    machine_refuel(&a->machine, machine_fuel);
    if (what == P_MACHINE_SPEC || what == P_MACHINE_SCENARIO) {
        machine_answer(&a->machine, a->ask.answer, 0);
        result = watchers_create(x, &a->machine, a->kind, a->interface, payload);
    } else {
        PWord created = execution_make(x, a, a->kind, a->interface, payload);
        machine_answer(&a->machine, a->ask.answer, created);
    }
    return result == EXECUTED_ALL ? execution_run_on(x, a) : result;
}

static Executed say(Execution *x, Player *a)
{
    const PRequest *ask = &a->ask;
    if (x->has_trace)
        trace_announce(&x->trace, &a->machine, ask->event, ask->value);
    Executed result = watchers_show(x, &a->machine, ask->event, ask->value, ask->monitor);
    p_release(x->program, ask->type, ask->value);
    a->position = POSITION_REST;
    return result == EXECUTED_ALL ? execution_run_on(x, a) : result;
}

Executed player_move(Execution *x, Player *a)
{
    Executed result;
    switch (a->position) {
    case POSITION_REST:
        if (a->role != PLAYER_MACHINE || (a->is_orphan && !a->has_begun))
            return network_move(x, a);
        if (a->has_begun)
            feed(x, a);
        a->has_begun = true;
        return execution_run_on(x, a);
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
        return choose(x, a, &result) ? execution_run_on(x, a) : result;
    case POSITION_DOOMED:
        return execution_assume(x);
    case POSITION_HALTED:
        break;
    }
    bug("%s moves, but it has halted", a->name);
}
