// check/sample/sample_random.c: random walks: the strategies random and irs.
//
// Each step: a random machine of those that can run, each equally likely; then random choices,
// each alternative equally likely. A schedule of n steps among m machines has the probability
// m^-n, so this guarantees nothing; in practice it finds many bugs.
//
// irs cuts the schedules off, first after 100 steps, then after 200, and makes exponentially
// more of them in each iteration: so it does not spend all its time on long executions when
// the bug is shallow.
//
// A. Desai, S. Qadeer, S. Seshia: Systematic Testing of Asynchronous Reactive Systems,
// FSE 2015, section 6, for irs and its numbers.

#include "check/sample/sample.h"

enum { IRS_STEPS = 100 };

static void make_steps(void *walk)
{
    Walk *w = walk;
    while (walk_goes_on(w) && walk_step(w, walk_draw_place(w)))
        if (w->counts_heat && !walk_heat_step(w))
            return;
}

static void run(const Member *m, Walk *w, uint64_t number)
{
    (void)m, (void)number;
    walk_begin(w);
    walk_heat_begin(w);
    walk_guarded(w, make_steps);
}

const Strategy strategy_random = {.name = "random", .goes_direct = true, .run = run};

static void run_irs(const Member *m, Walk *w, uint64_t number)
{
    const double c1 = 100, c2 = 3;
    uint64_t most = IRS_STEPS * sample_iteration(number, 1, c1, c2);
    if (most < w->depth_max)
        w->depth_max = most;
    run(m, w, number);
}

// Samples what seals hide from the exhaustive part of a hybrid search: seals apply only to
// explorers, and this strategy has none.
static void run_unsealed(const Member *m, Walk *w, uint64_t number)
{
    uint64_t most = m->search->options.depth_max;
    if (most && most < w->depth_max)
        w->depth_max = most;
    run(m, w, number);
}

const Strategy strategy_unsealed = {.name = "unsealed", .run = run_unsealed};

const Strategy strategy_irs = {.name = "irs", .goes_direct = true, .run = run_irs};
