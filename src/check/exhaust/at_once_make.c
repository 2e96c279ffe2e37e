// check/exhaust/at_once_make.c: makes the steps that at_once.c has planned.
//
// Most of them lead to states, in searches that store only fingerprints, and change a few words.
// Such a step is made here (step_to, park_step); visit.c makes the others.

#include <assert.h>
#include <string.h>

#include "check/exhaust/at_once_impl.h"

// ------------------------------------------------------------------------ the usual steps

static inline Item child_of_step(const Item *item, const Edge *e)
{
    assert_debug(edge_kind(e) == EDGE_STATE);
    State from = state_of(item);
    return (Item){.print = e->print, .depth = item->depth + 1, .count = edge_count(&from, e)};
}

static inline void change_words(uint32_t *words, const State *from, const WordChange *changes,
                                uint32_t count)
{
    memcpy(words, from->words, from->count * sizeof *words);
    for (uint32_t i = 0; i < count; i++)
        words[changes[i].word] = changes[i].value;
}

// The state of a step that changes more than a few words, or of which the explorer hears now.
static bool make_child(SearchWorker *w, const Run *run, const Edge *e, Item *child)
{
    State from = state_of(&w->items[run->item]), to = {.words = child->words};
    engine_apply(w->stepper, &from, e, &to);
    return step_explorer_now(w, run, &from, e, &to, &child->explorer_state);
}

// A step that costs nothing: adds the state to the store and to the frontier when it is new. False
// when the search cannot go on.
static inline bool step_to(SearchWorker *w, const Run *run, const Edge *e)
{
    Search *s = w->search;
    const Item *item = &w->items[run->item];
    assert_debug(s->is_simple && run->is_counted);
    StoreAnswer answer = store_claim_new(s->store, w->index, e->print);
    if (answer == STORE_SEEN)
        return true;
    if (__builtin_expect(answer == STORE_GROW || answer == STORE_FULL, 0))
        return visit(w, run, e);
    State from = state_of(item);
    Item child = child_of_step(item, e);
    WordChange changes[CHANGES_MAX];
    child.number = store_number(s->store, w->index, answer, item->number,
                                label_pack(run->machines, e->at, e->label));
    w->states += answer == STORE_ADDED;
    if (is_one_too_many(s))
        return false;
    child.words = state_room(w, &child);
    uint32_t count = find_changes(w, run, &from, e, changes, &child);
    if (count)
        change_words(child.words, &from, changes, count);
    else if (!make_child(w, run, e, &child))
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
    uint64_t *entry = &w->at_once->waits[print & low], known = *entry & low;
    if ((*entry ^ print) <= low && known > 0 && known <= stratum + 1)
        return true;
    *entry = (print & ~low) | (stratum + 1);
    return false;
}

// A step to a state that is not known, and that is due in `cost` strata.
static inline bool park_step(SearchWorker *w, const Run *run, const Edge *e, uint32_t cost)
{
    const Item *item = &w->items[run->item];
    if (is_parked(w, e->print, w->search->stratum + cost))
        return true;
    Item child = child_of_step(item, e);
    WordChange changes[CHANGES_MAX];
    uint32_t words[PARKED_WORDS];
    State from = state_of(item);
    if (__builtin_expect(cost > LATER || child.count > PARKED_WORDS, 0))
        return visit_later(w, run, e, cost);
    uint32_t count = find_changes(w, run, &from, e, changes, &child);
    child.number = item->number;
    child.level = label_pack(run->machines, e->at, e->label);
    child.wait = 1;
    child.words = count ? item->words : words;
    if (!count && !make_child(w, run, e, &child))
        return false;
    parked_add(&w->parked[cost - 1], &w->heap, &child, changes, count);
    return true;
}

// -------------------------------------------------------------------------- making steps

static inline bool is_usual(const Search *s, const Run *run, const Edge *e)
{
    return s->is_simple && run->is_counted && edge_kind(e) == EDGE_STATE;
}

// Makes a step that costs delays. False when the search cannot go on.
static bool visit_costly(SearchWorker *w, const Run *run, const Edge *e, uint32_t cost)
{
    if (!is_beyond(w->search, cost))
        return visit_later(w, run, e, cost);
    w->limits |= LIMIT_DELAYS;
    return true;
}

// Counts the steps of the runs; those of most batches in one loop.
static void count_runs(SearchWorker *w, const Edge *edges, uint32_t end)
{
    AtOnce *a = w->at_once;
    bool is_all = a->counted == engine_edge_count(w->stepper);
    for (uint32_t i = 0; i < a->counted && is_all; i++)
        visit_count(w, &edges[i]);
    for (uint32_t r = a->first_run; r < end && !is_all; r++) {
        const Run *run = &w->runs[r];
        for (uint32_t i = 0; i < run->count && run->is_whole && run->is_counted; i++)
            visit_count(w, &edges[run->first + i]);
    }
    a->first_run = end;
    a->counted = 0;
}

bool make_planned(SearchWorker *w, uint32_t end)
{
    AtOnce *a = w->at_once;
    const Search *s = w->search;
    const Edge *edges = engine_edges(w->stepper);
    if (s->is_simple)
        count_runs(w, edges, end);
    for (const Planned *p = a->now; p < a->now + a->now_count; p++) {
        Run *run = &w->runs[p->run];
        const Edge *e = &edges[p->edge];
        run->from_state = p->from_state;
        if (!(is_usual(s, run, e) ? step_to(w, run, e) : visit(w, run, e)))
            return false;
    }
    for (const Planned *p = a->later; p < a->later + a->later_count; p++) {
        Run *run = &w->runs[p->run];
        const Edge *e = &edges[p->edge];
        run->from_state = p->from_state;
        if (!(is_usual(s, run, e) ? park_step(w, run, e, p->cost)
                                  : visit_costly(w, run, e, p->cost)))
            return false;
    }
    a->now_count = a->later_count = 0;
    return true;
}

bool make_at_once(SearchWorker *w)
{
    return make_planned(w, w->run_count);
}
