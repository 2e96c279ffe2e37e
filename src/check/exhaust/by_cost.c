// check/exhaust/by_cost.c: the steps of a state, by their cost.
//
// For ses and pb. A step costs what running its machine costs, plus the cost of its choices.
// There are two ways: at once (at_once.c), for small states, and level by level, which is here.
// Only those steps are made whose cost is the item's level. Machines with steps that cost more are
// left, and the item is parked for the stratum in which the first of them is due.

#include <assert.h>
#include <string.h>

#include "base/memory.h"
#include "check/exhaust/loop_impl.h"

enum {
    PLACE_MAX = UINT8_MAX,  // the last place of a machine that can be listed with its item
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

bool order_candidates(SearchWorker *w, const Item *item, const State *state, uint64_t places)
{
    uint32_t count = 0;
    make_machine_room(w, 64);
    for (; places; places &= places - 1)
        w->enabled[count++] = (uint32_t)__builtin_ctzll(places);
    return ses_candidates(w, item, state, count);
}

// The machine in w->enabled[0] runs, whatever the order is.
static void only_candidate(SearchWorker *w, const Item *item)
{
    w->candidates[0] = (Candidate){.at = w->enabled[0],
                                   .path = item->explorer_state,
                                   .from_state = item->explorer_state};
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
        only_candidate(w, item);
    else if (!w->search->orders)
        pb_candidates(w, item, state, count);
    else
        return ses_candidates(w, item, state, count);
    return true;
}

// ----------------------------------------------------------------------------- expanding

Run *add_run(SearchWorker *w)
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

bool visit_run(SearchWorker *w, const Run *run)
{
    const Search *s = w->search;
    const Edge *e = engine_edges(w->stepper) + run->first, *end = e + run->count;

    for (; e < end; e++)
        if (is_wanted(s, run, e) && !(s->is_simple && is_seen(w, e)) && !visit(w, run, e))
            return false;
    return true;
}

// ------------------------------------------------------------------------------ the batch

// The same as tell_explorer, when the state was not expanded yet.
static bool tell_first(SearchWorker *w, Item *item, const State *state)
{
    uint32_t sender = change_sender(item->change), target = change_target(item->change);
    return tell_explorer(w, item, engine_is_enabled(w->stepper, state, sender),
                         target && engine_is_enabled(w->stepper, state, target));
}

void expand_by_level(SearchWorker *w, uint32_t index)
{
    Item *item = &w->items[index];
    State state = state_of(item);
    if (item->change && !tell_first(w, item, &state))
        return;
    if (item->extra)
        read_left(w, item);
    if (item->extra || find_candidates(w, item, &state))
        expand_due(w, index, &state);
}

// visit_parked, in the most frequent case without a call.
static inline bool admit_parked(SearchWorker *w, Item *item, uint32_t guess)
{
    Search *s = w->search;
    bool has_words = store_has_words(s->store);
    if (__builtin_expect(item->wait > 1 || !(has_words || store_has_prints(s->store)), 0))
        return visit_parked(w, item);
    StoreKey key = {.print = item->print, .words = item->words, .count = item->count};
    StoreAnswer answer = has_words ? store_claim_words(s->store, w->index, &key, guess)
                                   : store_claim_new(s->store, w->index, item->print);
    if (answer == STORE_SEEN)
        return false;
    if (__builtin_expect(answer == STORE_GROW || answer == STORE_FULL, 0))
        return visit_parked(w, item);
    w->states += answer == STORE_ADDED;
    return admit(w, item,
                 store_number(s->store, w->index, answer, item->number, item->level));
}

// The states of the batch that were parked are added now, but for those that were found meanwhile;
// then they are expanded like the others.
static void expand_items(SearchWorker *w)
{
    const Search *s = w->search;
    bool is_worded = s->is_worded;
    // A small graph is searched for cycles after every few steps: then no step is made before it is
    // due.
    bool is_at_once = s->is_at_once && !(s->recorder && w->states < SMALL_GRAPH);
    uint32_t guesses[BATCH];
    for (uint32_t i = 0; i < w->item_count && is_worded; i++)
        guesses[i] = w->items[i].wait ? store_guess(w->search->store, w->items[i].print) : 0;
    for (uint32_t i = 0; i < w->item_count; i++) {
        Item *item = &w->items[i];
        if (item->wait && !admit_parked(w, item, is_worded ? guesses[i] : 0))
            continue;
        if (!(is_at_once && expand_at_once(w, i)))
            expand_by_level(w, i);
    }
}

void do_batch_by_cost(SearchWorker *w)
{
    bool is_at_once = w->search->is_at_once;
    engine_renew(w->stepper);
    w->run_count = w->recorded = w->second_item = 0;
    if (is_at_once)
        begin_at_once(w);
    expand_items(w);
    if (stepper_is_stopped(w->stepper))
        return;  // the search is over, and steps are missing: the explorer would seem unsound
    if (is_at_once) {
        if (!settle_at_once(w))
            return;
        if (plan_at_once(w))
            make_at_once(w);
        return;
    }
    for (uint32_t r = 0; r < w->run_count; r++)
        if (!visit_run(w, &w->runs[r]))
            return;
}
