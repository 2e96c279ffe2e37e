// check/replay/execute_look.c: what can be seen of an execution between two turns.

#include "check/replay/execute_impl.h"

uint32_t execution_machines(const Execution *x)
{
    return x->player_count;
}

const Machine *execution_machine(const Execution *x, uint32_t machine)
{
    return &player_at(x, machine)->machine;
}

uint32_t execution_queue_count(const Execution *x, uint32_t machine)
{
    return player_at(x, machine)->queue_count;
}

uint32_t execution_queue_event(const Execution *x, uint32_t machine, uint32_t place)
{
    assert(place < player_at(x, machine)->queue_count);
    return player_at(x, machine)->queue[place].event;
}

PWord execution_queue_payload(const Execution *x, uint32_t machine, uint32_t place)
{
    assert(place < player_at(x, machine)->queue_count);
    return player_at(x, machine)->queue[place].payload;
}

PlayerPosition execution_position(const Execution *x, uint32_t machine)
{
    return player_at(x, machine)->position;
}

const PRequest *execution_request(const Execution *x, uint32_t machine)
{
    return &player_at(x, machine)->ask;
}

uint32_t execution_alternatives(const Execution *x, uint32_t machine)
{
    return player_at(x, machine)->ask.count;
}

uint32_t execution_chooser(const Execution *x)
{
    for (uint32_t i = 0; i < x->present_count; i++)
        if (player_at(x, x->present[i])->position == POSITION_CHOICE)
            return x->present[i];
    return 0;
}

// Whether it can run if nobody is in the middle of a choice.
static bool can_go_on(const Execution *x, uint32_t machine)
{
    const Player *a = player_at(x, machine);
    if (a->role == PLAYER_MACHINE && a->position == POSITION_REST && a->has_begun)
        return execution_takes(x, machine) != P_NONE;
    return a->position != POSITION_HALTED && a->role != PLAYER_CUT;
}

bool execution_is_enabled(const Execution *x, uint32_t machine)
{
    uint32_t first = execution_chooser(x);
    return first ? first == machine : can_go_on(x, machine);
}

bool execution_is_machine(const Execution *x, uint32_t machine)
{
    return player_at(x, machine)->role == PLAYER_MACHINE;
}

bool execution_is_orphan(const Execution *x, uint32_t machine)
{
    const Player *a = player_at(x, machine);
    return a->role == PLAYER_MACHINE && a->is_orphan && !a->has_begun;
}

uint32_t execution_container(const Execution *x, uint32_t machine)
{
    return player_at(x, machine)->container;
}

bool execution_ends(const Execution *x, uint32_t machine, uint32_t *from, uint32_t *to)
{
    const Player *a = player_at(x, machine);
    *from = a->from;
    *to = a->to;
    return a->role == PLAYER_CHANNEL || a->role == PLAYER_CUT;
}

bool execution_has_faults(const Execution *x)
{
    for (uint32_t i = 0; i < x->present_count; i++)
        if (player_at(x, x->present[i])->role == PLAYER_FAULTS)
            return !x->is_over;
    return false;
}

uint32_t execution_enabled(const Execution *x, uint32_t *list)
{
    uint32_t first = execution_chooser(x), count = 0;
    for (uint32_t i = 0; i < x->present_count; i++) {
        uint32_t one = x->present[i];
        if (player_at(x, one)->role != PLAYER_FAULTS && (first ? first == one : can_go_on(x, one)))
            list[count++] = one;
    }
    return count;
}
