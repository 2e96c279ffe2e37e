// check/sample/sample_pos.c: partial order sampling.
//
// The next step of each machine has a random priority; the step with the highest one is made.
// Then the next step of that machine, and all steps that race with the one made, get new
// random priorities. So each of several racing steps is first with the same probability,
// however many other steps there are.
//
// Steps that cannot race with any other are made first: their order cannot be observed, and a
// machine that has many of them before its race would otherwise be late for it. Such a machine
// must not stop the others from running for ever, so this has a limit, ALONE_MAX.
//
// X. Yuan, J. Yang, R. Gu: Partial Order Aware Concurrency Sampling, CAV 2018.

#include "check/sample/sample_race.h"

enum { ALONE_MAX = 64 };  // consecutive steps that cannot race

// The ready machine with the highest priority; if preferred, one whose step cannot race.
static uint32_t highest(const Races *r, Walk *w, bool prefers_alone, bool *is_alone)
{
    uint32_t best = w->machines;
    *is_alone = false;
    for (uint32_t p = walk_next_ready(w, 0); p < w->machines; p = walk_next_ready(w, p + 1)) {
        Known *one = walk_known(w, p);
        Touch next = race_next(w, p);
        bool is_near = race_is_near(r, &next);
        if (one->rank == 0)
            one->rank = rng_next(&w->rng) | 1;
        if (prefers_alone && *is_alone && is_near)
            continue;
        bool is_better = best == w->machines || one->rank > walk_known(w, best)->rank;
        if (is_better || (prefers_alone && !*is_alone && !is_near))
            best = p;
        *is_alone |= !is_near;
    }
    assert_debug(best < w->machines);
    return best;
}

static bool do_race(const Touch *a, const Touch *b)
{
    return (a->to != TO_NOBODY && a->to == b->to) || (a->shows && b->shows);
}

static void run(const Member *m, Walk *w, uint64_t number)
{
    const Races *r = m->knowledge;
    uint32_t alone = 0;
    bool is_alone;
    Touch made;

    (void)number;
    race_begin(w);
    walk_begin(w);
    while (walk_goes_on(w)) {
        uint32_t place = highest(r, w, alone < ALONE_MAX, &is_alone);
        alone = is_alone && alone < ALONE_MAX ? alone + 1 : 0;
        walk_known(w, place)->rank = 0;
        if (!race_step(r, w, place, &made))
            break;
        for (uint32_t p = walk_next_ready(w, 0); p < w->machines; p = walk_next_ready(w, p + 1)) {
            Touch next = race_next(w, p);
            if (do_race(&made, &next))
                walk_known(w, p)->rank = 0;
        }
    }
    race_learn(w);
}

const Strategy strategy_pos = {
    .name = "pos",
    .goes_direct = true,
    .looks_ahead = true,
    .open = races_open,
    .close = races_close,
    .run = run,
    .learn = races_learn,
    .learnt = races_learnt,
};
