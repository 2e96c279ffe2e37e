// check/sample/sample_forget.c: compares the size of a cache with the work done so far.

#include "check/sample/sample_forget.h"

#include <assert.h>

enum {
    KNOWN_LEAST = 1 << 20,  // bytes; a smaller cache is not emptied
    KNOWN_MUCH = 1 << 25,   // a smaller cache may still become complete
    STEP_COST = 12,         // a step takes as long as computing this many cached bytes
    TIMES = 32,             // the work done must be this many times the cost of emptying
};

// The growth of the cache for each recent step, since the mark; the mark moves forward. The
// growth at the beginning says nothing.
static double rate_of_late(Growth *g, uint64_t steps, uint64_t known)
{
    assert(g->began <= g->mark && g->mark <= steps && g->known_at_mark <= known);
    double rate = 0;
    if (steps > g->mark && g->mark > g->began)
        rate = (double)(known - g->known_at_mark) / (double)(steps - g->mark);
    if (steps - g->mark > (steps - g->began) / 2) {
        g->mark = steps;
        g->known_at_mark = known;
    }
    return rate;
}

bool growth_is_enough(Growth *g, uint64_t steps, uint64_t known, uint64_t most)
{
    uint64_t made = steps - g->began;
    double anyway = rate_of_late(g, steps, known) * (double)made, cost = (double)known;
    double done = (double)known + (double)made * STEP_COST;

    if (known > KNOWN_MUCH)
        cost = cost > anyway ? cost - anyway : 0;
    if (known <= most && (known < KNOWN_LEAST || done < cost * TIMES))
        return false;
    *g = (Growth){.began = steps, .mark = steps};
    return true;
}
