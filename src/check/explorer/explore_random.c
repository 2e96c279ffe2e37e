// check/explorer/explore_random.c: the random explorer.
//
// Each state has a random order, computed from the seed and the state's fingerprint: the
// same state has the same order in every thread and every run with that seed.
//
// R. Fisher, F. Yates: Statistical Tables, 1938, for the shuffle; here as R. Durstenfeld
// has it, CACM 1964.

#include "check/explorer/explore.h"

static void init(PExplorerState *d, uint64_t seed)
{
    *(uint64_t *)d->own = seed;
}

static void order(const PExplorerState *d, uint64_t state, uint32_t *machines, uint32_t count)
{
    uint64_t key = p_mix(*(const uint64_t *)d->own, state);
    for (uint32_t left = count; left > 1; left--) {
        uint32_t drawn = (uint32_t)(p_mix(key, left) % left), m = machines[drawn];
        machines[drawn] = machines[left - 1];
        machines[left - 1] = m;
    }
}

const PExplorer explore_random = {
    .schema = P_EXPLORER_SCHEMA,
    .name = "random",
    .own_size = sizeof(uint64_t),
    .init = init,
    .order = order,
};
