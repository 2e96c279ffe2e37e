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
// Most steps change a few words only, and most searches store only fingerprints. Such steps are
// looked up for all states of a batch together (find_at_once), and made here, in a few lines
// without calls (step_to, park_step); visit.c makes the others.

#include <assert.h>
#include <string.h>

#include "base/memory.h"
#include "check/exhaust/loop_impl.h"

enum {
    SMALL_WORDS = 64,  // of a state whose steps are made at once
    SMALL_MACHINES = SMALL_WORDS / 2,
    CHILDREN_MAX = 8,  // of such a state, parked; when there are more, the state is parked
    EDGES_MAX = 64,    // of such a state: a set of them is a word
    WAIT_BITS = 16,    // log2 of the states that a worker remembers to have parked
};

#define WAIT_LOW ((UINT64_C(1) << WAIT_BITS) - 1)

static_assert((int)SMALL_WORDS <= (int)PARKED_WORDS, "a small state can be packed");

// ------------------------------------------------------------------------------ expanding

// A small graph is searched for cycles after every few steps: then no step is made before it is
// due.
static inline bool is_suitable(const SearchWorker *w, const Item *item)
{
    return w->search->is_at_once && item->level == 0 && item->count < SMALL_WORDS &&
           !(w->search->recorder && w->states < SMALL_GRAPH);
}

bool expand_at_once(SearchWorker *w, uint32_t index)
{
    const Item *item = &w->items[index];
    if (!is_suitable(w, item))
        return false;
    State state = state_of(item);
    uint32_t first = engine_edge_count(w->stepper);
    if (engine_expand_all(w->stepper, &state) == 0) {
        check_stop(w, item, &state);
        return true;
    }
    uint32_t count = settled_count(w, &state, first);
    *add_run(w) = (Run){
        .item = index,
        .machines = engine_machines(w->stepper, &state),
        .first = first,
        .count = count,
        .from_state = item->explorer_state,
        .is_whole = true,
    };
    const Edge *e = engine_edges(w->stepper) + first;
    for (const Edge *end = e + count; e < end; e++)
        store_prefetch(w->search->store, e->print);  // no harm when no state follows
    return true;
}

// ----------------------------------------------------------------------------- looking up

// The machines of a state, and their edges.
typedef struct Whole {
    uint64_t places;       // the set of the machines' places, one bit for each
    uint64_t left;         // the set of the edges that are not done, by their number in the run
    uint64_t left_places;  // of the machines with such edges
    uint64_t full;         // not 0: an edge has a FullStep
    uint32_t left_count;   // of edges
    uint32_t count;        // of the machines
    uint64_t edges[SMALL_MACHINES];  // by place, for `places`: the set of the machine's edges
    uint32_t numbers[EDGES_MAX];  // for liveness: of the known states, by the number of the edge
    uint8_t line_places[SMALL_MACHINES];  // of the machines of a line
} Whole;

// With liveness: whether the state that the edge leads to was added to the store, and its number.
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

// The set of the edges that lead to states that were added, where the store has words.
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

// The set of the edges that lead to states that were added, where the store has only fingerprints.
// Whether a state is known cannot be predicted: so nothing here branches on it. If it is not, it
// may have been parked: where that is remembered is far away mostly, and loaded from now on.
static inline uint64_t find_prints(SearchWorker *w, const Run *run)
{
    const Store *store = w->search->store;
    const Edge *edges = engine_edges(w->stepper) + run->first;
    uint64_t known = 0;
    for (uint32_t i = 0; i < run->count; i++) {
        uint64_t print = edges[i].print, is_known = store_has(store, print);
        known |= is_known << i;
        __builtin_prefetch(&w->waits[is_known ? 0 : print & WAIT_LOW], 1);
    }
    return known;
}

void find_at_once(SearchWorker *w)
{
    if (__builtin_expect(!w->waits, 0))
        w->waits = memory_zeroed(WAIT_LOW + 1, sizeof *w->waits);
    for (uint32_t r = 0; r < w->run_count; r++) {
        Run *run = &w->runs[r];
        // The only step of a state is looked up when it is made.
        if (run->is_whole && run->count > 1 && run->count <= EDGES_MAX)
            run->known = find_prints(w, run);
    }
}

// Looks up all states that follow.
static inline void look_up(SearchWorker *w, const Run *run, const Edge *edges, Whole *all)
{
    bool is_numbered = w->search->is_numbered;
    uint64_t known = w->search->is_worded ? find_words(w, run, edges) : run->known;
    uint64_t places = 0, left = 0, left_places = 0, own = 0, full = 0;
    uint32_t last = 0, count = 0, left_count = 0;
    for (uint32_t i = 0; i < run->count; i++) {
        const Edge *e = &edges[i];
        assert_debug(e->at < SMALL_MACHINES && e->at >= last);
        uint64_t is_left =
            !(is_numbered ? has_number(w, run, e, &all->numbers[i]) : known >> i & 1);
        bool is_next = e->at != last;
        count += is_next;
        own = (is_next ? 0 : own) | UINT64_C(1) << i;
        last = e->at;
        all->edges[last] = own;
        places |= UINT64_C(1) << last;
        left |= is_left << i;
        left_count += (uint32_t)is_left;
        left_places |= is_left << last;
        full |= (uintptr_t)e->full;
    }
    all->places = places;
    all->left = left;
    all->left_places = left_places;
    all->full = full;
    all->count = count;
    all->left_count = left_count;
}

// Steps without a state behind them were looked up like the others.
static void leave_others(const Run *run, const Edge *edges, Whole *all)
{
    for (uint32_t i = 0; i < run->count; i++) {
        if (edge_kind(&edges[i]) == EDGE_STATE || all->left >> i & 1)
            continue;
        all->left |= UINT64_C(1) << i;
        all->left_places |= UINT64_C(1) << edges[i].at;
        all->left_count++;
    }
}

// ------------------------------------------------------------------------ the usual steps

// Steps to states, where the store has only fingerprints; they are counted already.

static inline Item child_of_step(const Item *item, const Edge *e)
{
    assert_debug(edge_kind(e) == EDGE_STATE);
    State from = state_of(item);
    return (Item){.print = e->print, .depth = item->depth + 1, .count = edge_count(&from, e)};
}

// A step that costs nothing: adds the state to the store and to the frontier when it is new. False
// when the search cannot go on.
static inline bool step_to(SearchWorker *w, const Run *run, const Edge *e)
{
    Search *s = w->search;
    const Item *item = &w->items[run->item];
    assert_debug(s->is_simple && run->is_counted);
    StoreAnswer answer = store_claim(s->store, w->index, e->print);
    if (answer == STORE_SEEN)
        return true;
    if (__builtin_expect(answer == STORE_GROW || answer == STORE_FULL, 0))
        return visit(w, run, e);
    State from = state_of(item), to;
    Item child = child_of_step(item, e);
    child.number = store_number(s->store, w->index, answer, item->number,
                                label_pack(run->machines, e->at, e->label));
    w->states += answer == STORE_ADDED;
    if (is_one_too_many(s))
        return false;
    child.words = to.words = state_room(w, &child);
    engine_apply(w->stepper, &from, e, &to);
    if (!step_explorer(w, run, &from, e, &to, &child.explorer_state))
        return false;
    state_keep(w, &child);
    return true;
}

// Whether the worker has parked the state not long ago, for this stratum or an earlier one; else it
// has from now on. The place of an entry is the lower part of the fingerprint, so its own lower
// part is free for the stratum, counted from one.
static inline bool is_parked(SearchWorker *w, uint64_t print, uint64_t stratum)
{
    const uint64_t low = WAIT_LOW;
    if (__builtin_expect(stratum >= low, 0))
        return false;
    uint64_t *entry = &w->waits[print & low], known = *entry & low;
    if ((*entry ^ print) <= low && known > 0 && known <= stratum + 1)
        return true;
    *entry = (print & ~low) | (stratum + 1);
    return false;
}

// A step to a state that is not known, and that is due in `cost` strata.
static inline bool park_step(SearchWorker *w, const Run *run, const Edge *e, uint32_t cost)
{
    const Item *item = &w->items[run->item];
    Item child = child_of_step(item, e);
    if (is_parked(w, e->print, w->search->stratum + cost))
        return true;
    if (__builtin_expect(cost > LATER || child.count > PARKED_WORDS, 0))
        return visit_later(w, run, e, cost);
    ParkedLine *line = &w->parked[cost - 1];
    State from = state_of(item), to = {.words = parked_room(line)};
    child.number = item->number;
    child.level = label_pack(run->machines, e->at, e->label);
    child.wait = 1;
    child.words = to.words;
    engine_apply(w->stepper, &from, e, &to);
    if (!step_explorer(w, run, &from, e, &to, &child.explorer_state))
        return false;
    parked_add(line, &w->heap, &child);
    return true;
}

// -------------------------------------------------------------------------- making steps

// Makes a step that costs delays. False when the search cannot go on.
static bool visit_costly(SearchWorker *w, const Run *run, const Edge *e, uint32_t cost)
{
    if (!is_beyond(w->search, cost))
        return visit_later(w, run, e, cost);
    w->limits |= LIMIT_DELAYS;
    return true;
}

// Makes the steps of a machine that are `left`; running it costs `cost`.
static inline bool visit_machine(SearchWorker *w, const Run *run, const Edge *edges, uint64_t left,
                                 uint32_t cost)
{
    const Search *s = w->search;
    bool is_usual = s->is_simple && run->is_counted, counts_choices = s->counts_choices;
    for (; left; left &= left - 1) {
        const Edge *e = &edges[__builtin_ctzll(left)];
        assert_debug(e->label > 0 || choice_cost(s, e) == 0);
        uint32_t all = cost + (counts_choices && e->label ? choice_cost(s, e) : 0);
        bool is_fine = is_usual && edge_kind(e) == EDGE_STATE
                           ? (all > 0 ? park_step(w, run, e, all) : step_to(w, run, e))
                           : (all > 0 ? visit_costly(w, run, e, all) : visit(w, run, e));
        if (!is_fine)
            return false;
    }
    return true;
}

// The machines in the order of a line, in which each delay takes the next one.
static inline bool visit_line(SearchWorker *w, Run *run, const Edge *edges, const OrderLine *line,
                              const Whole *all)
{
    bool is_unit = w->search->options.delay_cost == DELAY_UNIT;
    uint32_t count = line->count, first = line->first;
    uint64_t left = 0;  // the set of the machines with steps left, by their number in the line
    for (uint32_t k = 0; k < count; k++)
        left |= (all->left_places >> all->line_places[k] & 1) << k;
    assert_debug(first < count);
    left = left >> first | (left & ((UINT64_C(1) << first) - 1)) << (count - first);
    for (; left; left &= left - 1) {
        uint32_t i = (uint32_t)__builtin_ctzll(left);
        uint32_t k = first + i < count ? first + i : first + i - count;
        run->from_state = line->base + k;
        if (!visit_machine(w, run, edges, all->left & all->edges[all->line_places[k]],
                           is_unit ? i > 0 : i))
            return false;
    }
    return true;
}

// The same in any other order.
static bool visit_candidates(SearchWorker *w, Run *run, const Edge *edges, const Whole *all)
{
    State state = state_of(&w->items[run->item]);
    if (!order_candidates(w, &w->items[run->item], &state, all->places))
        return false;
    for (uint32_t i = 0; i < w->candidate_count; i++) {  // one when it is sealed
        const Candidate *c = &w->candidates[i];
        if (!(all->left_places >> c->at & 1))
            continue;
        run->from_state = c->from_state;
        if (!visit_machine(w, run, edges, all->left & all->edges[c->at], c->cost))
            return false;
    }
    return true;
}

// Makes the steps that are left. The usual order is a line of exactly the machines that can run.
static inline bool visit_machines(SearchWorker *w, Run *run, const Edge *edges,
                                  const OrderLine *line, Whole *all)
{
    State state = state_of(&w->items[run->item]);
    if (all->count == 1)
        return visit_machine(w, run, edges, all->left, 0);
    if (line && line->count == all->count &&
        engine_places(w->stepper, &state, line->machines, all->count, all->places,
                      all->line_places))
        return visit_line(w, run, edges, line, all);
    return visit_candidates(w, run, edges, all);
}

// The steps that lead to known states are done, if all steps are made and counted.
static void finish_known(SearchWorker *w, const Run *run, const Edge *edges, Whole *all)
{
    if (!run->is_counted) {
        all->left = UINT64_MAX >> (EDGES_MAX - run->count);
        all->left_places = all->places;
        return;
    }
    State from = state_of(&w->items[run->item]);
    for (uint32_t i = 0; i < run->count && w->search->is_numbered; i++)
        if (!(all->left >> i & 1))
            visit_record(w, run->item, &from, &edges[i], all->numbers[i]);
}

// A state with one step: the order does not count, and there is nothing to choose.
static inline bool visit_only(SearchWorker *w, Run *run, const Edge *e)
{
    assert_debug(e->label == 0);
    visit_count(w, e);
    run->is_counted = true;
    run->enabled = UINT64_C(1) << e->at;
    return w->search->is_simple ? step_to(w, run, e) : visit(w, run, e);
}

// The states that follow would take more memory than this one: only some steps are made now.
static bool visit_some(SearchWorker *w, const Run *run)
{
    expand_by_level(w, run->item);
    return true;
}

bool visit_at_once(SearchWorker *w, Run *run)
{
    const Search *s = w->search;
    const Edge *edges = engine_edges(w->stepper) + run->first;
    OrderLine line;
    Whole all;
    bool has_all_delays = s->options.delays_max == UINT64_MAX;
    bool is_usual = s->is_simple || s->is_worded;
    if (run->count == 1 && is_usual && has_all_delays && edge_kind(edges) == EDGE_STATE)
        return visit_only(w, run, edges);
    if (run->count > EDGES_MAX)
        return visit_some(w, run);
    look_up(w, run, edges, &all);
    if (__builtin_expect(all.full != 0, 0))
        leave_others(run, edges, &all);
    if (__builtin_expect(all.left_count > CHILDREN_MAX, 0))
        return visit_some(w, run);
    // All steps certainly belong to the search if no seal and no limit of delays forbids one.
    bool has_line = all.count > 1 && orders_line(s->orders, run->from_state, &line);
    run->is_counted = has_all_delays && (all.count == 1 || has_line ||
                                         !orders_is_sealed(s->orders, run->from_state));
    run->enabled = all.places;
    if (__builtin_expect(!run->is_counted || s->is_numbered, 0))
        finish_known(w, run, edges, &all);
    if (run->is_counted)
        for (uint32_t i = 0; i < run->count; i++)
            visit_count(w, &edges[i]);
    return !all.left || visit_machines(w, run, edges, has_line ? &line : NULL, &all);
}
