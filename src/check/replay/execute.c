// check/replay/execute.c: one execution, turn by turn.
//
// The code is as simple as possible, because the engine is compared with it. execute_move.c makes
// the moves of a turn.

#include "check/replay/execute.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "check/replay/execute_impl.h"
#include "check/guard/guard.h"
#include "plait/foreign.h"
#include "rt/send_rules.h"

const char *execution_name(const Execution *x, uint32_t machine)
{
    return machine == 0                ? "null"
           : machine > x->player_count ? "Machine(?)"
                                       : player_at(x, machine)->name;
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
        .is_suspected = x->is_suspicion,
    };
    snprintf(x->bug.text, sizeof x->bug.text, "%s", text);
    x->culprit = m->id ? execution_name(x, m->id) : x->program->machines[m->kind].name;
    tell_variables(x, m);
    if (x->has_trace)
        trace_error(&x->trace, m, error, x->is_suspicion, text, event);
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

static const PForeignMachine outside;

PWord execution_make(Execution *x, const Player *by, uint32_t kind, uint32_t interface,
                     PWord payload)
{
    Player *n = player_add(x, x->program->machines[kind].name);
    uint32_t id = x->player_count;
    n->creator = by ? by->machine.id : 0;
    n->container = network_is_own(&x->network, kind, !by) ? id : by->container;
    machine_init(&n->machine, x->program, x->test, kind, interface,
                 rules_reference(x->program, interface, id), payload);
    // A model counts by its P code, unless the run with C in its place is made again.
    n->machine.foreign = x->is_outside && x->is_outside[kind] ? &outside : NULL;
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

void execution_set_outside(Execution *x, const bool *is_outside)
{
    assert(x->player_count == 0);
    x->is_outside = is_outside;
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

// ------------------------------------------------------------------------------- turns

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
    if (execution_chooser(x))
        return execution_odd(x, "%s has a turn, but %s is in the middle of a move", name,
                             execution_name(x, execution_chooser(x)));
    return execution_odd(x, "%s has a turn, but it %s", name,
                         player_at(x, turn->machine)->position == POSITION_HALTED
                             ? "has halted"
                             : "has nothing to do");
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
        Executed result = player_move(x, a);
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
        Player *a = player_at(x, turn->machine);
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
    x->is_suspicion = !is_quiet;
    Executed result = execution_fail(x, &hot->machine, P_ERROR_LIVENESS, buf_text(&text), P_NONE);
    buf_drop(&text);
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
