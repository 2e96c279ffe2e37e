// check/sample/sample_pct.c: probabilistic concurrency testing.
//
// Every machine has a random priority, and of the machines that can run, the one with the
// highest priority runs. At d - 1 random points among the first k, the machine that is about to
// run gets a lower priority than all others. A bug of depth d, one for which d ordering
// constraints are enough, is shown with a probability of at least 1 / (n k^(d-1)), where n is
// the number of machines.
//
// Only points where at least two machines can run count. Unless k is given, it is the largest
// number of points that an execution has had so far; schedules that were made with a smaller k
// guarantee nothing.
//
// S. Burckhardt, P. Kothari, M. Musuvathi, S. Nagarakatte: A Randomized Scheduler with
// Probabilistic Guarantees of Finding Bugs, ASPLOS 2010.

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "check/sample/sample.h"

#define DRAWN (UINT64_C(1) << 63)  // set in a random rank; lowered ranks do not have it

typedef struct Sizes {
    uint64_t points, machines;  // the most in one execution
    uint64_t k;                 // for this round
    uint64_t made, counted;     // schedules of this round; all schedules with this k
    bool is_given;
} Sizes;

static void *open(const Search *s)
{
    Sizes *z = memory_zeroed(1, sizeof *z);
    z->is_given = s->options.pct_k > 0;
    z->k = z->is_given ? s->options.pct_k : 1;
    return z;
}

// The ready machine with the highest priority.
static uint32_t highest(Walk *w)
{
    uint32_t best = w->machines;
    for (uint32_t p = walk_next_ready(w, 0); p < w->machines; p = walk_next_ready(w, p + 1)) {
        Known *one = walk_known(w, p);
        if (one->rank == 0)
            one->rank = rng_next(&w->rng) | DRAWN;
        if (best == w->machines || one->rank > walk_known(w, best)->rank)
            best = p;
    }
    assert_debug(best < w->machines);
    return best;
}

static void run(const Member *m, Walk *w, uint64_t number)
{
    const Sizes *z = m->knowledge;
    uint64_t falls[PCT_DEPTH_MAX], points = 0, depth = m->search->options.pct_depth;

    (void)number;
    assert(depth > 0 && depth <= PCT_DEPTH_MAX);
    for (uint64_t i = 0; i + 1 < depth; i++)
        falls[i] = 1 + rng_below(&w->rng, z->k);
    walk_begin(w);
    while (walk_goes_on(w)) {
        uint32_t place = highest(w);
        points += w->ready_count > 1;
        for (uint64_t i = 0; w->ready_count > 1 && i + 1 < depth; i++)
            if (falls[i] == points) {
                walk_known(w, place)->rank = i + 1;
                place = highest(w);
            }
        if (!walk_step(w, place))
            break;
    }
    walk_learn(w, points);
    walk_learn(w, w->known_count - 1);
}

static void learn(void *knowledge, const uint64_t *words, uint64_t count)
{
    Sizes *z = knowledge;
    if (count < 2)
        return;
    z->made++;
    z->points = words[0] > z->points ? words[0] : z->points;
    z->machines = words[1] > z->machines ? words[1] : z->machines;
}

static void learnt(void *knowledge)
{
    Sizes *z = knowledge;
    z->counted += z->made;
    z->made = 0;
    if (z->points <= z->k)
        return;
    z->counted = 0;
    if (!z->is_given)
        z->k = z->points;
}

static void promise(const Member *m, Sampled *out)
{
    const Sizes *z = m->knowledge;
    uint32_t depth = m->search->options.pct_depth;
    double shown = 1 / ((double)z->machines * pow((double)z->k, depth - 1));
    if (z->counted == 0)
        return;
    assert(z->machines > 0 && z->k > 0);
    out->depth = depth;
    out->depth_points = z->k;
    out->depth_missed = sample_missed(shown, z->counted);
}

const Strategy strategy_pct = {
    .name = "pct",
    .goes_direct = true,
    .open = open,
    .close = free,
    .run = run,
    .learn = learn,
    .learnt = learnt,
    .promise = promise,
};
