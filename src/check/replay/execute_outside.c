// check/replay/execute_outside.c: what happens to a run from outside.

#include <string.h>

#include "check/replay/execute_impl.h"

Executed execution_post(Execution *x, uint32_t machine, uint32_t event, PWord payload, Bug *bug)
{
    Player *to = player_at(x, machine);
    Executed result;

    assert(to->role == PLAYER_MACHINE);
    if (x->has_trace)
        trace_send(&x->trace, NULL, to->self, event, payload);
    result = watchers_show(x, NULL, event, payload, P_NONE);
    if (result == EXECUTED_ALL && player_is_there(to)) {
        player_push(to, (Mail){.event = event, .payload = payload});
        result = execution_check_bounds(x, to, to, event);
    } else {
        p_release(x->program, x->program->events[event].payload, payload);
        result = result == EXECUTED_ALL ? EXECUTED_ODD : result;
    }
    *bug = x->bug;
    return result;
}

// The first interface as which the test creates machines of that kind.
static uint32_t interface_of(const Execution *x, const char *kind)
{
    for (uint32_t i = 0; i < x->program->interface_count; i++) {
        uint32_t bound = x->test->bound[i];
        if (bound != P_NONE && strcmp(x->program->machines[bound].name, kind) == 0)
            return i;
    }
    return P_NONE;
}

uint32_t execution_restart(Execution *x, const char *kind, PWord payload)
{
    uint32_t interface = interface_of(x, kind);

    if (interface == P_NONE)
        return 0;
    return P_MACHINE_ID(execution_make(x, NULL, x->test->bound[interface], interface, payload));
}

static Executed faults_turn(Execution *x, const uint32_t *choices, uint32_t count, Bug *bug)
{
    for (uint32_t i = 0; i < x->present_count; i++)
        if (player_at(x, x->present[i])->role == PLAYER_FAULTS) {
            Turn turn = {.machine = x->present[i], .moves = 1, .choice_count = count};
            return execution_turn(x, &turn, choices, bug);
        }
    return EXECUTED_ALL;
}

Executed execution_fault(Execution *x, FaultKind kind, uint32_t machine, uint32_t about, Bug *bug)
{
    uint32_t choices[] = {kind, machine, about};

    assert(network_has_faults(&x->network));
    return faults_turn(x, choices, about ? 3 : 2, bug);
}

Executed execution_no_more_faults(Execution *x, Bug *bug)
{
    uint32_t none = FAULT_NONE;
    return faults_turn(x, &none, 1, bug);
}
