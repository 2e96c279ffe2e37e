// cluster/cpu_share.c: how much processor time a container may use.

#include "cluster/cpu_share.h"

#include <assert.h>
#include <time.h>

// So much of the share can be saved up while the container has nothing to do.
enum { SAVED_MOST = 100000 };  // microseconds of time

uint64_t cpu_share_rest(CpuShare *s, uint64_t now, uint64_t used)
{
    if (s->percent == 0)
        return 0;
    assert(now >= s->seen);
    uint64_t most = used + (uint64_t)SAVED_MOST * s->percent / 100;
    // What its start has cost is not counted.
    s->allowed = s->seen ? s->allowed + (now - s->seen) * s->percent / 100 : most;
    if (s->allowed > most)
        s->allowed = most;
    s->seen = now;
    return used <= s->allowed ? 0 : (used - s->allowed) * 100 / s->percent + 1;
}

uint64_t cpu_time_used(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}
