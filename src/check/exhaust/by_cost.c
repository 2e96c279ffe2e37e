// check/exhaust/by_cost.c: the steps of a state, by their cost.
//
// For ses and pb. A step costs what running its machine costs, plus the cost of its choices.
// There are two ways:
//
// At once (ses with fingerprints, small states): when a state is first visited, all its steps are
// computed and the states that they lead to are looked up. A state that is known now is known in
// every later stratum, so that step is done. A new state behind a step that costs nothing is
// added to the store. A new state behind a step that costs more is parked, without being added:
// for the stratum in which that step is due. There it is looked up again, and dropped if it
// was found meanwhile with fewer delays. So each step is computed once, and each state belongs to
// the stratum of the cheapest step that leads to it.
//
// Level by level (all others): only those steps are made whose cost is the item's level. Machines
// with steps that cost more are left, and the item is parked for the stratum in which the first
// of them is due.

#include <assert.h>
#include <string.h>

#include "base/memory.h"
#include "check/exhaust/loop_impl.h"

enum {
    PLACE_MAX = UINT8_MAX,  // the last place of a machine that can be listed with its item
    SMALL_WORDS = 64,       // of a state whose steps are made at once
    SMALL_MACHINES = SMALL_WORDS / 2,
    CHILDREN_MAX = 8,  // of such a state, parked; when there are more, the state is parked
};

// -------------------------------------------------------------------------- parked items

// A machine of a parked item with steps left: behind the words of the state.
typedef struct Left {
    uint8_t at;
    uint8_t cost;
    uint8_t choices;    // the cost of the choices of its next steps
    int8_t from_state;  // relative to the item's explorer_state
} Left;

static_assert(sizeof(Left) == sizeof(uint32_t), "one word for each machine");

static void make_machine_room(SearchWorker *w, uint32_t machines)
{
    if (machines <= w->machine_capacity)
        return;
    w->machine_capacity = machines * 2;
    w->candidates = memory_resized(w->candidates, w->machine_capacity, sizeof *w->candidates);
    w->enabled = memory_resized(w->enabled, w->machine_capacity, sizeof *w->enabled);
}

static void read_left(SearchWorker *w, const Item *item)
{
    const Left *left = (const Left *)(item->words + item->count);
    make_machine_room(w, item->extra);
    for (uint32_t i = 0; i < item->extra; i++)
        w->candidates[i] = (Candidate){
            .at = left[i].at,
            .from_state = item->explorer_state + (uint32_t)left[i].from_state,
            .cost = left[i].cost,
            .due = left[i].cost + (uint32_t)left[i].choices,
        };
    w->candidate_count = item->extra;
}

// Whether the machines that are left, the first `count` candidates, can be listed.
static bool fits(const SearchWorker *w, const Item *item, uint32_t count)
{
    bool is_fine = w->search->orders && count <= UINT8_MAX;
    for (uint32_t i = 0; is_fine && i < count; i++) {
        const Candidate *c = &w->candidates[i];
        int64_t from_state = (int64_t)c->from_state - item->explorer_state;
        is_fine = c->at <= PLACE_MAX && c->cost <= UINT8_MAX && c->due - c->cost <= UINT8_MAX &&
                  from_state >= INT8_MIN && from_state <= INT8_MAX;
    }
    return is_fine;
}

static bool is_beyond(const Search *s, uint32_t ahead)
{
    return s->options.delays_max - s->stratum < ahead;
}

// Parks the item for the stratum in which its first step that is left is due, unless the limit
// of delays forbids it. The machines that are left are the first `count` candidates. When they
// cannot be listed the item waits for the next stratum, which computes all candidates again.
static void park(SearchWorker *w, const Item *item, uint32_t count, bool is_listed)
{
    uint32_t due = UINT32_MAX;
    for (uint32_t i = 0; i < count; i++)
        due = w->candidates[i].due < due ? w->candidates[i].due : due;
    assert_debug(count > 0 && due > item->level);
    uint32_t ahead = is_listed ? due - item->level : 1;
    if (is_beyond(w->search, ahead)) {
        w->limits |= LIMIT_DELAYS;
        return;
    }
    if (ahead > LATER)
        ahead = LATER;
    ItemQueue *queue = &w->later[ahead - 1];
    Item parked = *item;
    parked.level += ahead;
    parked.extra = is_listed ? (uint8_t)count : 0;
    uint32_t *words = item_queue_room(queue, &w->heap, parked.count + parked.extra);
    memcpy(words, item->words, item->count * sizeof *words);
    for (uint32_t i = 0; i < parked.extra; i++) {
        const Candidate *c = &w->candidates[i];
        Left left = {
            .at = (uint8_t)c->at,
            .cost = (uint8_t)c->cost,
            .choices = (uint8_t)(c->due - c->cost),
            .from_state = (int8_t)(c->from_state - item->explorer_state),
        };
        memcpy(&words[parked.count + i], &left, sizeof left);
    }
    item_queue_keep(queue, &parked);
}

// ---------------------------------------------------------------------------- candidates

// The candidates in the explorer's order, with their costs. False when the explorer failed.
// w->enabled has the places of the machines that can run, ascending.
static bool ses_candidates(SearchWorker *w, const Item *item, const State *state, uint32_t count)
{
    Search *s = w->search;
    Order order;

    w->candidate_count = 0;
    // The machines of a state are in the order of their paths.
    for (uint32_t i = 0; i < count; i++)
        w->enabled[i] = engine_path(w->stepper, state, w->enabled[i]);
    if (!orders_order(s->orders, w->index, item->explorer_state, item->print, w->enabled, count,
                      &order)) {
        search_stop(s, LIMIT_EXPLORER);
        return false;
    }
    if (order.is_sealed && order.count > 1) {
        w->sealed += item->level == 0;
        order.count = 1;
    }
    w->candidate_count = order.count;
    for (uint32_t i = 0; i < order.count; i++) {
        uint32_t cost = s->options.delay_cost == DELAY_UNIT ? i > 0 : i;
        w->candidates[i] = (Candidate){
            .at = engine_at(w->stepper, state, order.items[i].path),
            .from_state = order.items[i].from_state,
            .cost = cost,
            .due = cost,
        };
    }
    return true;
}

static void pb_candidates(SearchWorker *w, const Item *item, const State *state, uint32_t count)
{
    bool preempts = false;
    for (uint32_t i = 0; i < count; i++)
        preempts |= engine_path(w->stepper, state, w->enabled[i]) == item->explorer_state;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t path = engine_path(w->stepper, state, w->enabled[i]);
        uint32_t cost = preempts && path != item->explorer_state;
        w->candidates[i] =
            (Candidate){.at = w->enabled[i], .path = path, .cost = cost, .due = cost};
    }
    w->candidate_count = count;
}

// A single machine that can run: the explorer has nothing to decide.
static void only_candidate(SearchWorker *w, const Item *item, uint32_t at, uint32_t path)
{
    w->candidates[0] = (Candidate){.at = at, .path = path, .from_state = item->explorer_state};
    w->candidate_count = 1;
}

// The machines that may run, in order. False when there are none, or when the explorer failed.
static bool find_candidates(SearchWorker *w, const Item *item, const State *state)
{
    bool is_eager;
    make_machine_room(w, engine_machines(w->stepper, state));
    uint32_t count = engine_ready(w->stepper, state, w->enabled, &is_eager);
    if (count == 0) {
        check_end(w, item, state);
        return false;
    }
    if (is_too_deep(w, item)) {
        cut(w, item, LIMIT_DEPTH);
        return false;
    }
    // A step that no other machine or monitor sees is made first, whatever the order is: it
    // does not count as a preemption, and the explorer is only told what happened.
    if (is_eager)
        only_candidate(w, item, w->enabled[0], item->explorer_state);
    else if (!w->search->orders)
        pb_candidates(w, item, state, count);
    else
        return ses_candidates(w, item, state, count);
    return true;
}

// ----------------------------------------------------------------------------- expanding

static Run *add_run(SearchWorker *w)
{
    if (w->run_count == w->run_capacity) {
        w->run_capacity = w->run_capacity ? w->run_capacity * 2 : 256;
        w->runs = memory_resized(w->runs, w->run_capacity, sizeof *w->runs);
    }
    return &w->runs[w->run_count++];
}

// The smallest cost of choices above `wanted`; UINT32_MAX: there is none.
static uint32_t next_cost(const Search *s, const Edge *edges, uint32_t count, uint32_t wanted)
{
    uint32_t next = UINT32_MAX;
    for (uint32_t i = 0; s->counts_choices && i < count; i++) {
        uint32_t cost = choice_cost(s, &edges[i]);
        if (cost > wanted && cost < next)
            next = cost;
    }
    return next;
}

// Expands a candidate whose steps are due. True when it has steps that cost more.
static bool expand(SearchWorker *w, uint32_t index, const State *state, Candidate *c)
{
    const Search *s = w->search;
    const Item *item = &w->items[index];
    Run run = {
        .item = index,
        .machines = engine_machines(w->stepper, state),
        .first = engine_edge_count(w->stepper),
        .wanted = item->level - c->cost,
        .from_state = c->from_state,
        .path = c->path,
    };
    run.count = item->extra ? engine_expand(w->stepper, state, c->at)
                            : engine_expand_ready(w->stepper, state, c->at);
    if (run.count == 0)
        return false;
    *add_run(w) = run;
    const Edge *edges = engine_edges(w->stepper) + run.first;
    for (uint32_t i = 0; i < run.count && !s->has_extra; i++)
        if (edge_kind(&edges[i]) == EDGE_STATE && is_wanted(s, &run, &edges[i]))
            store_prefetch(s->store, edges[i].print);
    uint32_t more = next_cost(s, edges, run.count, run.wanted);
    c->due = c->cost + more;
    return more != UINT32_MAX;
}

// Expands the candidates that are due, and parks the item when others are left.
static void expand_due(SearchWorker *w, uint32_t index, const State *state)
{
    const Item *item = &w->items[index];
    uint32_t left = 0;

    for (uint32_t i = 0; i < w->candidate_count; i++) {
        Candidate c = w->candidates[i];
        if (c.due < item->level && !item->extra) {
            // Computed again: its choices may be due.
            if (!w->search->counts_choices)
                continue;
            c.due = item->level;
        }
        assert_debug(c.due >= item->level);
        if (c.due > item->level || expand(w, index, state, &c))
            w->candidates[left++] = c;
    }
    if (left > 0)
        park(w, item, left, fits(w, item, left));
}

// ------------------------------------------------------------------------- visiting a run

// False when the search cannot go on.
static bool visit_run(SearchWorker *w, const Run *run)
{
    const Search *s = w->search;
    const Edge *e = engine_edges(w->stepper) + run->first, *end = e + run->count;

    for (; e < end; e++)
        if (is_wanted(s, run, e) && !(s->is_simple && is_seen(w, e)) && !visit(w, run, e))
            return false;
    return true;
}

// -------------------------------------------------------------------------- all at once

// All steps of the state.
static void expand_all(SearchWorker *w, uint32_t index, const State *state)
{
    const Search *s = w->search;
    uint32_t first = engine_edge_count(w->stepper);
    uint32_t count = engine_expand_all(w->stepper, state);
    if (count == 0) {
        check_stop(w, &w->items[index], state);
        return;
    }
    *add_run(w) = (Run){
        .item = index,
        .machines = engine_machines(w->stepper, state),
        .first = first,
        .count = count,
        .is_whole = true,
    };
    const Edge *edges = engine_edges(w->stepper) + first;
    for (uint32_t i = 0; i < count; i++)
        if (edge_kind(&edges[i]) == EDGE_STATE)
            store_prefetch(s->store, edges[i].print);
}

static inline bool is_known(const SearchWorker *w, const Edge *e)
{
    return edge_kind(e) == EDGE_STATE && store_has(w->search->store, e->print);
}

static inline void count_edge(SearchWorker *w, const Edge *e)
{
    w->transitions++;
    engine_count(w->stepper, e);
}

// The machines of a state whose steps are made at once.
typedef struct Whole {
    uint32_t count;                        // of machines that can run
    uint64_t places;                       // one bit for each
    uint32_t firsts[SMALL_MACHINES];       // by place: its first edge
    uint32_t order[SMALL_MACHINES];        // their places, in the explorer's order
    uint32_t from_states[SMALL_MACHINES];  // in that order
} Whole;

static void list_machines(const Run *run, const Edge *edges, Whole *all)
{
    all->count = 0;
    all->places = 0;
    for (uint32_t i = 0; i < run->count; i++) {
        uint32_t at = edges[i].at;
        assert_debug(at < SMALL_MACHINES);
        if (all->places >> at & 1)
            continue;
        all->places |= UINT64_C(1) << at;
        all->firsts[at] = i;
        all->order[all->count++] = at;
    }
}

// The usual case of an order: a line of exactly the machines that can run, and each delay takes
// the next one. False: not the usual case.
static bool order_by_line(SearchWorker *w, const Item *item, const State *state, Whole *all)
{
    uint64_t places = all->places;
    OrderLine line;
    if (!orders_line(w->search->orders, item->explorer_state, &line) || line.count != all->count)
        return false;
    for (uint32_t i = 0, k = line.first; i < line.count; i++, k = k + 1 < line.count ? k + 1 : 0) {
        uint32_t at = engine_at(w->stepper, state, line.machines[k]);
        if (!(places >> at & 1))
            return false;
        places &= ~(UINT64_C(1) << at);
        all->order[i] = at;
        all->from_states[i] = line.base + k;
    }
    assert_debug(places == 0);
    return true;
}

// Puts the machines in order. False when the explorer failed.
static bool order_machines(SearchWorker *w, const Item *item, const State *state, Whole *all)
{
    all->from_states[0] = item->explorer_state;
    if (all->count == 1 || order_by_line(w, item, state, all))
        return true;
    make_machine_room(w, SMALL_MACHINES);
    for (uint32_t at = 1, i = 0; at < SMALL_MACHINES; at++)
        if (all->places >> at & 1)
            w->enabled[i++] = at;
    if (!ses_candidates(w, item, state, all->count))
        return false;
    all->count = w->candidate_count;  // only one when it is sealed
    for (uint32_t i = 0; i < all->count; i++) {
        all->order[i] = w->candidates[i].at;
        all->from_states[i] = w->candidates[i].from_state;
    }
    return true;
}

// Makes a step that costs delays. False when the search cannot go on.
static bool visit_costly(SearchWorker *w, const Run *run, const Edge *e, uint32_t cost)
{
    if (is_beyond(w->search, cost)) {
        w->limits |= LIMIT_DELAYS;
        return true;
    }
    if (!is_known(w, e))
        return visit_later(w, run, e, cost);
    count_edge(w, e);
    return true;
}

// Makes the steps of the machine at `place` of the order.
static bool visit_machine(SearchWorker *w, Run *run, const Whole *all, uint32_t place)
{
    const Search *s = w->search;
    const Edge *edges = engine_edges(w->stepper) + run->first;
    uint32_t i = all->firsts[all->order[place]];
    uint32_t base = s->options.delay_cost == DELAY_UNIT ? place > 0 : place;
    bool is_single = i + 1 == run->count || edges[i + 1].at != edges[i].at;

    assert_debug(!is_single || choice_cost(s, &edges[i]) == 0);
    run->from_state = all->from_states[place];
    do {
        const Edge *e = &edges[i];
        uint32_t cost = base + (is_single ? 0 : choice_cost(s, e));
        bool goes_on = cost > 0 ? visit_costly(w, run, e, cost) : is_seen(w, e) || visit(w, run, e);
        if (!goes_on)
            return false;
    } while (++i < run->count && edges[i].at == edges[i - 1].at);
    return true;
}

static bool visit_whole(SearchWorker *w, Run run)
{
    const Search *s = w->search;
    const Item *item = &w->items[run.item];
    const Edge *first = engine_edges(w->stepper) + run.first, *end = first + run.count;
    State state = state_of(item);
    uint32_t known = 0;
    Whole all;

    for (const Edge *e = first; e < end; e++)
        known += is_known(w, e);
    if (known == run.count && s->options.delays_max == UINT64_MAX &&
        (first->at == end[-1].at || !orders_is_sealed(s->orders, item->explorer_state))) {
        for (const Edge *e = first; e < end; e++)
            count_edge(w, e);
        return true;
    }
    if (run.count - known > CHILDREN_MAX) {
        // The states would take more memory than this one.
        if (find_candidates(w, item, &state))
            expand_due(w, run.item, &state);
        return true;
    }
    list_machines(&run, first, &all);
    if (!order_machines(w, item, &state, &all))
        return false;
    for (uint32_t i = 0; i < all.count; i++)
        if (!visit_machine(w, &run, &all, i))
            return false;
    return true;
}

// ------------------------------------------------------------------------------ the batch

static void expand_by_cost(SearchWorker *w, uint32_t index)
{
    const Item *item = &w->items[index];
    State state = state_of(item);
    if (item->extra) {
        read_left(w, item);
        expand_due(w, index, &state);
    } else if (w->search->is_at_once && item->level == 0 && item->count < SMALL_WORDS) {
        expand_all(w, index, &state);
    } else if (find_candidates(w, item, &state)) {
        expand_due(w, index, &state);
    }
}

void do_batch_by_cost(SearchWorker *w)
{
    engine_renew(w->stepper);
    w->run_count = w->recorded = w->second_item = 0;
    for (uint32_t i = 0; i < w->item_count; i++)
        if (w->items[i].wait)
            store_prefetch(w->search->store, w->items[i].print);
    for (uint32_t i = 0; i < w->item_count; i++)
        if (!w->items[i].wait || visit_parked(w, &w->items[i]))
            expand_by_cost(w, i);
    for (uint32_t r = 0; r < w->run_count; r++)
        if (!(w->runs[r].is_whole ? visit_whole(w, w->runs[r]) : visit_run(w, &w->runs[r])))
            return;
}
