// check/search/hybrid.c: from exhaustive search to sampling.
//
// Hybrid search is ses for as long as that can go on. When its time is nearly over, its
// memory nearly used, or it has seen as many states as it may, what is left is its
// frontier: states whose steps were not all made. Everything that was not explored lies
// behind one of them. So samples begin there (sample_ss.c): an item is drawn, each equally
// likely, and goes on with a few more delays.
//
// What a program sealed off from ses (docs/explorers.md) lies behind states that ses is done
// with. It is sampled from the first state, by turns with the frontier when there is one.

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
        leftover_add(&s->leftover, s->workers[i].line.first);
        leftover_add(&s->leftover, s->workers[i].next.first);
    }
}

// Nobody has said how many samples there should be. When there is a limit of time they
// fill it; else they take about as much work as ses has done, or a little.
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
    // Samples of what is sealed off know no delays and no budget.
    s->samples_sealed =
        is_sealed(s) && o->delays_max == UINT64_MAX && o->choice_cost != CHOICE_BUDGET;
    if (!policy_is_hybrid(s->policy) || s->found.is_there || !(has_ended || s->samples_sealed) ||
        limits & (LIMIT_INTERRUPTED | LIMIT_EXPLORER))
        return false;
    line_join(&s->workers[0].line, s->crew.pool);
    s->crew.pool = NULL;
    add_all(s);
    uint64_t items = s->leftover.items;
    leftover_list(&s->leftover);
    add_all(s);
    assert(s->leftover.items == items);
    decide_how_many(s);
    return s->leftover.items > 0 || s->samples_sealed;
}
