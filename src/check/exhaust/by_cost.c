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
// the stratum of the cheapest step that leads to it. With liveness the step is recorded when it is
// computed; so the parked state has a number, and waits in the store.
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
    EDGES_MAX = 64,    // of such a state: a set of them is a word
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
    if ((item->extra ? engine_expand(w->stepper, state, c->at)
                     : engine_expand_ready(w->stepper, state, c->at)) == 0)
        return false;
    run.count = settled_count(w, state, run.first);
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
    if (engine_expand_all(w->stepper, state) == 0) {
        check_stop(w, &w->items[index], state);
        return;
    }
    uint32_t count = settled_count(w, state, first);
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

// The machines of a state whose steps are made at once.
typedef struct Whole {
    uint64_t places;       // the set of their places, one bit for each
    uint64_t left;         // the set of the edges that are not done, by their number in the run
    uint64_t left_places;  // of the machines with such edges
    uint32_t count, left_count;
    uint64_t edges[SMALL_MACHINES];  // by place, for `places`: the set of the machine's edges
    uint32_t numbers[EDGES_MAX];  // for liveness: of the known states, by the number of the edge
    OrderLine line;  // the order of the machines; or it is in w->candidates
    bool has_line;
    uint8_t line_places[SMALL_MACHINES];
} Whole;

// Whether the state that the edge leads to was added to the store; with liveness also its number.
static inline bool is_known(SearchWorker *w, const Run *run, const Edge *e, uint32_t *number)
{
    const Search *s = w->search;
    bool is_waiting;
    if (edge_kind(e) != EDGE_STATE)
        return false;
    if (!s->is_numbered)
        return store_has(s->store, e->print);
    State from = state_of(&w->items[run->item]);
    StoreKey key = {.print = e->print, .second = second_of(w, run->item, &from, e)};
    return store_find(s->store, &key, number, &is_waiting) && !is_waiting;
}

// Looks up all states that follow. Whether a state is known cannot be predicted: so nothing here
// branches on it.
static inline void look_up(SearchWorker *w, const Run *run, Whole *all)
{
    const Edge *edges = engine_edges(w->stepper) + run->first;
    uint64_t places = 0, left = 0, left_places = 0, own = 0;
    uint32_t count = 0, last = 0;
    for (uint32_t i = 0; i < run->count; i++) {
        const Edge *e = &edges[i];
        assert_debug(e->at < SMALL_MACHINES && e->at >= last);
        uint64_t is_left = !is_known(w, run, e, &all->numbers[i]);
        bool is_next = e->at != last;
        count += is_next;
        last = e->at;
        own = (is_next ? 0 : own) | UINT64_C(1) << i;
        all->edges[last] = own;
        places |= UINT64_C(1) << last;
        left |= is_left << i;
        left_places |= is_left << last;
    }
    all->places = places;
    all->left = left;
    all->left_places = left_places;
    all->count = count;
    all->left_count = (uint32_t)__builtin_popcountll(left);
}

// Puts the machines in order. False when the explorer failed. The usual order is a line of
// exactly the machines that can run, and each delay takes the next one.
static bool order_machines(SearchWorker *w, const Item *item, const State *state, Whole *all)
{
    make_machine_room(w, SMALL_MACHINES);
    all->has_line = false;
    if (all->count == 1) {
        only_candidate(w, item, (uint32_t)__builtin_ctzll(all->places), 0);
        return true;
    }
    all->has_line = orders_line(w->search->orders, item->explorer_state, &all->line) &&
                    all->line.count == all->count &&
                    engine_places(w->stepper, state, all->line.machines, all->count, all->places,
                                  all->line_places);
    if (all->has_line)
        return true;
    uint32_t count = 0;
    for (uint64_t places = all->places; places; places &= places - 1)
        w->enabled[count++] = (uint32_t)__builtin_ctzll(places);
    if (!ses_candidates(w, item, state, count))
        return false;
    all->count = w->candidate_count;  // one when it is sealed
    return true;
}

// Makes a step that costs delays. False when the search cannot go on.
static bool visit_costly(SearchWorker *w, const Run *run, const Edge *e, uint32_t cost)
{
    if (!is_beyond(w->search, cost))
        return visit_later(w, run, e, cost);
    w->limits |= LIMIT_DELAYS;
    return true;
}

// Makes the steps of a machine that are `left`; running it costs `cost`.
static bool visit_machine(SearchWorker *w, const Run *run, uint64_t left, uint32_t cost)
{
    const Search *s = w->search;
    const Edge *edges = engine_edges(w->stepper) + run->first;
    for (; left; left &= left - 1) {
        const Edge *e = &edges[__builtin_ctzll(left)];
        assert_debug(e->label > 0 || choice_cost(s, e) == 0);
        uint32_t all = cost + (e->label ? choice_cost(s, e) : 0);
        if (!(all > 0 ? visit_costly(w, run, e, all) : visit(w, run, e)))
            return false;
    }
    return true;
}

static bool visit_machines(SearchWorker *w, Run *run, const Whole *all)
{
    bool is_unit = w->search->options.delay_cost == DELAY_UNIT;
    uint32_t k = all->has_line ? all->line.first : 0;
    for (uint32_t i = 0; i < all->count; i++, k = k + 1 < all->count ? k + 1 : 0) {
        uint32_t at = all->has_line ? all->line_places[k] : w->candidates[k].at;
        if (!(all->left_places >> at & 1))
            continue;
        run->from_state = all->has_line ? all->line.base + k : w->candidates[k].from_state;
        if (!visit_machine(w, run, all->left & all->edges[at], is_unit ? i > 0 : i))
            return false;
    }
    return true;
}

// Whether all steps certainly belong to the search: no seal and no limit of delays forbids one.
static bool makes_all(const SearchWorker *w, const Run *run, const Whole *all)
{
    const Search *s = w->search;
    return s->options.delays_max == UINT64_MAX &&
           (all->count == 1 ||
            !orders_is_sealed(s->orders, w->items[run->item].explorer_state));
}

// Counts the steps. Those that lead to known states are done, if all of them are made.
static void count_steps(SearchWorker *w, Run *run, Whole *all)
{
    const Search *s = w->search;
    const Edge *edges = engine_edges(w->stepper) + run->first;
    run->is_counted = makes_all(w, run, all);
    if (!run->is_counted) {
        all->left = UINT64_MAX >> (EDGES_MAX - run->count);
        all->left_places = all->places;
        return;
    }
    State from = state_of(&w->items[run->item]);
    for (uint32_t i = 0; i < run->count; i++) {
        visit_count(w, &edges[i]);
        if (s->is_numbered && !(all->left >> i & 1))
            visit_record(w, run->item, &from, &edges[i], all->numbers[i]);
    }
}

static bool visit_whole(SearchWorker *w, Run run)
{
    const Item *item = &w->items[run.item];
    State state = state_of(item);
    Whole all;
    if (run.count <= EDGES_MAX)
        look_up(w, &run, &all);
    if (run.count > EDGES_MAX || all.left_count > CHILDREN_MAX) {
        // The states that follow would take more memory than this one.
        if (find_candidates(w, item, &state))
            expand_due(w, run.item, &state);
        return true;
    }
    run.enabled = all.places;
    count_steps(w, &run, &all);
    return !all.left || (order_machines(w, item, &state, &all) && visit_machines(w, &run, &all));
}

// ------------------------------------------------------------------------------ the batch

// A small graph is searched for cycles after every few steps: then no step is made before it is
// due.
static bool makes_at_once(const SearchWorker *w, const Item *item)
{
    return w->search->is_at_once && item->level == 0 && item->count < SMALL_WORDS &&
           !(w->search->recorder && w->states < SMALL_GRAPH);
}

static void expand_by_cost(SearchWorker *w, uint32_t index)
{
    const Item *item = &w->items[index];
    State state = state_of(item);
    if (item->extra) {
        read_left(w, item);
        expand_due(w, index, &state);
    } else if (makes_at_once(w, item)) {
        expand_all(w, index, &state);
    } else if (find_candidates(w, item, &state)) {
        expand_due(w, index, &state);
    }
}

// Adds the states of the batch that were parked without being added. Those that were found
// meanwhile are not expanded.
static void admit_items(SearchWorker *w, bool *is_admitted)
{
    for (uint32_t i = 0; i < w->item_count; i++)
        if (w->items[i].wait)
            store_prefetch(w->search->store, w->items[i].print);
    for (uint32_t i = 0; i < w->item_count; i++) {
        Item *item = &w->items[i];
        is_admitted[i] = true;
        if (!item->wait)
            continue;
        is_admitted[i] = visit_parked(w, item);
        State state = state_of(item);
        if (is_admitted[i])
            engine_prefetch(w->stepper, &state);
    }
}

void do_batch_by_cost(SearchWorker *w)
{
    bool is_admitted[BATCH];
    engine_renew(w->stepper);
    w->run_count = w->recorded = w->second_item = 0;
    admit_items(w, is_admitted);
    for (uint32_t i = 0; i < w->item_count; i++)
        if (is_admitted[i])
            expand_by_cost(w, i);
    for (uint32_t r = 0; r < w->run_count; r++)
        if (!(w->runs[r].is_whole ? visit_whole(w, w->runs[r]) : visit_run(w, &w->runs[r])))
            return;
}
