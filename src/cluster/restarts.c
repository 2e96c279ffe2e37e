// cluster/restarts.c: when a container that has ended is started again.

#include "cluster/restarts.h"

#include <string.h>

enum { PAUSE_FIRST = 100000, PAUSE_LAST = 30000000, WITHIN = 60000000 };

void restarts_started(Restarts *r, uint64_t now)
{
    if (r->count > 0 && now - r->starts[0] > WITHIN)
        r->count = 0;
    memmove(r->starts + 1, r->starts, (RESTARTS_MOST - 1) * sizeof *r->starts);
    r->starts[0] = now;
    r->count++;
}

uint64_t restarts_next(const Restarts *r, uint64_t now)
{
    uint64_t pause = PAUSE_FIRST;

    if (r->count >= RESTARTS_MOST && now - r->starts[RESTARTS_MOST - 1] < WITHIN)
        return 0;
    if (r->count > 0 && now - r->starts[0] > WITHIN)
        return now + pause;
    for (uint32_t i = 1; i < r->count && pause < PAUSE_LAST; i++)
        pause *= 2;
    return now + (pause < PAUSE_LAST ? pause : PAUSE_LAST);
}
