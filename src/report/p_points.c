// report/p_points.c: maps our positions to the scheduling points of P's checker.

#include "report/p_points.h"

#include <stdlib.h>

#include "base/memory.h"
#include "rt/program.h"

static void meet_machines(PPoints *pp)
{
    uint32_t count = execution_machines(pp->x);
    if (count >= pp->capacity) {
        pp->capacity = count * 2 + 16;
        pp->points = memory_resized(pp->points, pp->capacity, sizeof *pp->points);
    }
    while (pp->count < count)
        pp->points[++pp->count] = PP_START;
}

void p_points_init(PPoints *pp, const Execution *x)
{
    *pp = (PPoints){.x = x};
    meet_machines(pp);
}

void p_points_drop(PPoints *pp)
{
    free(pp->points);
    *pp = (PPoints){0};
}

bool p_points_is_enabled(const PPoints *pp, uint32_t machine)
{
    switch (pp->points[machine]) {
    case PP_IDLE:
        return execution_takes(pp->x, machine) != P_NONE;
    case PP_HALTED:
        return false;
    default:
        return true;
    }
}

bool p_points_go(PPoints *pp, uint32_t machine)
{
    if (pp->points[machine] != PP_LOOK)
        return true;
    bool is_empty = execution_takes(pp->x, machine) == P_EVENT_NULL;
    pp->points[machine] = is_empty ? PP_NULL : PP_TAKEN;
    return false;
}

bool p_points_goes_on(const PPoints *pp, uint32_t machine)
{
    PlayerPosition at = execution_position(pp->x, machine);
    return at == POSITION_SHOW || at == POSITION_SAY || at == POSITION_CHOICE;
}

static PPoint resting_point(const PPoints *pp, uint32_t machine)
{
    const Machine *m = execution_machine(pp->x, machine);
    if (m->receive == P_NONE && machine_wants_null(m))
        return PP_LOOK;
    return execution_takes(pp->x, machine) != P_NONE ? PP_TAKEN : PP_IDLE;
}

void p_points_settle(PPoints *pp, uint32_t machine)
{
    meet_machines(pp);
    switch (execution_position(pp->x, machine)) {
    case POSITION_PUT:
        pp->points[machine] = PP_PUT;
        break;
    case POSITION_NEW:
        pp->points[machine] = PP_NEW;
        break;
    case POSITION_REST:
        pp->points[machine] = resting_point(pp, machine);
        break;
    case POSITION_HALTED:
        pp->points[machine] = PP_HALTED;
        break;
    case POSITION_SHOW:
    case POSITION_SAY:
    case POSITION_CHOICE:
    case POSITION_DOOMED:
        break;  // the machine continues
    }
}

bool p_points_agrees(const PPoints *pp, uint32_t machine)
{
    return pp->points[machine] != PP_NULL || execution_takes(pp->x, machine) == P_EVENT_NULL;
}

bool p_points_is_boolean(const PPoints *pp, uint32_t machine)
{
    const Machine *m = execution_machine(pp->x, machine);
    const PFun *fun = &m->shared.program->funs[m->at_fun];
    if (!fun->code || m->at >= fun->code_count || fun->code[m->at].op != OP_CHOOSE)
        return execution_alternatives(pp->x, machine) == 2;
    return fun->code[m->at].n < 2;  // rt/ops.def: 0 is $, 1 is $$
}
