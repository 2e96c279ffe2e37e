// check/exhaust/loop_impl.h: what the files of this room share.

#pragma once

#include "check/exhaust/exhaust.h"
#include "check/store/store_look.h"

enum { SMALL_GRAPH = 4096 };  // states of a graph that is searched for cycles often

static inline State state_of(const Item *item)
{
    return (State){.print = item->print, .count = item->count, .words = item->words};
}

static inline uint32_t choice_cost(const Search *s, const Edge *e)
{
    if (!s->counts_choices)
        return 0;
    return s->options.delay_cost == DELAY_UNIT ? edge_choices_off_first(e) : edge_cost(e);
}

static inline bool is_wanted(const Search *s, const Run *run, const Edge *e)
{
    return choice_cost(s, e) == run->wanted;
}

// Ends an expansion of the state: `first` is the first of its edges. Returns their number.
static inline uint32_t settled_count(SearchWorker *w, const State *state, uint32_t first)
{
    if (w->search->settles)
        engine_settle(w->stepper, state, first);
    return engine_edge_count(w->stepper) - first;
}

// ------------------------------------------------------------------------------ visit.c

// The edges of a run are visited one by one. False when the search cannot go on.
bool visit(SearchWorker *w, const Run *run, const Edge *e);

// Counts a step that is taken. Where a queue is full, or an assumption fails, there is none.
static inline void visit_count(SearchWorker *w, const Edge *e)
{
    EdgeKind kind = edge_kind(e);
    if (kind == EDGE_QUEUE || kind == EDGE_ASSUME)
        return;
    w->transitions++;
    engine_count(w->stepper, e);
}

// Most steps lead to known states, and most of these are in the first slot that the store
// probes. So this is tried before anything else.
static inline bool is_seen(SearchWorker *w, const Edge *e)
{
    if (edge_kind(e) != EDGE_STATE || !store_has(w->search->store, e->print))
        return false;
    visit_count(w, e);
    return true;
}

// The second fingerprint of the state that the step leads to.
uint64_t second_of(SearchWorker *w, uint32_t item, const State *from, const Edge *e);
// Records the step for liveness. `to`: the number of the state that it leads to.
void visit_record(SearchWorker *w, uint32_t item, const State *from, const Edge *e, uint32_t to);

// Takes a step, which costs delays, to a state that is not known: parks the state for the stratum
// in which the step is due. False when the search cannot go on.
bool visit_later(SearchWorker *w, const Run *run, const Edge *e, uint32_t cost);
// Adds a state that was parked in this way. True when it is to be expanded now.
bool visit_parked(SearchWorker *w, Item *item);
// Reports the bugs whose stratum has come. While all workers wait.
void visit_later_bugs(Search *s);

// Whether the depth limit forbids the steps of the item.
static inline bool is_too_deep(const SearchWorker *w, const Item *item)
{
    uint64_t most = w->search->options.depth_max;
    return most && item->depth >= most;
}

// No machine can run in the state of the item.
void check_end(SearchWorker *w, const Item *item, const State *state);
// No step of the state was made: it ends here, or is too deep.
void check_stop(SearchWorker *w, const Item *item, const State *state);
// Notes that steps of the item were not made because of a limit.
void cut(SearchWorker *w, const Item *item, Limit limit);

// ---------------------------------------------------------------------------- by_cost.c

// Makes the steps of the items of the batch that cost as much as the item's level.
void do_batch_by_cost(SearchWorker *w);
