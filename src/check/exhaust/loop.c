// check/exhaust/loop.c: one loop for all searches that remember states.
//
// An item is a state whose steps have to be made: all of them, or those whose cost is the
// item's level. The frontier is divided into strata, with a barrier between them. The searches
// differ in this:
//
//              a step costs               a stratum is              what is stored
//     ses      its place in the order     a number of delays        the state
//     pb       1 if it preempts           a number of preemptions   state and last machine
//     dfs      nothing                    everything                the state
//     bfs      nothing                    a depth                   the state
//     depth    nothing                    a range of depths         the state
//
// A state with steps that cost more than its level is parked for the next stratum, with the
// next level. So each step of each state is made exactly once, on the path that reached the
// state first; when no state is parked any more, all steps were made (A. Desai, S. Qadeer,
// S. Seshia: Systematic Testing of Asynchronous Reactive Systems, FSE 2015, with one
// transition per item instead of a recursion).
//
// Each stratum has an allowance, a maximal depth: deeper states wait for the next stratum. For
// bfs the allowance grows by one step with each stratum. For depth it grows by a range of
// steps. This is not textbook iterative deepening, which visits a state again when it is
// reached on a shorter path. Here a deep state is parked, not discarded, and continues in the
// next round; so no state is lost, and only the round in which a state is found depends on the
// order. For ses the allowance is large: it makes a stratum finite in programs that run for
// ever, and a finite program seldom reaches it. In strict mode, and for pb, there is no
// allowance, because there each stratum must be exactly the states with that cost.
//
// When the length of a path is limited (--depth), or the number of changed choices, a path that
// reaches a known state with less spent than the first may get further: then the steps of the
// state are made again (check/exhaust/spent.h). Strata ascend, so this holds for each number
// of delays.
//
// Hot path: a batch of items is expanded, the store's slot of every following state is
// prefetched, and then all states are looked up. A new state is written directly into the
// memory of the frontier.

#include "check/exhaust/exhaust.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/mix.h"
#include "check/exhaust/spent.h"
#include "check/liveness/liveness.h"
#include "check/store/store_look.h"

enum {
    PUBLISH_TURNS = 16,  // batches between two updates of a worker's counters
    ORDER_MAX = 127,     // machines in an order that is stored with its state
};

// ----------------------------------------------------------------------------- taking

static void make_word_room(SearchWorker *w, uint64_t needed)
{
    w->word_capacity = needed * 2;
    w->words = memory_resized(w->words, w->word_capacity, sizeof *w->words);
    uint32_t *words = w->words;
    for (uint32_t i = 0; i < w->item_count; i++) {
        w->items[i].words = words;
        words += w->items[i].count + w->items[i].extra;
    }
}

// False when this worker has nothing left.
static bool take_batch(SearchWorker *w, uint32_t calls)
{
    uint64_t used = 0, most = w->search->batch;

    while (w->pile.items == 0)
        if (!item_queue_to_pile(&w->current, &w->pile, &w->heap))
            return false;
    // Another worker waits for work: leave some items that can be given to it.
    if (calls & CALL_HUNGRY && w->pile.items / 2 < most)
        most = w->pile.items / 2 ? w->pile.items / 2 : 1;
    w->item_count = 0;
    while (w->item_count < most && w->pile.items > 0) {
        uint32_t count = pile_peek(&w->pile, &w->heap);
        if (used + count > w->word_capacity)
            make_word_room(w, used + count);
        pile_take(&w->pile, &w->items[w->item_count++], w->words + used);
        used += count;
    }
    return true;
}

// --------------------------------------------------------------------------- expanding

static State state_of(const Item *item)
{
    return (State){.print = item->print, .count = item->count, .words = item->words};
}

static void add_run(SearchWorker *w, const Run *run)
{
    if (w->run_count == w->run_capacity) {
        w->run_capacity = w->run_capacity ? w->run_capacity * 2 : 256;
        w->runs = memory_resized(w->runs, w->run_capacity, sizeof *w->runs);
    }
    w->runs[w->run_count++] = *run;
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

// In some searches the key of the store also contains the explorer's state (pb: the last
// machine) and the number of changed choices. This is their hash.
static inline uint64_t extra_of(const Search *s, uint32_t explorer_state,
                                uint32_t choices_off_first)
{
    uint64_t extra = !s->has_extra ? 0
                     : s->orders   ? orders_hash(s->orders, explorer_state)
                                   : explorer_state;
    return extra + 0x9e3779b97f4a7c15u * (choices_off_first + 1);
}

// The fingerprint that is looked up.
static inline uint64_t key_print(const Search *s, uint64_t print, uint32_t explorer_state,
                                 uint32_t choices_off_first)
{
    if (!s->keys_choices)
        return print;
    return print + mix_counter(extra_of(s, explorer_state, choices_off_first));
}

// How much of the search's limit (depth, or changed choices) the path to the item has spent.
static uint32_t spent_on(const Search *s, const Item *item)
{
    return s->options.depth_max ? item->depth : item->choices_off_first;
}

// Notes that steps of the item were not made because of a limit.
static void cut(SearchWorker *w, const Item *item, Limit limit)
{
    const Search *s = w->search;
    if (s->spent)
        spent_cut(s->spent,
                  key_print(s, item->print, item->explorer_state, item->choices_off_first),
                  spent_on(s, item), limit);
    else
        w->limits |= limit;
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

static const Edge *edges_end(const SearchWorker *w)
{
    return engine_edges(w->stepper) + engine_edge_count(w->stepper);
}

static void check_end(SearchWorker *w, const Item *item, const State *state)
{
    Finding f = {
        .is_there = true, .depth = item->depth, .number = item->number, .label = LABEL_END};
    w->ends++;
    if (engine_ends_badly(w->stepper, state, &f.bug))
        search_found(w->search, &f);
}

// Whether the depth limit forbids the steps of the item.
static bool is_too_deep(SearchWorker *w, const Item *item)
{
    uint64_t most = w->search->options.depth_max;
    return most && item->depth >= most;
}

static bool is_anyone_enabled(SearchWorker *w, const State *state, uint32_t machines)
{
    for (uint32_t at = 1; at <= machines; at++)
        if (engine_is_enabled(w->stepper, state, at))
            return true;
    return false;
}

// No step of the state was made: it ends here, or is too deep.
static void check_stop(SearchWorker *w, const Item *item, const State *state)
{
    if (!is_anyone_enabled(w, state, engine_machines(w->stepper, state)))
        check_end(w, item, state);
    else if (is_too_deep(w, item))
        cut(w, item, LIMIT_DEPTH);
}

// All steps of the state.
static void expand_plain(SearchWorker *w, const Item *item)
{
    const Store *store = w->search->store;
    State state = state_of(item);
    uint32_t count = is_too_deep(w, item) ? 0 : engine_expand_all(w->stepper, &state);
    if (count == 0) {
        check_stop(w, item, &state);
        return;
    }
    for (const Edge *end = edges_end(w), *e = end - count; e < end; e++)
        if (edge_kind(e) == EDGE_STATE)
            store_prefetch(store, e->print);
}

// ------------------------------------------------------------------- expanding by cost

static void make_machine_room(SearchWorker *w, uint32_t machines)
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

// ----------------------------------------------------------------------------- visiting

// ses: the explorer's state after the step. pb: the machine that made the step.
static bool next_explorer_state(SearchWorker *w, const Run *run, const State *from, const Edge *e,
                                uint32_t *explorer_state)
{
    Search *s = w->search;
    uint32_t count;

    *explorer_state = run->path;
    if (!s->orders)
        return true;
    const StepEvent *events = engine_events(w->stepper, from, e, &count);
    if (orders_step(s->orders, w->index, run->from_state, events, count, explorer_state))
        return true;
    search_stop(s, LIMIT_EXPLORER);
    return false;
}

// Completes the key of the store beyond the fingerprint. The words have room for KEY_EXTRA
// more.
static void complete_key(SearchWorker *w, const Item *child, StoreKey *key)
{
    Search *s = w->search;
    State state = state_of(child);

    key->words = child->words;
    key->count = child->count;
    if (s->options.store == STORE_WIDE)
        key->second = engine_second_print(w->stepper, &state);
    if (!s->keys_choices)
        return;
    // A different mix than in key_print: a collision in one must not cause one in the other.
    key->second +=
        mix_counter(~mix_counter(extra_of(s, child->explorer_state, child->choices_off_first)));
    child->words[key->count++] = child->explorer_state;
    child->words[key->count++] = child->choices_off_first;
}

// True when the state is new; `*number` is its number then. False also when the search is over.
static bool add_state(SearchWorker *w, const StoreKey *key, uint32_t parent, uint32_t label,
                      uint32_t *number)
{
    Search *s = w->search;
    for (;;) {
        switch (store_add(s->store, w->index, key, parent, label, number)) {
        case STORE_SEEN:
            return false;
        case STORE_ADDED:
            w->states++;
            return true;
        case STORE_UNKNOWN:
            return true;
        case STORE_GROW:
            crew_pause(&s->crew);
            if (crew_calls(&s->crew) & CALL_STOP)
                return false;
            break;
        case STORE_FULL:
            search_stop(s, LIMIT_MEMORY);
            return false;
        }
    }
}

// A new number for a known state that was reached with less spent; false when the search is
// over.
static bool add_again(SearchWorker *w, uint32_t parent, uint32_t label, uint32_t *number)
{
    Search *s = w->search;
    StoreAnswer answer;
    while ((answer = store_again(s->store, w->index, parent, label, number)) == STORE_GROW) {
        crew_pause(&s->crew);
        if (crew_calls(&s->crew) & CALL_STOP)
            return false;
    }
    if (answer == STORE_FULL)
        search_stop(s, LIMIT_MEMORY);
    return answer != STORE_FULL;
}

static bool is_one_too_many(Search *s)
{
    uint64_t most = s->options.states_max;
    if (most == 0 || atomic_fetch_add(&s->states, 1) < most)
        return false;
    search_stop(s, LIMIT_STATES);
    return true;
}

enum { KEY_EXTRA = 2 };  // words that complete_key adds

// Puts a new state into the frontier. False when the search cannot go on.
static bool keep_state(SearchWorker *w, const Run *run, const Edge *e, Item *child)
{
    Search *s = w->search;
    State from = state_of(&w->items[run->item]), to;
    bool is_deep = child->depth > s->allowance;

    if (s->orders && !s->has_extra &&
        !next_explorer_state(w, run, &from, e, &child->explorer_state))
        return false;
    if (!s->needs_words) {
        to.words = is_deep ? item_queue_room(&w->next, &w->heap, child->count)
                           : pile_room(&w->pile, &w->heap, child->count);
        engine_apply(w->stepper, &from, e, &to);
        child->words = to.words;
    }
    if (is_deep)
        item_queue_keep(&w->next, child);
    else
        pile_add(&w->pile, child);
    if (child->depth > w->depth)
        w->depth = child->depth;
    return true;
}

static Item child_of(const Search *s, const Item *item, const Edge *e)
{
    return (Item){
        .print = e->print,
        .depth = item->depth + 1,
        .choices_off_first =
            s->has_budget ? (uint16_t)(item->choices_off_first + edge_choices_off_first(e)) : 0,
        .count = e->full ? e->full->count : item->count,
    };
}

// Records the step for liveness. The words of `child` must be set.
static void record(SearchWorker *w, uint32_t item, const State *from, const Edge *e,
                   const Item *child, const StoreKey *key)
{
    Search *s = w->search;
    State to = {.print = e->print, .count = child->count, .words = child->words};
    bool has_second = s->options.store == STORE_WIDE && !s->keys_choices;
    if (w->recorded != item + 1)
        recorder_begin(s->recorder, w->index, w->stepper, from);
    w->recorded = item + 1;
    recorder_step(s->recorder, w->index, w->stepper, from, e,
                  has_second ? key->second : engine_second_print(w->stepper, &to));
}

// visit_state when the key is more than the fingerprint: the words, or the explorer's state.
static bool visit_with_key(SearchWorker *w, const Run *run, const Edge *e)
{
    Search *s = w->search;
    const Item *item = &w->items[run->item];
    State from = state_of(item), to;
    Item child = child_of(s, item, e);
    bool is_deep = child.depth > s->allowance;

    if (s->has_extra && !next_explorer_state(w, run, &from, e, &child.explorer_state))
        return false;
    StoreKey key = {.print = key_print(s, e->print, child.explorer_state, child.choices_off_first)};
    if (s->needs_words) {
        to.words = is_deep ? item_queue_room(&w->next, &w->heap, child.count + KEY_EXTRA)
                           : pile_room(&w->pile, &w->heap, child.count + KEY_EXTRA);
        engine_apply(w->stepper, &from, e, &to);
        child.words = to.words;
        complete_key(w, &child, &key);
    }
    if (s->recorder)
        record(w, run->item, &from, e, &child, &key);
    uint32_t label = label_pack(run->machines, e->at, e->label);
    SpentAnswer spent =
        s->spent ? spent_note(s->spent, key.print, spent_on(s, &child)) : SPENT_FIRST;
    if (spent == SPENT_NOT_LESS)
        return true;
    if (spent == SPENT_LESS)
        return !add_again(w, item->number, label, &child.number) || keep_state(w, run, e, &child);
    return !add_state(w, &key, item->number, label, &child.number) ||
           (!is_one_too_many(s) && keep_state(w, run, e, &child));
}

// Looks up the state that the step leads to, and puts it into the frontier when it is new.
// False when the search cannot go on.
static bool visit_state(SearchWorker *w, const Run *run, const Edge *e)
{
    Search *s = w->search;
    if (!s->is_simple)
        return visit_with_key(w, run, e);
    const Item *item = &w->items[run->item];
    uint32_t number, label = label_pack(run->machines, e->at, e->label);
    if (!add_state(w, &(StoreKey){.print = e->print}, item->number, label, &number))
        return true;  // most states were seen before
    Item child = child_of(s, item, e);
    child.number = number;
    return !is_one_too_many(s) && keep_state(w, run, e, &child);
}

static void report_edge(SearchWorker *w, const Run *run, const Edge *e)
{
    const Item *item = &w->items[run->item];
    Finding f = {
        .is_there = true,
        .bug = *edge_bug(e),
        .depth = (uint64_t)item->depth + 1,
        .number = item->number,
        .label = label_pack(run->machines, e->at, e->label),
    };
    search_found(w->search, &f);
}

static bool is_over_budget(SearchWorker *w, const Item *item, const Edge *e)
{
    const SearchOptions *o = &w->search->options;
    if (!w->search->has_budget ||
        item->choices_off_first + edge_choices_off_first(e) <= o->choice_budget)
        return false;
    cut(w, item, LIMIT_CHOICES);
    return true;
}

static bool visit(SearchWorker *w, const Run *run, const Edge *e)
{
    const Item *item = &w->items[run->item];
    if (is_over_budget(w, item, e))
        return true;
    switch (edge_kind(e)) {
    case EDGE_STATE:
        w->transitions++;
        engine_count(w->stepper, e);
        return visit_state(w, run, e);
    case EDGE_BUG:
        w->transitions++;
        engine_count(w->stepper, e);
        report_edge(w, run, e);
        return true;
    case EDGE_QUEUE:
        w->limits |= LIMIT_QUEUE;
        return true;
    case EDGE_ASSUME:
        w->assumed++;
        return true;
    }
    return true;
}

// ------------------------------------------------------------------------------ the loop

// Most steps lead to known states, and most of these are in the first slot that the store
// probes. So this is tried before anything else.
static inline bool is_seen(SearchWorker *w, const Edge *e)
{
    if (edge_kind(e) != EDGE_STATE || !store_has(w->search->store, e->print))
        return false;
    w->transitions++;
    engine_count(w->stepper, e);
    return true;
}

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

static void do_batch(SearchWorker *w)
{
    engine_renew(w->stepper);
    w->run_count = w->recorded = 0;
    for (uint32_t i = 0; i < w->item_count; i++)
        expand_by_cost(w, i);
    for (uint32_t r = 0; r < w->run_count; r++)
        if (!visit_run(w, &w->runs[r]))
            return;
}

// The same where every step of a state is made at once.
static void do_plain_batch(SearchWorker *w)
{
    uint32_t end[BATCH], e = 0;
    bool is_simple = w->search->is_simple;

    engine_renew(w->stepper);
    w->recorded = 0;
    for (uint32_t i = 0; i < w->item_count; i++) {
        expand_plain(w, &w->items[i]);
        end[i] = engine_edge_count(w->stepper);
    }
    const Edge *edges = engine_edges(w->stepper);
    for (uint32_t i = 0; i < w->item_count; i++) {
        State state = state_of(&w->items[i]);
        Run run = {.item = i, .machines = engine_machines(w->stepper, &state)};
        for (; e < end[i]; e++)
            if (!(is_simple && is_seen(w, &edges[e])) && !visit(w, &run, &edges[e]))
                return;
    }
}

static void publish(SearchWorker *w)
{
    Tally *t = &w->tally;
    atomic_store_explicit(&t->states, w->states, memory_order_relaxed);
    atomic_store_explicit(&t->transitions, w->transitions, memory_order_relaxed);
    atomic_store_explicit(&t->depth, w->depth, memory_order_relaxed);
    atomic_store_explicit(&t->frontier, w->pile.items + w->current.items + w->next.items,
                          memory_order_relaxed);
    if (w->heap.made != w->chunks_seen) {
        w->chunks_seen = w->heap.made;
        w->search->check_memory(w->search);
    }
}

static void answer_calls(SearchWorker *w, uint32_t calls)
{
    Crew *crew = &w->search->crew;
    if (calls & CALL_PAUSE)
        crew_pause(crew);
    if (calls & CALL_HUNGRY) {
        Chunk *chain = frontier_split(&w->pile, &w->current, &w->heap);
        if (chain)
            crew_give(crew, chain);
    }
}

// The search is over, perhaps in the middle of this batch. If another search continues from
// the frontier, it must find all items that were not finished; finished ones do no harm.
static void put_back(SearchWorker *w)
{
    for (uint32_t i = 0; i < w->item_count; i++) {
        Item item = w->items[i];
        uint32_t count = item.count + item.extra;
        uint32_t *words = pile_room(&w->pile, &w->heap, count);
        memcpy(words, item.words, count * sizeof *words);
        pile_add(&w->pile, &item);
    }
}

void *loop_main(void *data)
{
    SearchWorker *w = data;
    Crew *crew = &w->search->crew;

    make_machine_room(w, ORDER_MAX + 1);
    for (uint32_t turn = 0;; turn++) {
        uint32_t calls = crew_calls(crew);
        if (calls & CALL_STOP)
            return NULL;
        if (calls)
            answer_calls(w, calls);
        if (take_batch(w, calls)) {
            if (w->search->is_plain)
                do_plain_batch(w);
            else
                do_batch(w);
            if (turn % PUBLISH_TURNS == 0)
                publish(w);
            if (crew_calls(crew) & CALL_STOP)
                put_back(w);
        } else {
            publish(w);
            if (!crew_wait(crew, &w->current))
                return NULL;
        }
    }
}

// ---------------------------------------------------------------------------- the strata

static uint64_t allowance_of(const Search *s)
{
    const SearchPolicy *p = s->policy;
    // In strict mode each stratum is exactly the states with that cost.
    if (p->depth_step == 0 || (s->options.is_strict && s->orders))
        return UINT64_MAX;
    return p->depth_first + p->depth_step * s->stratum;
}

static uint64_t parked_count(const Search *s)
{
    uint64_t count = 0;
    for (uint32_t i = 0; i < s->options.workers; i++)
        count += s->workers[i].next.items;
    return count;
}

bool loop_next_stratum(void *data)
{
    Search *s = data;
    if (atomic_load(&s->has_found))
        return false;
    if (s->recorder && recorder_is_due(s->recorder) && cycles_check(s))
        return false;
    s->strata++;
    s->is_exhausted = parked_count(s) == 0;
    if (s->is_exhausted)
        return false;
    if (s->stratum >= s->options.delays_max) {
        // In the last stratum park() refuses: so the parked states were too deep.
        search_limit(s, LIMIT_DELAYS | LIMIT_DEPTH);
        return false;
    }
    s->stratum++;
    atomic_store_explicit(&s->shown_stratum, s->stratum, memory_order_relaxed);
    s->allowance = allowance_of(s);
    for (uint32_t i = 0; i < s->options.workers; i++) {
        SearchWorker *w = &s->workers[i];
        assert(w->pile.items == 0 && !w->current.first);
        w->current = w->next;
        w->next = (ItemQueue){0};
    }
    return true;
}

void loop_begin(Search *s)
{
    s->allowance = allowance_of(s);
}

bool loop_add_first(SearchWorker *w, Item *item)
{
    Search *s = w->search;
    StoreKey key = {.print = key_print(s, item->print, item->explorer_state, 0)};
    StoreAnswer answer;

    if (s->needs_words)
        complete_key(w, item, &key);
    if (s->recorder)
        recorder_first(s->recorder, w->stepper,
                       &(State){.print = item->print, .count = item->count, .words = item->words});
    if (s->spent)
        spent_note(s->spent, key.print, spent_on(s, item));
    while ((answer = store_add(s->store, 0, &key, PARENT_NONE, 0, &item->number)) == STORE_GROW)
        store_grow(s->store);
    w->states++;
    atomic_fetch_add(&s->states, 1);
    return answer == STORE_ADDED || answer == STORE_UNKNOWN;
}
