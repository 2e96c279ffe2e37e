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
    uint32_t count = engine_edge_count(w->stepper) - first;
    if (w->search->settles)
        engine_settle(w->stepper, state, first, count, 0);
    return count;
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

// A new state is not wanted any more, because of the limit of states.
static inline bool is_one_too_many(Search *s)
{
    uint64_t most = s->options.states_max;
    if (most == 0 || atomic_fetch_add(&s->states, 1) < most)
        return false;
    search_stop(s, LIMIT_STATES);
    return true;
}

static inline bool is_beyond(const Search *s, uint32_t ahead)
{
    return s->options.delays_max - s->stratum < ahead;
}

// Room for the words of a new state in the frontier, in this stratum or, if it is too deep, in the
// next one; `depth` and `count` of the child are set. Then state_keep makes it an item.
static inline uint32_t *state_room(SearchWorker *w, const Item *child)
{
    return child->depth > w->search->allowance
               ? item_queue_room(&w->later[0], &w->heap, child->count)
               : pile_room(&w->pile, &w->heap, child->count);
}

static inline void state_keep(SearchWorker *w, const Item *child)
{
    if (child->depth > w->search->allowance)
        item_queue_keep(&w->later[0], child);
    else
        pile_add(&w->pile, child);
    if (child->depth > w->depth)
        w->depth = child->depth;
}

// The explorer's state after the step, when the worker has not made it not long ago. False when
// the explorer failed.
bool step_explorer_anew(SearchWorker *w, const Run *run, const State *from, const Edge *e,
                        uint64_t key, uint32_t *explorer_state);

// The same; `to` is the state that follows.
static inline bool step_explorer_now(SearchWorker *w, const Run *run, const State *from,
                                     const Edge *e, const State *to, uint32_t *explorer_state)
{
    uint64_t key = engine_events_key(w->stepper, from, e, to, run->enabled);
    return (key && orders_known_step(w->search->orders, w->index, run->from_state, key,
                                     explorer_state)) ||
           step_explorer_anew(w, run, from, e, key, explorer_state);
}

// For assertions: the changes of the step lead to its state, and the explorer to where the events
// of the step lead it.
bool are_right(SearchWorker *w, const Run *run, const State *from, const Edge *e, const Item *child,
               const WordChange *changes, uint32_t count);

// The words that change on the step, if the explorer can be told of it later (tell_explorer): then
// the child has been given all that is needed for it. 0: it cannot.
static inline uint32_t find_changes(SearchWorker *w, const Run *run, const State *from,
                                    const Edge *e, WordChange *changes, Item *child)
{
    uint32_t count = engine_changes(w->stepper, from, e, run->enabled, changes, &child->change);
    child->explorer_state = run->from_state;
    if (__builtin_expect(count > 0 && w->search->hears_changes, 1)) {
        assert_debug(are_right(w, run, from, e, child, changes, count));
        return count;
    }
    child->change = 0;
    return 0;
}

// The explorer's state of the child, or what is needed to find it later. `to` is the state that
// follows. False when the explorer failed.
static inline bool step_explorer(SearchWorker *w, const Run *run, const State *from, const Edge *e,
                                 const State *to, Item *child)
{
    WordChange changes[CHANGES_MAX];
    return find_changes(w, run, from, e, changes, child) > 0 ||
           step_explorer_now(w, run, from, e, to, &child->explorer_state);
}

// Tells the explorer what the step to the item has changed; these two machines can run now, or
// not. False when the explorer failed.
static inline bool tell_explorer(SearchWorker *w, Item *item, bool sender_runs, bool target_runs)
{
    State state = state_of(item);
    OrderChange change =
        orders_change_of(w->stepper, &state, item->change, sender_runs, target_runs);
    item->change = 0;
    if (orders_change(w->search->orders, w->index, item->explorer_state, &change,
                      &item->explorer_state))
        return true;
    search_stop(w->search, LIMIT_EXPLORER);
    return false;
}

// The second fingerprint of the state that the step leads to.
uint64_t second_of(SearchWorker *w, uint32_t item, const State *from, const Edge *e);
// Records the step for liveness. `to`: the number of the state that it leads to.
void visit_record(SearchWorker *w, uint32_t item, const State *from, const Edge *e, uint32_t to);

// The same as visit for all edges from `e` to `end`, those of the item at the place `at` of the
// batch, where the store's key is the fingerprint, and nothing else (store_has_prints).
bool visit_prints(SearchWorker *w, uint32_t at, const Edge *e, const Edge *end);
// The same where the key is the fingerprint and the words (store_has_words). `first` is the number
// of the first edge in the batch.
bool visit_words(SearchWorker *w, uint32_t at, const Edge *e, const Edge *end, uint32_t first);
// Before that: fills the worker's guesses for the edges of the batch.
void visit_guess(SearchWorker *w);

static inline uint32_t guess_of(const SearchWorker *w, uint32_t edge)
{
    return edge < w->guess_count ? w->guesses[edge] : 0;
}

// Takes a step, which costs delays, to a state that is not known: parks the state for the stratum
// in which the step is due. False when the search cannot go on.
bool visit_later(SearchWorker *w, const Run *run, const Edge *e, uint32_t cost);
// Adds a state that was parked in this way. True when it is to be expanded now.
bool visit_parked(SearchWorker *w, Item *item);
// The same after the state was added to the store and has got its number.
static inline bool admit(SearchWorker *w, Item *item, uint32_t number)
{
    item->number = number;
    item->level = item->wait = 0;
    if (is_one_too_many(w->search))
        return false;
    if (item->depth > w->depth)
        w->depth = item->depth;
    if (__builtin_expect(item->depth <= w->search->allowance, 1))
        return true;
    item_queue_add(&w->later[0], &w->heap, item);
    return false;
}
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
// Expands the item's steps of its level, and parks it when others are left.
void expand_by_level(SearchWorker *w, uint32_t index);
// The machines at these places, a set, as candidates in the explorer's order. False when the
// explorer failed.
bool order_candidates(SearchWorker *w, const Item *item, const State *state, uint64_t places);
Run *add_run(SearchWorker *w);
// Makes the steps of a run that are wanted. False when the search cannot go on.
bool visit_run(SearchWorker *w, const Run *run);

// ---------------------------------------------------------------------------- at_once.c

// Before the items of a batch are expanded.
void begin_at_once(SearchWorker *w);
// Expands all steps of the item, in a run with is_whole. False: not suitable, nothing was done.
bool expand_at_once(SearchWorker *w, uint32_t index);
// Then: settles the edges of the batch. False when the search cannot go on.
bool settle_at_once(SearchWorker *w);
// Then: looks up where they lead to, plans the steps of these runs, and visits the others. False
// when the search cannot go on.
bool plan_at_once(SearchWorker *w);
// Then: makes the steps that were planned. False when the search cannot go on.
bool make_at_once(SearchWorker *w);
