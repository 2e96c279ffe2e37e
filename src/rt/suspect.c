// rt/suspect.c: the event that tells a machine of a suspected one.

#include "rt/suspect.h"

#include <string.h>

uint32_t suspect_event(const PProgram *p)
{
    for (uint32_t i = 0; i < p->event_count; i++)
        if (strcmp(p->events[i].name, SUSPECT_EVENT) == 0 &&
            p->types[p->events[i].payload].kind == P_TYPE_MACHINE)
            return i;
    return P_NONE;
}

bool suspect_is_heard(const PProgram *p, uint32_t kind, uint32_t event)
{
    for (uint32_t i = 0; i < p->state_count; i++)
        for (uint32_t k = 0; k < p->states[i].handler_count; k++)
            if (p->states[i].machine == kind && p->states[i].handlers[k].event == event)
                return true;
    return false;
}
