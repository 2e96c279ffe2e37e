// cluster/pressure.c: what a container does when more comes than its machines take.

#include "cluster/pressure.h"

#include "base/err.h"
#include "run/elsewhere.h"

void pressure_init(Pressure *p, PlaitRuntime *runtime, Endpoint *endpoint, uint64_t soft,
                   uint32_t window)
{
    *p = (Pressure){.runtime = runtime, .endpoint = endpoint, .soft = soft, .window = window};
}

static void tell(const Pressure *p)
{
    elsewhere_crowd(p->runtime, p->is_full || p->crowded > 0);
    endpoint_grant(p->endpoint, p->is_full ? 0 : p->window);
}

// To count takes time for each machine; so it is done only after many events.
static void count(Pressure *p)
{
    p->queued = elsewhere_queued(p->runtime) + p->posted;
    p->came = p->taken = 0;
}

static void set_full(Pressure *p, bool is_full)
{
    if (p->is_full == is_full)
        return;
    p->is_full = is_full;
    tell(p);
}

void pressure_came(Pressure *p)
{
    p->came++;
    p->posted++;
    if (p->is_full || p->queued + p->came <= p->soft)
        return;
    count(p);
    set_full(p, p->queued > p->soft);
}

void pressure_stepped(Pressure *p, uint64_t events, bool is_idle)
{
    p->posted = 0;
    p->taken += events ? events : p->soft;
    if (!p->is_full && p->taken < p->soft)
        return;
    count(p);
    // It must fall to half, so that peers are not told again and again.
    uint64_t limit = p->is_full ? p->soft / 2 : p->soft;
    set_full(p, p->queued > limit && !is_idle);
}

void pressure_crowded(Pressure *p, bool is_crowded)
{
    assert(is_crowded || p->crowded > 0);
    p->crowded += is_crowded ? 1 : UINT32_MAX;
    tell(p);
}
