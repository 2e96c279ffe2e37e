// check/exhaust/visit.c: what happens when a step is taken.
//
// The state that the step leads to is looked up. A new one is written directly into the memory of
// the frontier.

#include <assert.h>
#include <string.h>

#include "base/mix.h"
#include "check/crew/outcomes.h"
#include "check/exhaust/loop_impl.h"
#include "check/exhaust/spent.h"
#include "check/liveness/liveness.h"

// ------------------------------------------------------------------------------ the key

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

void cut(SearchWorker *w, const Item *item, Limit limit)
{
    const Search *s = w->search;
    if (s->spent)
        spent_cut(s->spent,
                  key_print(s, item->print, item->explorer_state, item->choices_off_first),
                  spent_on(s, item), limit);
    else
        w->limits |= limit;
}

// ---------------------------------------------------------------------------------- ends

static void add_outcome(SearchWorker *w, const State *state)
{
    Buf text = {0};
    engine_outcome(w->stepper, state, &text);
    outcomes_add(w->search->options.outcomes, buf_text(&text));
    buf_drop(&text);
}

void check_end(SearchWorker *w, const Item *item, const State *state)
{
    Finding f = {
        .is_there = true, .depth = item->depth, .number = item->number, .label = LABEL_END};
    w->ends++;
    if (w->search->options.outcomes)
        add_outcome(w, state);
    if (w->search->options.at_end)
        w->search->options.at_end(w->search->options.end_context, w->stepper, state);
    if (engine_ends_badly(w->stepper, state, &f.bug))
        search_found(w->search, &f);
}

static bool is_anyone_enabled(SearchWorker *w, const State *state, uint32_t machines)
{
    for (uint32_t at = 1; at <= machines; at++)
        if (engine_is_enabled(w->stepper, state, at))
            return true;
    return false;
}

void check_stop(SearchWorker *w, const Item *item, const State *state)
{
    if (!is_anyone_enabled(w, state, engine_machines(w->stepper, state)))
        check_end(w, item, state);
    else if (is_too_deep(w, item))
        cut(w, item, LIMIT_DEPTH);
}

// --------------------------------------------------------------------------------- steps

bool step_explorer_anew(SearchWorker *w, const Run *run, const State *from, const Edge *e,
                        uint64_t key, uint32_t *explorer_state)
{
    Search *s = w->search;
    uint32_t count, from_state = run->from_state;
    const StepEvent *events = engine_events(w->stepper, from, e, &count);
    if (!orders_step(s->orders, w->index, from_state, events, count, explorer_state)) {
        search_stop(s, LIMIT_EXPLORER);
        return false;
    }
    if (key)
        orders_note_step(s->orders, w->index, from_state, key, *explorer_state);
    return true;
}

bool are_right(SearchWorker *w, const Run *run, const State *from, const Edge *e, const Item *child,
               const WordChange *changes, uint32_t count)
{
    enum { ONE_IN = 8 };  // steps are tested: events take long to list
    uint32_t words[256], sender = change_sender(child->change);
    uint32_t target = change_target(child->change), event_count, told, heard;
    State to = {.print = e->print, .count = from->count, .words = words};
    if (from->count > sizeof words / sizeof *words || e->print % ONE_IN != 0)
        return true;
    memcpy(words, from->words, from->count * sizeof *words);
    for (uint32_t i = 0; i < count; i++)
        words[changes[i].word] = changes[i].value;
    engine_check_print(w->stepper, &to);
    OrderChange change =
        orders_change_of(w->stepper, &to, child->change, engine_is_enabled(w->stepper, &to, sender),
                         target && engine_is_enabled(w->stepper, &to, target));
    const StepEvent *events = engine_events(w->stepper, from, e, &event_count);
    return orders_change(w->search->orders, w->index, run->from_state, &change, &told) &&
           orders_step(w->search->orders, w->index, run->from_state, events, event_count, &heard) &&
           told == heard;
}

// Completes the key of the store beyond the fingerprints. If words are needed, they have room
// for KEY_EXTRA more.
static void complete_key(const Search *s, const Item *child, StoreKey *key)
{
    if (s->needs_words) {
        key->words = child->words;
        key->count = child->count;
    }
    if (!s->keys_choices)
        return;
    // A different mix than in key_print: a collision in one must not cause one in the other.
    key->second +=
        mix_counter(~mix_counter(extra_of(s, child->explorer_state, child->choices_off_first)));
    if (!s->needs_words)
        return;
    child->words[key->count++] = child->explorer_state;
    child->words[key->count++] = child->choices_off_first;
}

static void grow_store(Search *s)
{
    atomic_store(&s->wants_growth, true);
    crew_pause(&s->crew);
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
            grow_store(s);
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
        grow_store(s);
        if (crew_calls(&s->crew) & CALL_STOP)
            return false;
    }
    if (answer == STORE_FULL)
        search_stop(s, LIMIT_MEMORY);
    return answer != STORE_FULL;
}

enum { KEY_EXTRA = 2 };  // words that complete_key adds

uint64_t second_of(SearchWorker *w, uint32_t item, const State *from, const Edge *e)
{
    if (w->second_item != item + 1)
        w->second = engine_second_print(w->stepper, from);
    w->second_item = item + 1;
    return engine_step_second(w->stepper, from, w->second, e);
}

// Puts a new state into the frontier. False when the search cannot go on.
static bool keep_state(SearchWorker *w, const Run *run, const Edge *e, Item *child)
{
    Search *s = w->search;
    State from = state_of(&w->items[run->item]), to;

    if (s->needs_words) {
        to = state_of(child);
    } else {
        to.words = state_room(w, child);
        engine_apply(w->stepper, &from, e, &to);
        assert_debug(!s->needs_second || second_of(w, run->item, &from, e) ==
                                             engine_second_print(w->stepper, &to));
        child->words = to.words;
    }
    if (s->orders && !s->has_extra && !step_explorer(w, run, &from, e, &to, child))
        return false;
    state_keep(w, child);
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

void visit_record(SearchWorker *w, uint32_t item, const State *from, const Edge *e, uint32_t to)
{
    Search *s = w->search;
    if (w->recorded != item + 1) {
        uint32_t node = w->items[item].number;
        if (s->nodes) {
            assert(w->second_item == item + 1);
            node = nodes_number(s->nodes, from->print, w->second);
        }
        recorder_begin(s->recorder, w->index, w->stepper, from, node);
    }
    w->recorded = item + 1;
    recorder_step(s->recorder, w->index, w->stepper, from, e, to);
}

// visit_state when steps are recorded, with the numbers of the store.
static bool visit_numbered(SearchWorker *w, const Run *run, const Edge *e)
{
    Search *s = w->search;
    const Item *item = &w->items[run->item];
    State from = state_of(item);
    uint32_t number = PARENT_NONE, label = label_pack(run->machines, e->at, e->label);
    StoreKey key = {.print = e->print, .second = second_of(w, run->item, &from, e)};
    bool is_new = add_state(w, &key, item->number, label, &number);
    if (number == PARENT_NONE)
        return true;  // the search is over
    visit_record(w, run->item, &from, e, number);
    if (!is_new)
        return true;
    Item child = child_of(s, item, e);
    child.number = number;
    return !is_one_too_many(s) && keep_state(w, run, e, &child);
}

// visit_state when the key is more than the fingerprint: the words, or the explorer's state.
static bool visit_with_key(SearchWorker *w, const Run *run, const Edge *e)
{
    Search *s = w->search;
    const Item *item = &w->items[run->item];
    State from = state_of(item), to;
    Item child = child_of(s, item, e);
    bool is_deep = child.depth > s->allowance;

    // pb: the machine that made the step.
    child.explorer_state = run->path;
    if (s->has_extra && s->orders &&
        !step_explorer_anew(w, run, &from, e, 0, &child.explorer_state))
        return false;
    StoreKey key = {.print = key_print(s, e->print, child.explorer_state, child.choices_off_first)};
    if (s->needs_second)
        key.second = second_of(w, run->item, &from, e);
    if (s->nodes)
        visit_record(w, run->item, &from, e, nodes_number(s->nodes, e->print, key.second));
    if (s->needs_words) {
        to.words = is_deep ? item_queue_room(&w->later[0], &w->heap, child.count + KEY_EXTRA)
                           : pile_room(&w->pile, &w->heap, child.count + KEY_EXTRA);
        engine_apply(w->stepper, &from, e, &to);
        child.words = to.words;
    }
    complete_key(s, &child, &key);
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
    if (s->is_numbered)
        return visit_numbered(w, run, e);
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

static Finding finding_of(const SearchWorker *w, const Run *run, const Edge *e)
{
    const Item *item = &w->items[run->item];
    return (Finding){
        .is_there = true,
        .bug = *edge_bug(e),
        .depth = (uint64_t)item->depth + 1,
        .number = item->number,
        .label = label_pack(run->machines, e->at, e->label),
    };
}

static void report_edge(SearchWorker *w, const Run *run, const Edge *e)
{
    Finding f = finding_of(w, run, e);
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

bool visit(SearchWorker *w, const Run *run, const Edge *e)
{
    const Item *item = &w->items[run->item];
    if (is_over_budget(w, item, e))
        return true;
    if (!run->is_counted)
        visit_count(w, e);
    switch (edge_kind(e)) {
    case EDGE_STATE:
        return visit_state(w, run, e);
    case EDGE_BUG:
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

// --------------------------------------------------------------------- steps of later strata

// The search ends with the first stratum that has a bug: a later one need not be kept.
static void keep_later_bug(SearchWorker *w, const Run *run, const Edge *e, uint64_t stratum)
{
    Finding f = finding_of(w, run, e);
    const Finding *old = &w->later_bug;
    bool is_first =
        stratum < w->later_bug_stratum || (stratum == w->later_bug_stratum && f.depth < old->depth);
    if (old->is_there && !is_first)
        return;
    w->later_bug = f;
    w->later_bug_stratum = stratum;
}

void visit_later_bugs(Search *s)
{
    for (uint32_t i = 0; i < s->options.workers; i++) {
        const SearchWorker *w = &s->workers[i];
        assert(!w->later_bug.is_there || w->later_bug_stratum >= s->stratum);
        if (w->later_bug.is_there && w->later_bug_stratum == s->stratum)
            search_keep(s, &w->later_bug);
    }
}

// Where an item is parked that is due in so many strata, an index of `later`; the rest is its
// wait.
static uint32_t line_in(uint32_t strata, Item *item)
{
    uint32_t ahead = strata < LATER ? strata : LATER, rest = strata - ahead;
    assert_debug(strata > 0);
    item->wait = (uint8_t)(1 + (rest < UINT8_MAX - 1 ? rest : UINT8_MAX - 1));
    return ahead - 1;
}

// For liveness: records the step, and gives the state that it leads to a number. True when the
// state is not added yet.
static bool expect_state(SearchWorker *w, const Run *run, const Edge *e)
{
    Search *s = w->search;
    State from = state_of(&w->items[run->item]);
    StoreKey key = {.print = e->print, .second = second_of(w, run->item, &from, e)};
    StoreAnswer answer;
    uint32_t number;
    bool is_waiting;
    while ((answer = store_expect(s->store, w->index, &key, &number, &is_waiting)) == STORE_GROW) {
        grow_store(s);
        if (crew_calls(&s->crew) & CALL_STOP)
            return false;
    }
    if (answer == STORE_FULL) {
        search_stop(s, LIMIT_MEMORY);
        return false;
    }
    visit_record(w, run->item, &from, e, number);
    return is_waiting;
}

static bool park_state(SearchWorker *w, const Run *run, const Edge *e, uint32_t cost)
{
    Search *s = w->search;
    if (s->is_numbered && !expect_state(w, run, e))
        return true;
    const Item *item = &w->items[run->item];
    State from = state_of(item), to;
    Item child = child_of(s, item, e);
    child.number = item->number;
    child.level = label_pack(run->machines, e->at, e->label);
    uint32_t line = line_in(cost, &child), words[PARKED_WORDS];
    bool is_packed = child.count <= PARKED_WORDS;
    child.words = to.words =
        is_packed ? words : item_queue_room(&w->later[line], &w->heap, child.count);
    engine_apply(w->stepper, &from, e, &to);
    if (!step_explorer(w, run, &from, e, &to, &child))
        return false;
    if (is_packed)
        parked_add(&w->parked[line], &w->heap, &child, NULL, 0);
    else
        item_queue_keep(&w->later[line], &child);
    return true;
}

bool visit_later(SearchWorker *w, const Run *run, const Edge *e, uint32_t cost)
{
    assert_debug(w->search->is_at_once && cost > 0);
    if (!run->is_counted)
        visit_count(w, e);
    switch (edge_kind(e)) {
    case EDGE_STATE:
        return park_state(w, run, e, cost);
    case EDGE_BUG:
        keep_later_bug(w, run, e, w->search->stratum + cost);
        return true;
    case EDGE_QUEUE:
    case EDGE_ASSUME:
        return visit(w, run, e);
    }
    return true;
}

// False when the state was added meanwhile; for sure only if states have numbers.
static bool is_parked_still(SearchWorker *w, const Item *item, StoreKey *key)
{
    Search *s = w->search;
    State state = state_of(item);
    uint32_t number;
    bool is_waiting;
    if (!s->is_numbered)
        return !store_has(s->store, item->print);
    key->second = engine_second_print(w->stepper, &state);
    bool is_there = store_find(s->store, key, &number, &is_waiting);
    assert(is_there);
    return is_there && is_waiting;
}

bool visit_parked(SearchWorker *w, Item *item)
{
    StoreKey key = {.print = item->print};
    complete_key(w->search, item, &key);
    if (!is_parked_still(w, item, &key))
        return false;
    if (item->wait > 1) {
        uint32_t line = line_in(item->wait - 1u, item);
        item_queue_add(&w->later[line], &w->heap, item);
        return false;
    }
    uint32_t number;
    return add_state(w, &key, item->number, item->level, &number) && admit(w, item, number);
}

// ------------------------------------------------------------------------ the first state

bool loop_add_first(SearchWorker *w, Item *item)
{
    Search *s = w->search;
    StoreKey key = {.print = key_print(s, item->print, item->explorer_state, 0)};
    StoreAnswer answer;

    State first = state_of(item);
    if (s->needs_second)
        key.second = engine_second_print(w->stepper, &first);
    if (s->nodes)
        nodes_number(s->nodes, first.print, key.second);
    complete_key(s, item, &key);
    if (s->spent)
        spent_note(s->spent, key.print, spent_on(s, item));
    while ((answer = store_add(s->store, 0, &key, PARENT_NONE, 0, &item->number)) == STORE_GROW)
        store_grow(s->store, NULL);
    assert(!s->is_numbered || item->number == 0);
    w->states++;
    atomic_fetch_add(&s->states, 1);
    return answer == STORE_ADDED || answer == STORE_UNKNOWN;
}
