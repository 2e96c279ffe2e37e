// tests/net/faults.c: sessions over a simulated network with faults, for many seeds.
//
//     net_faults COUNT [FIRST]
//
// Each seed is run twice and must give the same digest. The exit code is 1 when a seed fails.

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "world.h"

static void add(WorldResult *sum, const WorldResult *r)
{
    sum->sent += r->sent;
    sum->delivered += r->delivered;
    sum->repeated += r->repeated;
    sum->duplicates += r->duplicates;
    sum->connections += r->connections;
    sum->faults += r->faults;
    sum->cuts += r->cuts;
    sum->crashes += r->crashes;
}

int main(int argc, char **argv)
{
    uint64_t count = argc > 1 ? strtoull(argv[1], NULL, 10) : 1000;
    uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    uint64_t failed = 0;
    WorldResult sum = {0};

    for (uint64_t seed = first; seed < first + count; seed++) {
        WorldResult r = world_run(seed), again = world_run(seed);
        if (!r.wrong[0] && r.digest != again.digest)
            snprintf(r.wrong, sizeof r.wrong, "two runs differ");
        if (r.wrong[0]) {
            printf("seed %" PRIu64 ": %s\n", seed, r.wrong);
            failed++;
        }
        add(&sum, &r);
    }
    printf("%" PRIu64 " messages sent, %" PRIu64 " delivered; %" PRIu64 " written again, %" PRIu64
           " duplicates; %" PRIu64 " connections, %" PRIu64 " of them broken; %" PRIu64
           " sessions ended, %" PRIu64 " crashes\n",
           sum.sent, sum.delivered, sum.repeated, sum.duplicates, sum.connections, sum.faults,
           sum.cuts, sum.crashes);
    printf("%" PRIu64 " passed, %" PRIu64 " failed\n", count - failed, failed);
    return failed > 0;
}
