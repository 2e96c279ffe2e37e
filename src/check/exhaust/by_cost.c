// check/exhaust/by_cost.c: the steps of a state, by their cost.
//
// For ses and pb: of each item only those steps are made whose cost is the item's level. When
// others cost more, the item is parked for the next stratum, with the next level.

#include <assert.h>
#include <string.h>

#include "base/memory.h"
#include "check/exhaust/loop_impl.h"

// --------------------------------------------------------------------------- one machine

static void add_run(SearchWorker *w, const Run *run)
{
    if (w->run_count == w->run_capacity) {
        w->run_capacity = w->run_capacity ? w->run_capacity * 2 : 256;
        w->runs = memory_resized(w->runs, w->run_capacity, sizeof *w->runs);
    }
    w->runs[w->run_count++] = *run;
}

// Expands one machine. True when it has edges that cost more than run.wanted.
static bool expand(SearchWorker *w, const State *state, uint32_t at, Run run)
{
    Search *s = w->search;
    bool has_more = false;

    run.first = engine_edge_count(w->stepper);
    run.count = engine_expand(w->stepper, state, at);
    if (run.count == 0)
        return false;
    add_run(w, &run);
    const Edge *edges = engine_edges(w->stepper) + run.first;
    for (uint32_t i = 0; i < run.count; i++) {
        const Edge *e = &edges[i];
        if (!is_wanted(s, &run, e))
            has_more |= choice_cost(s, e) > run.wanted;
        else if (edge_kind(e) == EDGE_STATE && !s->has_extra)
            store_prefetch(s->store, e->print);
    }
    return has_more;
}

// ---------------------------------------------------------------------------- candidates

void make_machine_room(SearchWorker *w, uint32_t machines)
{
    if (machines <= w->machine_capacity)
        return;
    w->machine_capacity = machines * 2;
    w->candidates = memory_resized(w->candidates, w->machine_capacity, sizeof *w->candidates);
    w->enabled = memory_resized(w->enabled, w->machine_capacity, sizeof *w->enabled);
}

// Fills w->enabled with the paths of the machines that can run, ascending.
static uint32_t list_enabled(SearchWorker *w, const State *state)
{
    uint32_t machines = engine_machines(w->stepper, state), count = 0;
    make_machine_room(w, machines);
    for (uint32_t at = 1; at <= machines; at++) {
        if (!engine_is_enabled(w->stepper, state, at))
            continue;
        uint32_t path = engine_path(w->stepper, state, at), i = count++;
        for (; i > 0 && w->enabled[i - 1] > path; i--)
            w->enabled[i] = w->enabled[i - 1];
        w->enabled[i] = path;
    }
    return count;
}

// The candidates in the explorer's order, with their costs. False when the explorer failed.
static bool ses_candidates(SearchWorker *w, const Item *item, const State *state, uint32_t count)
{
    Search *s = w->search;
    Order order;

    w->candidate_count = 0;
    if (!orders_order(s->orders, w->index, item->explorer_state, item->print, w->enabled, count,
                      &order))
        return false;
    if (order.is_sealed && order.count > 1) {
        w->sealed += item->level == 0;
        order.count = 1;
    }
    w->candidate_count = order.count;
    for (uint32_t i = 0; i < order.count; i++)
        w->candidates[i] = (Candidate){
            .at = engine_at(w->stepper, state, order.items[i].path),
            .from_state = order.items[i].from_state,
            .cost = s->options.delay_cost == DELAY_UNIT ? i > 0 : i,
        };
    return true;
}

static void pb_candidates(SearchWorker *w, const Item *item, const State *state, uint32_t count)
{
    bool preempts = false;
    for (uint32_t i = 0; i < count; i++)
        preempts |= w->enabled[i] == item->explorer_state;
    for (uint32_t i = 0; i < count; i++)
        w->candidates[i] = (Candidate){
            .at = engine_at(w->stepper, state, w->enabled[i]),
            .path = w->enabled[i],
            .cost = preempts && w->enabled[i] != item->explorer_state,
        };
    w->candidate_count = count;
}

// ses: the order of a parked state is stored behind its words. Most states are parked many
// times; so the explorer computes their order only once.
typedef struct KeptPlace {
    uint8_t at;      // 0: end of the order
    int8_t from_state;  // relative to the item's explorer_state
} KeptPlace;

static const KeptPlace *order_of(const Item *item, uint32_t *room)
{
    *room = item->extra * (uint32_t)(sizeof *item->words / sizeof(KeptPlace));
    return (const KeptPlace *)(item->words + item->count);
}

static void read_order(SearchWorker *w, const Item *item)
{
    bool is_unit = w->search->options.delay_cost == DELAY_UNIT;
    uint32_t room, i = 0;
    const KeptPlace *places = order_of(item, &room);

    for (; i < room && places[i].at; i++)
        w->candidates[i] = (Candidate){
            .at = places[i].at,
            .from_state = item->explorer_state + (uint32_t)places[i].from_state,
            .cost = is_unit ? i > 0 : i,
        };
    w->candidate_count = i;
}

static bool fits(const Candidate *c, uint32_t explorer_state)
{
    int64_t from_state = (int64_t)c->from_state - explorer_state;
    return c->at <= UINT8_MAX && from_state >= INT8_MIN && from_state <= INT8_MAX;
}

// Stores the order behind the words of the state, in the memory of the line. When the order
// does not fit into a KeptPlace each, the item is parked without it.
static void park_with_order(SearchWorker *w, Item *item)
{
    uint32_t count = w->candidate_count, in_word = sizeof *item->words / sizeof(KeptPlace);
    bool is_short = w->search->orders && count <= ORDER_MAX;
    for (uint32_t i = 0; is_short && i < count; i++)
        is_short = fits(&w->candidates[i], item->explorer_state);
    if (!is_short) {
        item_queue_add(&w->next, &w->heap, item);
        return;
    }
    item->extra = (uint16_t)((count + in_word - 1) / in_word);
    uint32_t *words = item_queue_room(&w->next, &w->heap, item->count + item->extra);
    memcpy(words, item->words, item->count * sizeof *words);
    words[item->count + item->extra - 1] = 0;
    KeptPlace *places = (KeptPlace *)(words + item->count);
    for (uint32_t i = 0; i < count; i++)
        places[i] = (KeptPlace){
            .at = (uint8_t)w->candidates[i].at,
            .from_state = (int8_t)(w->candidates[i].from_state - item->explorer_state),
        };
    item_queue_keep(&w->next, item);
}

// Parks the item for the next stratum, unless this is the last one.
static void park(SearchWorker *w, const Item *item, bool has_choices)
{
    Search *s = w->search;
    if (s->stratum >= s->options.delays_max) {
        w->limits |= LIMIT_DELAYS;
        return;
    }
    Item parked = *item;
    parked.level = ((item_level(item)) + 1) << LEVEL_SHIFT;
    parked.level |= has_choices ? HAS_CHOICES : 0;
    if (item->extra)
        item_queue_add(&w->next, &w->heap, &parked);
    else
        park_with_order(w, &parked);
}

// A step that no other machine or monitor sees is made first, whatever the order is: it does
// not count as a preemption, and the explorer is only told what happened.
static bool find_eager(SearchWorker *w, const Item *item, const State *state)
{
    uint32_t at = engine_eager(w->stepper, state);
    if (at == 0)
        return false;
    w->candidates[0] = (Candidate){
        .at = at, .path = item->explorer_state, .from_state = item->explorer_state};
    w->candidate_count = 1;
    return true;
}

// The machines that may run, in order. False when there are none, or when the explorer failed.
static bool find_candidates(SearchWorker *w, const Item *item, const State *state)
{
    Search *s = w->search;
    if (item->extra) {
        read_order(w, item);
        return true;
    }
    if (!is_too_deep(w, item) && find_eager(w, item, state))
        return true;
    uint32_t count = list_enabled(w, state);
    if (count == 0) {
        check_end(w, item, state);
        return false;
    }
    if (is_too_deep(w, item)) {
        cut(w, item, LIMIT_DEPTH);
        return false;
    }
    if (!s->orders)
        pb_candidates(w, item, state, count);
    else if (!ses_candidates(w, item, state, count))
        search_stop(s, LIMIT_EXPLORER);
    return w->candidate_count > 0;
}

// The usual case of a parked state: all machines before place `level` of its order are
// finished, so exactly one machine is expanded. False: not the usual case.
static bool expand_next(SearchWorker *w, uint32_t index)
{
    const Item *item = &w->items[index];
    State state = state_of(item);
    uint32_t level = item_level(item), room;
    const KeptPlace *places = order_of(item, &room);

    if (!item->extra || item->level & HAS_CHOICES || w->search->options.delay_cost == DELAY_UNIT)
        return false;
    Run run = {
        .item = index,
        .machines = engine_machines(w->stepper, &state),
        .from_state = item->explorer_state + (uint32_t)places[level].from_state,
    };
    bool has_choices = expand(w, &state, places[level].at, run);
    if (has_choices || (level + 1 < room && places[level + 1].at))
        park(w, item, has_choices);
    return true;
}

static void expand_by_cost(SearchWorker *w, uint32_t index)
{
    const Item *item = &w->items[index];
    State state = state_of(item);
    uint32_t level = item_level(item), first = 0;
    bool has_costlier = false, has_choices = false;

    if (expand_next(w, index) || !find_candidates(w, item, &state))
        return;
    // Costs ascend: candidates before `level` have no steps left, unless choices are left.
    if (!(item->level & HAS_CHOICES) && w->search->orders)
        first = level < w->candidate_count ? level : w->candidate_count;
    for (uint32_t i = first; i < w->candidate_count; i++) {
        const Candidate *c = &w->candidates[i];
        if (c->cost > level) {
            has_costlier = true;
            continue;
        }
        if (c->cost < level && !(item->level & HAS_CHOICES))
            continue;
        Run run = {
            .item = index,
            .machines = engine_machines(w->stepper, &state),
            .wanted = level - c->cost,
            .from_state = c->from_state,
            .path = c->path,
        };
        has_choices |= expand(w, &state, c->at, run);
    }
    if (has_costlier || has_choices)
        park(w, item, has_choices);
}

// ------------------------------------------------------------------------------ the batch

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

void do_batch_by_cost(SearchWorker *w)
{
    engine_renew(w->stepper);
    w->run_count = w->recorded = 0;
    for (uint32_t i = 0; i < w->item_count; i++)
        expand_by_cost(w, i);
    for (uint32_t r = 0; r < w->run_count; r++)
        if (!visit_run(w, &w->runs[r]))
            return;
}
