// check/exhaust/at_once.c: all steps of a state at once, for ses and small states.
//
// When a state is first visited, all its steps are computed and the states that they lead to are
// looked up. A state that is known now is known in every later stratum, so that step is done. A new
// state behind a step that costs nothing is added to the store. A new state behind a step that
// costs more is parked, without being added: for the stratum in which that step is due. There it
// is looked up again, and dropped if it was found meanwhile with fewer delays. So each step is
// computed once, and each state belongs to the stratum of the cheapest step that leads to it. With
// liveness the step is recorded when it is computed; so the parked state has a number, and waits in
// the store.
//
// Whether a state is known, and what a step costs, differs from step to step, and no processor can
// predict it. So a batch of states is done in three passes, each of them a loop that does the same
// for every step: look it up (find_at_once), put it into one of two lists (plan_at_once: steps that
// cost nothing, steps that cost more), make the steps of each list (at_once_make.c).

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "check/exhaust/at_once_impl.h"

void begin_at_once(SearchWorker *w)
{
    if (__builtin_expect(!w->at_once, 0)) {
        w->at_once = memory_lines(sizeof *w->at_once);
        w->at_once->waits = memory_zeroed(WAIT_LOW + 1, sizeof *w->at_once->waits);
    }
    AtOnce *a = w->at_once;
    a->only.count = 1;
    a->first_run = a->counted = a->now_count = a->later_count = 0;
}

void at_once_free(AtOnce *a)
{
    if (!a)
        return;
    free(a->known);
    free(a->waits);
    free(a);
}

// ------------------------------------------------------------------------------ expanding

// The explorer hears of the step that led to the state. The machines that can run are those with
// edges, unless `enabled` is empty: only one of them was expanded. False when the explorer failed.
static bool tell_expanded(SearchWorker *w, Item *item, uint64_t enabled)
{
    enum { SENDER_RUNS = 1 << 14, TARGET_RUNS = 1 << 15, SHAPE = 16 };
    uint32_t sender = change_sender(item->change), target = change_target(item->change);
    uint32_t shape = item->words[0], change = item->change;
    State state = state_of(item);
    if (__builtin_expect(enabled == 0, 0)) {
        enabled |= (uint64_t)engine_is_enabled(w->stepper, &state, sender) << sender;
        if (target)
            enabled |= (uint64_t)engine_is_enabled(w->stepper, &state, target) << target;
    }
    assert_debug(
        engine_is_enabled(w->stepper, &state, sender) == (enabled >> sender & 1) &&
        (!target || engine_is_enabled(w->stepper, &state, target) == (enabled >> target & 1)));
    change |= (enabled >> sender & 1) * SENDER_RUNS | (enabled >> target & 1) * TARGET_RUNS;
    uint64_t key = (uint64_t)item->explorer_state << 32 | shape << SHAPE | change;
    bool is_named = shape >> (32 - SHAPE) == 0;  // else the key would be that of another shape, too
    Told *told = &w->at_once->told[key * 0x9e3779b97f4a7c15u >> (64 - TOLD_BITS)];
    if (__builtin_expect(told->key == key && is_named, 1)) {
        item->explorer_state = told->explorer_state;
        item->change = 0;
        return true;
    }
    if (!tell_explorer(w, item, change & SENDER_RUNS, change & TARGET_RUNS))
        return false;
    if (is_named)
        *told = (Told){.key = key, .explorer_state = item->explorer_state};
    return true;
}

bool expand_at_once(SearchWorker *w, uint32_t index)
{
    Item *item = &w->items[index];
    if (item->level > 0 || item->count >= SMALL_WORDS)
        return false;
    State state = state_of(item);
    uint32_t first = engine_edge_count(w->stepper);
    uint32_t count = engine_expand_all(w->stepper, &state);
    if (count == 0) {
        check_stop(w, item, &state);
        return true;
    }
    // If steps are missing, the item stays as it is for who goes on from here.
    if (__builtin_expect(!stepper_is_stopped(w->stepper), 1))
        *add_run(w) = (Run){
            .item = index,
            .machines = engine_machines(w->stepper, &state),
            .first = first,
            .count = count,
            .is_whole = true,
            .is_eager = engine_is_eager(w->stepper, &state),
            .takers = engine_takers(w->stepper, &state),
        };
    return true;
}

// What engine_settle reads was loaded when the other states of the batch were expanded. False when
// a step was abandoned, or the explorer failed.
static inline bool settle_run(SearchWorker *w, Run *run)
{
    Item *item = &w->items[run->item];
    State state = state_of(item);
    if (w->search->settles)
        engine_settle(w->stepper, &state, run->first, run->count, run->takers);
    if (__builtin_expect(stepper_is_stopped(w->stepper), 0))
        return false;
    const Edge *e = engine_edges(w->stepper) + run->first;
    uint64_t places = 0;
    for (const Edge *end = e + run->count; e < end; e++) {
        places |= UINT64_C(1) << e->at;
        store_prefetch(w->search->store, e->print);  // no harm when no state follows
    }
    if (item->change && !tell_expanded(w, item, run->is_eager ? 0 : places))
        return false;
    run->from_state = item->explorer_state;
    run->enabled = places;
    return true;
}

bool settle_at_once(SearchWorker *w)
{
    for (uint32_t r = 0; r < w->run_count; r++)
        if (w->runs[r].is_whole && !settle_run(w, &w->runs[r]))
            return false;
    return true;
}

// ----------------------------------------------------------------------------- looking up

// With liveness: whether the state that the edge leads to was added to the store; then the step is
// recorded.
static bool has_number(SearchWorker *w, const Run *run, const Edge *e, uint32_t *number)
{
    const Search *s = w->search;
    bool is_waiting;
    if (edge_kind(e) != EDGE_STATE)
        return false;
    State from = state_of(&w->items[run->item]);
    StoreKey key = {.print = e->print, .second = second_of(w, run->item, &from, e)};
    return store_find(s->store, &key, number, &is_waiting) && !is_waiting;
}

// The set of the edges of the run that lead to states that were added, where the store has words.
static uint64_t find_words(SearchWorker *w, const Run *run, const Edge *edges)
{
    State from = state_of(&w->items[run->item]);
    uint32_t copy[SMALL_WORDS];
    uint64_t known = 0;
    memcpy(copy, from.words, from.count * sizeof *copy);
    for (uint32_t i = 0; i < run->count; i++) {
        const Edge *e = &edges[i];
        StoreKey key = {.print = e->print, .words = copy, .count = from.count};
        if (edge_kind(e) != EDGE_STATE)
            continue;
        if (e->full) {
            key.words = e->full->words;
            key.count = e->full->count;
        } else {
            engine_put(w->stepper, &from, e, copy);
        }
        bool is_known = store_knows_words(w->search->store, &key, guess_of(w, run->first + i));
        known |= (uint64_t)is_known << i;
        if (!e->full)
            engine_take_back(w->stepper, &from, e, copy);
    }
    return known;
}

// The same of all edges of the batch, where the store has only fingerprints. If a state is not
// known, it may have been parked: where that is remembered is far away mostly, and loaded from now
// on.
static void find_prints(SearchWorker *w, const Edge *edges, uint32_t count)
{
    AtOnce *a = w->at_once;
    const Store *store = w->search->store;
    uint64_t known = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t print = edges[i].print;
        uint64_t is_known = store_has(store, print) & (edge_kind(&edges[i]) == EDGE_STATE);
        known |= is_known << i % 64;
        // Place 0 for known states, without a branch.
        __builtin_prefetch(&a->waits[(is_known - 1) & print & WAIT_LOW], 1);
        if (i % 64 == 63) {
            a->known[i / 64] = known;
            known = 0;
        }
    }
    a->known[count / 64] = known;
}

void find_at_once(SearchWorker *w)
{
    AtOnce *a = w->at_once;
    uint32_t count = engine_edge_count(w->stepper);
    if (count / 64 + 2 > a->known_capacity) {
        a->known_capacity = count / 64 * 2 + 8;
        a->known = memory_resized(a->known, a->known_capacity, sizeof *a->known);
    }
    if (w->search->is_worded)
        visit_guess(w);
    else if (w->search->is_simple)
        find_prints(w, engine_edges(w->stepper), count);
}

// The part of the set that belongs to a run.
static inline uint64_t known_of(const AtOnce *a, const Run *run)
{
    const uint64_t *word = a->known + run->first / 64;
    uint32_t shift = run->first % 64;
    return word[0] >> shift | word[1] << 1 << (63 - shift);
}

static inline uint64_t all_edges(const Run *run)
{
    assert_debug(run->count > 0 && run->count <= EDGES_MAX);
    return UINT64_MAX >> (EDGES_MAX - run->count);
}

// ------------------------------------------------------------------------------- planning

// A line that is wrong has no places: the order is completed elsewhere (orders_order).
static void ranks_make(SearchWorker *w, const Item *item, Ranks *r)
{
    State state = state_of(item);
    OrderLine line;
    uint64_t places = 0;
    *r = (Ranks){.explorer_state = item->explorer_state, .shape = item->words[0]};
    if (!orders_line(w->search->orders, item->explorer_state, &line) || line.count > SMALL_MACHINES)
        return;
    for (uint32_t i = 0; i < line.count; i++) {
        uint32_t place = engine_at(w->stepper, &state, line.machines[i]);
        assert(place < SMALL_MACHINES);
        if (!place || places >> place & 1)
            return;
        places |= UINT64_C(1) << place;
        r->rank[place] = (uint8_t)(i + (i < line.first ? line.count : 0) - line.first);
    }
    r->count = line.count;
    r->first = line.first;
    r->base = line.base;
    r->places = places;
}

static inline const Ranks *ranks_of(SearchWorker *w, const Item *item)
{
    uint32_t shape = item->words[0];
    uint32_t mixed = (item->explorer_state + shape * 0x85ebca6bu) * 0x9e3779b1u;
    Ranks *r = &w->at_once->ranks[mixed >> (32 - RANK_BITS)];
    bool is_known = r->places && r->explorer_state == item->explorer_state && r->shape == shape;
    if (__builtin_expect(!is_known, 0))
        ranks_make(w, item, r);
    return r;
}

// Puts the steps that are left, a set of edges, into the lists.
static inline void plan_ranked(SearchWorker *w, const Run *run, const Edge *edges, uint64_t left,
                               uint32_t number, const Ranks *ranks)
{
    AtOnce *a = w->at_once;
    const Search *s = w->search;
    bool is_unit = s->options.delay_cost == DELAY_UNIT, counts_choices = s->counts_choices;
    uint32_t now = a->now_count, later = a->later_count;
    for (; left; left &= left - 1) {
        uint32_t i = (uint32_t)__builtin_ctzll(left);
        const Edge *e = &edges[i];
        assert_debug(e->at < SMALL_MACHINES && (e->label > 0 || choice_cost(s, e) == 0));
        uint32_t rank = ranks->rank[e->at], cost = is_unit ? rank > 0 : rank;
        uint32_t place = ranks->first + rank;
        if (counts_choices && e->label)
            cost += choice_cost(s, e);
        Planned planned = {
            .edge = run->first + i,
            .run = number,
            .from_state = ranks->base + (place < ranks->count ? place : place - ranks->count),
            .cost = cost,
        };
        a->now[now] = a->later[later] = planned;
        now += cost == 0;
        later += cost > 0;
    }
    a->now_count = now;
    a->later_count = later;
}

// The same in any other order. False when the explorer failed.
static bool plan_candidates(SearchWorker *w, const Run *run, const Edge *edges, uint64_t left,
                            uint32_t number)
{
    AtOnce *a = w->at_once;
    const Search *s = w->search;
    const Item *item = &w->items[run->item];
    State state = state_of(item);
    if (!order_candidates(w, item, &state, run->enabled))
        return false;
    for (uint32_t c = 0; c < w->candidate_count; c++) {  // one when it is sealed
        const Candidate *machine = &w->candidates[c];
        for (uint64_t rest = left; rest; rest &= rest - 1) {
            uint32_t i = (uint32_t)__builtin_ctzll(rest);
            if (edges[i].at != machine->at)
                continue;
            uint32_t cost = machine->cost + choice_cost(s, &edges[i]);
            Planned *planned = cost ? &a->later[a->later_count++] : &a->now[a->now_count++];
            *planned = (Planned){run->first + i, number, machine->from_state, cost};
        }
    }
    return true;
}

// The states that follow would take more memory than this one: only some steps are made now.
static bool visit_some(SearchWorker *w, Run *run)
{
    run->is_counted = false;
    expand_by_level(w, run->item);
    return true;
}

// All steps belong to the search: counts them, now or when they are made. Those that lead to known
// states are done.
static inline void count_steps(SearchWorker *w, const Run *run, const Edge *edges, uint64_t left,
                               const uint32_t *numbers)
{
    State from = state_of(&w->items[run->item]);
    if (w->search->is_simple) {
        w->at_once->counted += run->count;
        return;
    }
    for (uint32_t i = 0; i < run->count; i++)
        visit_count(w, &edges[i]);
    for (uint32_t i = 0; i < run->count && w->search->is_numbered; i++)
        if (!(left >> i & 1))
            visit_record(w, run->item, &from, &edges[i], numbers[i]);
}

// The set of the edges of the run that lead to known states. With liveness the numbers of these
// states, too.
static inline uint64_t find_known(SearchWorker *w, const Run *run, const Edge *edges,
                                  uint32_t *numbers)
{
    uint64_t known = 0;
    if (__builtin_expect(w->search->is_simple, 1))
        return known_of(w->at_once, run);
    if (w->search->is_worded)
        return find_words(w, run, edges);
    for (uint32_t i = 0; i < run->count; i++)
        known |= (uint64_t)has_number(w, run, &edges[i], &numbers[i]) << i;
    return known;
}

// The order of the run, if it is a line of exactly the machines that can run, or if only one can
// run. Else NULL.
static inline const Ranks *line_of(SearchWorker *w, const Run *run)
{
    AtOnce *a = w->at_once;
    if (!(run->enabled & (run->enabled - 1))) {
        a->only.base = run->from_state;
        return &a->only;
    }
    const Ranks *ranks = ranks_of(w, &w->items[run->item]);
    return ranks->places == run->enabled ? ranks : NULL;
}

// A state with one step: it costs nothing.
static inline void plan_only(SearchWorker *w, Run *run, uint32_t number)
{
    AtOnce *a = w->at_once;
    run->is_counted = true;
    a->counted++;
    a->now[a->now_count] =
        (Planned){.edge = run->first, .run = number, .from_state = run->from_state};
    a->now_count += ~known_of(a, run) & 1;
}

static inline bool plan_run(SearchWorker *w, Run *run, uint32_t number, bool has_all_delays)
{
    const Search *s = w->search;
    const Edge *edges = engine_edges(w->stepper) + run->first;
    uint32_t numbers[EDGES_MAX];
    if (run->count > EDGES_MAX)
        return visit_some(w, run);
    uint64_t left = all_edges(run) & ~find_known(w, run, edges, numbers);
    if (run->count > CHILDREN_MAX && __builtin_popcountll(left) > CHILDREN_MAX)
        return visit_some(w, run);
    const Ranks *line = line_of(w, run);
    // A step may not belong to the search, because it is beyond the limit of delays, or forbidden
    // by a seal: then each step is counted when it is made, also if it leads to a known state.
    run->is_counted = has_all_delays && (line || !orders_is_sealed(s->orders, run->from_state));
    if (run->is_counted)
        count_steps(w, run, edges, left, numbers);
    else
        left = all_edges(run);
    if (line)
        plan_ranked(w, run, edges, left, number, line);
    else if (!plan_candidates(w, run, edges, left, number))
        return false;
    return (s->is_simple && run->is_counted) || make_planned(w, number + 1);
}

bool plan_at_once(SearchWorker *w)
{
    const Search *s = w->search;
    bool has_all_delays = s->options.delays_max == UINT64_MAX;
    bool is_usual = s->is_simple && has_all_delays;
    for (uint32_t r = 0; r < w->run_count; r++) {
        Run *run = &w->runs[r];
        if (is_usual && run->count == 1 && run->is_whole)
            plan_only(w, run, r);
        else if (!(run->is_whole ? plan_run(w, run, r, has_all_delays) : visit_run(w, run)))
            return false;
    }
    return true;
}
