// check/explorer/explore_prr.c: the probabilistic round-robin explorer.
//
// Round robin, but a new machine enters the line at a random place, so another seed gives
// another stratification. The random number depends only on the seed and on how many were
// drawn before, both in d: the same schedule always draws the same numbers.
//
// A. Desai, S. Qadeer, S. Seshia: Systematic Testing of Asynchronous Reactive
// Systems, FSE 2015.

#include "check/explorer/explore.h"

typedef struct Lots {
    uint64_t seed;
    uint64_t drawn;
} Lots;

static void init(PExplorerState *d, uint64_t seed)
{
    ((Lots *)d->own)->seed = seed;
}

static void start(PExplorerState *d, uint32_t m, uint32_t by, const char *kind)
{
    Lots *lots = d->own;
    uint64_t lot = p_mix(lots->seed, lots->drawn++);
    p_line_insert(&d->lines[0], (uint32_t)(lot % (d->lines[0].count + 1)), m);
    (void)by, (void)kind;
}

static void ready(PExplorerState *d, uint32_t m)
{
    p_line_push_back(&d->lines[0], m);
}

const PExplorer explore_prr = {
    .schema = P_EXPLORER_SCHEMA,
    .name = "prr",
    .own_size = sizeof(Lots),
    .init = init,
    .start = start,
    .ready = ready,
    .blocked = p_leave,
    .finish = p_leave,
};
