// check/replay/execute_network.c: channels, crashes, cuts and suspicions of an execution.
//
// The rules are in docs/contract.md. The turn of the machine of faults has what happens as its
// choices: a FaultKind, and then the numbers of the machines that it concerns.

#include <inttypes.h>
#include <string.h>

#include "check/replay/execute_impl.h"
#include "rt/send_rules.h"
#include "rt/suspect.h"

static void begin_role(Execution *x, Player *a, PlayerRole role)
{
    a->role = role;
    a->has_begun = true;
    a->machine.id = x->player_count;
    a->machine.kind = x->test->bound[x->test->main];
    a->machine.receive = P_NONE;
}

void network_begin(Execution *x)
{
    if (!network_has_faults(&x->network))
        return;
    Player *a = player_add(x, "faults ");
    begin_role(x, a, PLAYER_FAULTS);
    if (x->has_trace)
        trace_open(&x->trace, a->machine.id, "faults", 0, 0);
}

// -------------------------------------------------------------------------------- channels

bool network_is_remote(const Execution *x, const Player *from, const Player *to)
{
    return x->network.kind == NETWORK_FIFO && from->container != to->container;
}

static uint32_t container_of(const Execution *x, uint32_t machine)
{
    return machine ? player_at(x, machine)->container : 0;
}

static Player *find_between(const Execution *x, PlayerRole role, uint32_t from, uint32_t to)
{
    for (uint32_t i = 0; i < x->present_count; i++) {
        Player *a = player_at(x, x->present[i]);
        if (a->role == role && a->from == from && a->to == to)
            return a;
    }
    return NULL;
}

static Player *add_between(Execution *x, PlayerRole role, uint32_t from, uint32_t to)
{
    const char *kind = role == PLAYER_CUT ? "cut" : "channel";
    Player *a = player_add(x, role == PLAYER_CUT ? "cut " : "channel ");
    begin_role(x, a, role);
    a->from = from;
    a->to = to;
    if (x->has_trace)
        trace_open(&x->trace, a->machine.id, kind, from, to);
    return a;
}

static bool is_cut(const Execution *x, const Player *from, const Player *to)
{
    return find_between(x, PLAYER_CUT, from->container, to->container) ||
           find_between(x, PLAYER_CUT, to->container, from->container);
}

static void tell_lost(Execution *x, uint32_t from, uint32_t to, uint32_t event)
{
    if (x->has_trace)
        trace_fault(&x->trace, TRACED_LOST, from, to, event);
}

void network_send(Execution *x, const Player *from, const Player *to, Mail m)
{
    uint32_t a = from->machine.id, b = P_MACHINE_ID(to->self);
    if (is_cut(x, from, to)) {
        tell_lost(x, a, b, m.event);
        p_release(x->program, x->program->events[m.event].payload, m.payload);
        return;
    }
    Player *channel = find_between(x, PLAYER_CHANNEL, a, b);
    player_push(channel ? channel : add_between(x, PLAYER_CHANNEL, a, b), m);
}

// The first event of the channel arrives. With the last one the channel ends.
static Executed deliver(Execution *x, Player *channel)
{
    Executed result = EXECUTED_ALL;
    Player *to = player_at(x, channel->to);
    Mail m = channel->queue[0];

    assert(channel->queue_count > 0);
    memmove(channel->queue, channel->queue + 1, --channel->queue_count * sizeof m);
    if (x->has_trace && player_is_there(to))
        trace_deliver(&x->trace, channel->from, channel->to, m.event, m.payload);
    else if (x->has_trace)
        trace_undelivered(&x->trace, channel->from, channel->to, m.event);
    if (player_is_there(to)) {
        player_push(to, m);
        result = execution_check_bounds(x, to, to, m.event);
    } else {
        p_release(x->program, x->program->events[m.event].payload, m.payload);
    }
    if (channel->queue_count == 0)
        player_leave(x, channel);
    return result;
}

// All events that travel in the channel are lost.
static void lose(Execution *x, Player *channel)
{
    for (uint32_t i = 0; i < channel->queue_count; i++)
        tell_lost(x, channel->from, channel->to, channel->queue[i].event);
    player_leave(x, channel);
}

static Executed move_channel(Execution *x, Player *channel)
{
    Executed result;
    uint32_t is_lost = 0;
    if (channel->is_orphan && !player_pick(x, channel, 2, &is_lost, &result))
        return result;
    if (!is_lost)
        return deliver(x, channel);
    lose(x, channel);
    return EXECUTED_ALL;
}

// The machine has not run, and never will: its creation was lost.
static void lose_creation(Execution *x, Player *a)
{
    if (x->has_trace)
        trace_fault(&x->trace, TRACED_LOST, a->machine.id, 0, P_NONE);
    a->machine.observer = NULL;
    player_leave(x, a);
}

// Whether its creation is a message that still travels.
static bool is_unborn(const Player *a)
{
    return a->role == PLAYER_MACHINE && !a->has_begun && a->creator && player_is_there(a) &&
           a->container == P_MACHINE_ID(a->self);
}

// The machine has not run, and its creator has crashed: perhaps it was never created.
static Executed move_orphan(Execution *x, Player *a)
{
    Executed result;
    uint32_t is_lost = 0;
    if (!player_pick(x, a, 2, &is_lost, &result))
        return result;
    a->has_begun = true;
    if (!is_lost)
        return execution_run_on(x, a);
    lose_creation(x, a);
    return EXECUTED_ALL;
}

// ---------------------------------------------------------------------------------- faults

static void crash_one(Execution *x, Player *a, uint32_t container)
{
    if (a->role == PLAYER_MACHINE && a->container == container) {
        if (x->has_trace)
            trace_fault(&x->trace, TRACED_CRASH, a->machine.id, 0, P_NONE);
        a->machine.observer = NULL;
        player_leave(x, a);
    } else if (a->role == PLAYER_MACHINE) {
        a->is_orphan |= is_unborn(a) && container_of(x, a->creator) == container;
    } else if (a->role == PLAYER_CHANNEL && container_of(x, a->to) == container) {
        lose(x, a);
    } else if (a->role == PLAYER_CHANNEL && container_of(x, a->from) == container) {
        a->is_orphan = true;
    }
}

static void crash(Execution *x, uint32_t container)
{
    for (uint32_t i = 0; i < x->player_count; i++)
        if (player_is_there(x->players[i]))
            crash_one(x, x->players[i], container);
}

static bool are_between(uint32_t from, uint32_t to, uint32_t a, uint32_t b)
{
    return (from == a && to == b) || (from == b && to == a);
}

static void cut(Execution *x, uint32_t a, uint32_t b)
{
    if (x->has_trace)
        trace_fault(&x->trace, TRACED_CUT, a, b, P_NONE);
    for (uint32_t i = 0; i < x->player_count; i++) {
        Player *c = x->players[i];
        if (c->role == PLAYER_CHANNEL && player_is_there(c) &&
            are_between(container_of(x, c->from), container_of(x, c->to), a, b))
            lose(x, c);
        else if (is_unborn(c) && !c->is_orphan &&
                 are_between(container_of(x, c->creator), c->container, a, b))
            lose_creation(x, c);
    }
    add_between(x, PLAYER_CUT, a, b);
}

static Executed suspect(Execution *x, uint32_t who, uint32_t peer)
{
    uint32_t event = suspect_event(x->program);
    Player *told = player_at(x, who);
    if (event == P_NONE || !player_is_there(told))
        return execution_odd(x, "%s cannot be told of a suspicion", execution_name(x, who));
    if (x->has_trace)
        trace_fault(&x->trace, TRACED_SUSPECT, who, peer, P_NONE);
    player_push(told, (Mail){.event = event, .payload = player_at(x, peer)->self});
    return execution_check_bounds(x, told, told, event);
}

// What is left of the budget.
static uint32_t *budget_of(Execution *x, FaultKind kind)
{
    return kind == FAULT_CRASH ? &x->network.crashes
           : kind == FAULT_CUT ? &x->network.cuts
                               : &x->network.suspicions;
}

// The next choice of the turn: the number of a machine.
static bool pick_machine(Execution *x, Player *faults, uint32_t *machine, Executed *result)
{
    if (!player_pick(x, faults, x->player_count + 1, machine, result)) {
        if (*result == EXECUTED_ALL)
            *result = execution_odd(x, "a fault does not say which machine it concerns");
        return false;
    }
    if (*machine == 0 || player_at(x, *machine)->role != PLAYER_MACHINE) {
        *result =
            execution_odd(x, "a fault concerns number %" PRIu32 ", which is no machine", *machine);
        return false;
    }
    return true;
}

static Executed happen(Execution *x, Player *faults, FaultKind kind)
{
    Executed result = EXECUTED_ALL;
    uint32_t a = 0, b = 0;
    if (*budget_of(x, kind) == 0)
        return execution_odd(x, "more goes wrong than the trace allows");
    if (!pick_machine(x, faults, &a, &result) ||
        (kind != FAULT_CRASH && !pick_machine(x, faults, &b, &result)))
        return result;
    --*budget_of(x, kind);
    if (kind == FAULT_CRASH)
        crash(x, a);
    else if (kind == FAULT_CUT)
        cut(x, a, b);
    else
        result = suspect(x, a, b);
    if (!network_has_faults(&x->network))
        player_leave(x, faults);
    return result;
}

static Executed move_faults(Execution *x, Player *faults)
{
    Executed result;
    uint32_t kind;
    if (!player_pick(x, faults, FAULT_SUSPECT + 1, &kind, &result))
        return result;
    if (kind != FAULT_NONE)
        return happen(x, faults, (FaultKind)kind);
    player_leave(x, faults);
    return EXECUTED_ALL;
}

Executed network_move(Execution *x, Player *a)
{
    switch (a->role) {
    case PLAYER_MACHINE:
        return move_orphan(x, a);
    case PLAYER_CHANNEL:
        return move_channel(x, a);
    case PLAYER_FAULTS:
        return move_faults(x, a);
    case PLAYER_CUT:
        break;
    }
    return execution_odd(x, "%s cannot run", a->name);
}
