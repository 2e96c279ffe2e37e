// cluster/restarts.c: when a container that has ended is started again.

#include "cluster/restarts.h"

#include <assert.h>
#include <string.h>

static const RestartPolicy usual = {RESTARTS_MOST, 60000000, 100000, 30000000};

static RestartPolicy policy_of(const Restarts *r)
{
    RestartPolicy p = r->policy;

    assert(p.most <= RESTARTS_KEPT);
    p.most = p.most ? p.most : usual.most;
    p.within = p.within ? p.within : usual.within;
    p.first = p.first ? p.first : usual.first;
    p.last = p.last ? p.last : usual.last;
    return p;
}

uint32_t restarts_most(const Restarts *r)
{
    return policy_of(r).most;
}

void restarts_started(Restarts *r, uint64_t now)
{
    if (r->count > 0 && now - r->starts[0] > policy_of(r).within)
        r->count = 0;
    memmove(r->starts + 1, r->starts, (RESTARTS_KEPT - 1) * sizeof *r->starts);
    r->starts[0] = now;
    r->count++;
}

uint64_t restarts_next(const Restarts *r, uint64_t now)
{
    RestartPolicy p = policy_of(r);
    uint64_t pause = p.first;

    if (r->count >= p.most && now - r->starts[p.most - 1] < p.within)
        return 0;
    if (r->count > 0 && now - r->starts[0] > p.within)
        return now + pause;
    for (uint32_t i = 1; i < r->count && pause < p.last; i++)
        pause *= 2;
    return now + (pause < p.last ? pause : p.last);
}
