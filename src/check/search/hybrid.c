// check/search/hybrid.c: from exhaustive search to sampling.
//
// Hybrid search begins as ses. When most of the time or memory is used, or the limit of states
// is reached, ses leaves its frontier: the states whose steps were not all made. Every state
// that was not explored can be reached from one of them. So samples begin there (sample_ss.c):
// a random item is drawn, each equally likely, and the execution continues from it with a few
// more delays.
//
// States that a program hides from ses by seals (docs/explorers.md) are not reached from the
// frontier. They are sampled from the first state, in turns with the frontier if there is one.

#include <stdlib.h>

#include "check/search/search_impl.h"

double hybrid_seconds(const Search *s)
{
    bool has_more = policy_is_hybrid(s->policy) && !s->is_sampling;
    return has_more ? s->options.seconds * 0.8 : s->options.seconds;
}

uint64_t hybrid_memory(const Search *s)
{
    bool has_more = policy_is_hybrid(s->policy) && !s->is_sampling;
    return has_more ? s->options.memory / 10 * 8 : s->options.memory;
}

// ------------------------------------------------------------------------------- the items

static void add_all(Search *s)
{
    for (uint32_t i = 0; i < s->options.workers; i++) {
        leftover_add(&s->leftover, s->workers[i].pile.top);
        leftover_add(&s->leftover, s->workers[i].current.first);
        for (uint32_t k = 0; k < LATER; k++) {
            leftover_add(&s->leftover, s->workers[i].later[k].first);
            leftover_add(&s->leftover, s->workers[i].parked[k].queue.first);
        }
    }
}

// Decides the number of samples when no option gives it. With a time limit, samples are made
// until that; else they make about as many steps as ses has made transitions, but not few.
static void decide_how_many(Search *s)
{
    enum { SAMPLES = 10000, STEPS = 1 << 20 };
    uint64_t done = 0;
    if (s->options.schedules == 0 && s->options.seconds > 0) {
        s->options.schedules = UINT64_MAX - 1;
    } else if (s->options.schedules == 0) {
        for (uint32_t i = 0; i < s->options.workers; i++)
            done += s->workers[i].transitions;
        s->options.schedules = SAMPLES;
        s->sampled_steps = done > STEPS ? done : STEPS;
    }
    atomic_store(&s->last_schedule, s->options.schedules);
}

static bool is_sealed(const Search *s)
{
    for (uint32_t i = 0; i < s->options.workers; i++)
        if (s->workers[i].sealed)
            return true;
    return false;
}

bool hybrid_begin(Search *s)
{
    uint32_t limits = atomic_load(&s->limits);
    const SearchOptions *o = &s->options;
    bool has_ended = limits & (LIMIT_TIME | LIMIT_MEMORY | LIMIT_STATES);
    // Samples of sealed states do not support limits of delays or a budget of choices.
    s->samples_sealed =
        is_sealed(s) && o->delays_max == UINT64_MAX && o->choice_cost != CHOICE_BUDGET;
    if (!policy_is_hybrid(s->policy) || s->found.is_there || !(has_ended || s->samples_sealed) ||
        limits & (LIMIT_INTERRUPTED | LIMIT_EXPLORER))
        return false;
    item_queue_join(&s->workers[0].current, s->crew.pool);
    s->crew.pool = NULL;
    for (uint32_t i = 0; i < s->options.workers; i++) {
        SearchWorker *w = &s->workers[i];
        parked_to_pile(&w->reader, &w->pile, &w->heap);
    }
    add_all(s);
    uint64_t items = s->leftover.items;
    leftover_list(&s->leftover);
    add_all(s);
    assert(s->leftover.items == items);
    decide_how_many(s);
    return s->leftover.items > 0 || s->samples_sealed;
}
