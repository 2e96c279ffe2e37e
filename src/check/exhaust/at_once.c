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
// predict it. So a batch of states is done in passes, each of them a loop that does the same for
// every step: look it up and put it into one of two lists (plan_steps: steps that cost nothing,
// steps that cost more), then make the steps of each list (at_once_make.c). Runs whose order is not
// remembered are planned one by one (plan_run).

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
            .enabled = engine_ready_set(w->stepper, &state),
            .takers = engine_takers(w->stepper, &state),
        };
    return true;
}

// The places of the machines that make the steps.
static uint64_t places_of(const Edge *edges, uint32_t count)
{
    uint64_t places = 0;
    for (uint32_t i = 0; i < count; i++)
        places |= UINT64_C(1) << edges[i].at;
    return places;
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
    const Edge *edges = engine_edges(w->stepper) + run->first;
    if (run->is_eager)
        run->enabled = UINT64_C(1) << edges->at;
    else if (!run->enabled)
        run->enabled = places_of(edges, run->count);
    assert_debug(run->enabled == places_of(edges, run->count));
    if (item->change && !tell_expanded(w, item, run->is_eager ? 0 : run->enabled))
        return false;
    run->from_state = item->explorer_state;
    return true;
}

bool settle_at_once(SearchWorker *w)
{
    for (uint32_t r = 0; r < w->run_count; r++)
        if (w->runs[r].is_whole && !settle_run(w, &w->runs[r]))
            return false;
    uint32_t count = engine_edge_count(w->stepper);
    if (count > 0)  // no harm when no state follows an edge
        store_prefetch_all(w->search->store, &engine_edges(w->stepper)->print, sizeof(Edge), count);
    return true;
}

// ----------------------------------------------------------------------------- looking up

// False also where no state follows.
static inline bool leads_to_known(const Store *store, const Edge *e)
{
    return store_has(store, e->print) & (edge_kind(e) == EDGE_STATE);
}

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

// The same where the store has fingerprints.
static uint64_t find_prints(SearchWorker *w, const Run *run, const Edge *edges)
{
    uint64_t known = 0;
    for (uint32_t i = 0; i < run->count; i++)
        known |= (uint64_t)leads_to_known(w->search->store, &edges[i]) << i;
    return known;
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
        uint32_t rank = i + (i < line.first ? line.count : 0) - line.first;
        bool is_unit = w->search->options.delay_cost == DELAY_UNIT;
        uint32_t cost = is_unit ? rank > 0 : rank;
        r->by_place[place] = (Rank){.cost = (uint8_t)cost, .delays = (uint8_t)i};
    }
    r->base = line.base - item->explorer_state;
    r->places = places;
}

// Where the line of the state is remembered.
static inline Ranks *ranks_place(SearchWorker *w, const Item *item)
{
    uint32_t mixed = (item->explorer_state + item->words[0] * 0x85ebca6bu) * 0x9e3779b1u;
    return &w->at_once->ranks[mixed >> (32 - RANK_BITS)];
}

static inline bool ranks_are_of(const Ranks *r, const Item *item)
{
    return r->places && r->explorer_state == item->explorer_state && r->shape == item->words[0];
}

// Where only one machine can run, no order is needed.
static inline bool has_one(const Run *run)
{
    return !(run->enabled & (run->enabled - 1));
}

// Puts a step into the lists, where it counts only if it is left: in that of the steps that cost
// nothing, or of those that cost more. But for choices there are no branches, which no processor
// could predict.
static inline void plan_step(const Search *s, AtOnce *a, const Edge *e, const Run *run,
                             uint32_t edge, uint32_t number, bool is_left)
{
    Rank rank = run->ranks->by_place[e->at];
    uint32_t cost = rank.cost, now = a->now_count, later = a->later_count;
    assert_debug(e->at < SMALL_MACHINES && (e->label > 0 || choice_cost(s, e) == 0));
    if (s->counts_choices && e->label)
        cost += choice_cost(s, e);
    Planned step = {edge, number, run->base + rank.delays, cost};
    bool is_later = is_left & (cost > 0);
    a->now[now] = a->later[later] = step;
    a->later_count = later + is_later;
    a->now_count = now + (is_left & !is_later);
    // The place where a parked state is remembered is far away mostly: it is loaded now. For other
    // steps this is place 0, without a branch.
    __builtin_prefetch(&a->waits[-(uint64_t)is_later & e->print & WAIT_LOW], 1);
}

// Plans the steps of these runs.
static void plan_steps(SearchWorker *w, uint32_t first, uint32_t end)
{
    const Search *s = w->search;
    AtOnce *a = w->at_once;
    const Edge *edges = engine_edges(w->stepper);
    const Run *run = &w->runs[first];
    if (first == end)
        return;
    uint32_t begin = run->first, stop = w->runs[end - 1].first + w->runs[end - 1].count;
    store_has_all(s->store, &edges[begin].print, sizeof(Edge), stop - begin, a->known + begin);
    for (uint32_t i = begin; i < stop; i++) {
        const Edge *e = &edges[i];
        run += i - run->first >= run->count;
        assert_debug(i >= run->first && i < run->first + run->count);
        bool is_left = !(a->known[i] & (edge_kind(e) == EDGE_STATE));
        plan_step(s, a, e, run, i, (uint32_t)(run - w->runs), is_left);
    }
    a->counted += stop - begin;
}

// The steps that are left, a set of edges, in any order. False when the explorer failed.
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
    if (w->search->is_worded)
        return find_words(w, run, edges);
    if (w->search->is_simple)
        return find_prints(w, run, edges);
    for (uint32_t i = 0; i < run->count; i++)
        known |= (uint64_t)has_number(w, run, &edges[i], &numbers[i]) << i;
    return known;
}

// The order of the run, if it is a line of exactly the machines that can run, or if only one can
// run. Else NULL. It may take the place of a line of another run.
static const Ranks *line_of(SearchWorker *w, const Run *run)
{
    const Item *item = &w->items[run->item];
    Ranks *ranks = ranks_place(w, item);
    if (has_one(run))
        return &w->at_once->only;
    if (!ranks_are_of(ranks, item))
        ranks_make(w, item, ranks);
    return ranks->places == run->enabled ? ranks : NULL;
}

// The steps of one run, in any search.
static bool plan_run(SearchWorker *w, uint32_t number, bool has_all_delays)
{
    const Search *s = w->search;
    AtOnce *a = w->at_once;
    Run *run = &w->runs[number];
    const Edge *edges = engine_edges(w->stepper) + run->first;
    uint32_t numbers[EDGES_MAX];
    if (run->count > EDGES_MAX)
        return visit_some(w, run);
    uint64_t left = all_edges(run) & ~find_known(w, run, edges, numbers);
    if (run->count > CHILDREN_MAX && __builtin_popcountll(left) > CHILDREN_MAX)
        return visit_some(w, run);
    run->ranks = line_of(w, run);
    run->base = run->from_state + (run->ranks ? run->ranks->base : 0);
    // A step may not belong to the search, because it is beyond the limit of delays, or forbidden
    // by a seal: then each step is counted when it is made, also if it leads to a known state.
    run->is_counted =
        has_all_delays && (run->ranks || !orders_is_sealed(s->orders, run->from_state));
    if (run->is_counted)
        count_steps(w, run, edges, left, numbers);
    else
        left = all_edges(run);
    if (!run->ranks && !plan_candidates(w, run, edges, left, number))
        return false;
    for (uint64_t rest = run->ranks ? left : 0; rest; rest &= rest - 1) {
        uint32_t i = (uint32_t)__builtin_ctzll(rest);
        plan_step(s, a, &edges[i], run, run->first + i, number, true);
    }
    return (s->is_simple && run->is_counted) || make_planned(w, number + 1);
}

// Whether the steps of the run can be planned together with those of others: its order is
// remembered, and its steps are few.
static inline bool is_usual_run(SearchWorker *w, Run *run)
{
    const Item *item = &w->items[run->item];
    const Ranks *ranks = ranks_place(w, item);
    if (!run->is_whole || run->count > CHILDREN_MAX)
        return false;
    if (has_one(run))
        ranks = &w->at_once->only;
    else if (!ranks_are_of(ranks, item) || ranks->places != run->enabled)
        return false;
    run->ranks = ranks;
    run->base = run->from_state + ranks->base;
    run->is_counted = true;
    return true;
}

static void make_known_room(AtOnce *a, uint32_t count)
{
    if (count <= a->known_capacity)
        return;
    a->known_capacity = count * 2;
    a->known = memory_resized(a->known, a->known_capacity, sizeof *a->known);
}

bool plan_at_once(SearchWorker *w)
{
    const Search *s = w->search;
    bool has_all_delays = s->options.delays_max == UINT64_MAX;
    bool is_usual = s->is_simple && has_all_delays;
    uint32_t first = 0;  // runs from here on are planned together
    make_known_room(w->at_once, engine_edge_count(w->stepper) + 1);
    if (s->is_worded)
        visit_guess(w);
    for (uint32_t r = 0; r < w->run_count; r++) {
        Run *run = &w->runs[r];
        if (is_usual && is_usual_run(w, run))
            continue;
        plan_steps(w, first, r);
        first = r + 1;
        if (!(run->is_whole ? plan_run(w, r, has_all_delays) : visit_run(w, run)))
            return false;
    }
    plan_steps(w, first, w->run_count);
    return true;
}
