// check/sample/sample_repeat.c: estimates how often steps repeat.

#include "check/sample/sample_repeat.h"

#include <assert.h>
#include <stdlib.h>

enum {
    SEEN = 1 << 14,          // hashes that are kept
    STEPS_LEAST = REPEAT_TRIED,  // recorded steps before a decision
    STEPS_FEW = 1 << 14,
    STEPS_SOME = 1 << 16,
    STEPS_MANY = 1 << 17,
    STEPS_LOTS = 1 << 19,
    STEPS_ENOUGH = 1 << 22,  // after that, a low share of new steps stays low
};

// Above this share of new steps a direct walk is faster. In the beginning the share is high and
// falls quickly, in programs that soon have cached everything. What is still new after many steps
// stays so, and a new step costs the cache up to a hundred times what a known one costs.
static const double share_at_first = 0.7;

// A walk that begins at a stored state is short, and has to make all its machines first.
static double share_for_direct(const Repeats *r)
{
    return r->work < STEPS_LEAST                          ? 2
           : r->work < STEPS_FEW                          ? share_at_first
           : r->work < STEPS_SOME                         ? 0.4
           : r->work < STEPS_MANY                         ? 0.2
           : r->work < STEPS_LOTS || r->is_from_frontier ? 0.08
                                                          : 0.015;
}

static const double share_of_none = 0.01;  // below it, nearly everything is cached

void repeats_init(Repeats *r, bool is_from_frontier)
{
    *r = (Repeats){.is_from_frontier = is_from_frontier};
    sample_set_init(&r->seen, SEEN);
}

void repeats_drop(Repeats *r)
{
    sample_set_drop(&r->seen);
}

void repeats_add(Repeats *r, uint64_t schedule, const uint64_t *hashes, uint64_t count,
                 uint64_t steps, uint64_t work)
{
    assert(work >= steps);
    for (uint64_t i = 0; i < count; i++)
        sample_set_add(&r->seen, hashes[i], schedule);
    r->steps += steps;
    r->work += work;
}

double repeats_new(const Repeats *r)
{
    return r->steps ? sample_set_once(&r->seen) / (double)r->steps : 1;
}

// About so many alternatives cost the engine as much as a direct step, even if all are cached.
enum { ALTERNATIVES = 8 };

static bool is_wide(uint64_t steps, uint64_t work)
{
    return work > ALTERNATIVES * steps;
}

bool repeats_is_wide(const Repeats *r)
{
    return is_wide(r->steps, r->work);
}

static int compare(const void *one, const void *other)
{
    uint64_t a = *(const uint64_t *)one, b = *(const uint64_t *)other;
    return (a > b) - (a < b);
}

bool repeats_is_slow(const Repeats *r, uint64_t *hashes, uint64_t count, uint64_t steps,
                     uint64_t work)
{
    uint64_t fresh = 0;
    if (is_wide(steps, work))
        return true;
    if (count)
        qsort(hashes, count, sizeof *hashes, compare);
    for (uint64_t i = 0; i < count; i++)
        fresh += (i == 0 || hashes[i] != hashes[i - 1]) && !sample_set_has(&r->seen, hashes[i]);
    return (double)fresh * (double)(r->seen.mask + 1) > share_at_first * (double)steps;
}

bool repeats_tries(uint64_t n)
{
    enum { LEAST = 64 };
    return n >= LEAST && (n & (n - 1)) == 0;  // a power of two
}

void repeats_decide(Repeats *r)
{
    if (r->is_settled)
        return;
    double share = repeats_new(r);
    bool is_cached = share < share_of_none && r->steps > STEPS_MANY;
    r->is_direct = share > share_for_direct(r) ||
                   (r->work >= STEPS_LEAST && repeats_is_wide(r));
    r->is_settled = !r->is_direct && (is_cached || r->steps > STEPS_ENOUGH);
}
