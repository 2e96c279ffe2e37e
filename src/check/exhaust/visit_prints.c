// check/exhaust/visit_prints.c: all steps of a state, where the store's key is the fingerprint, or
// the fingerprint and the words.
//
// The most frequent cases of visit.c (dfs, bfs and depth, without liveness and other limits), in
// one loop: what does not depend on the step is read once for all steps of the state.

#include <assert.h>
#include <string.h>

#include "check/exhaust/loop_impl.h"

// Puts a new state into the frontier. `words` are its words, or NULL: not worked out yet.
static inline void keep(SearchWorker *w, const Item *item, const Edge *e, uint32_t number,
                        const uint32_t *words)
{
    State from = state_of(item), to;
    Item child = {
        .print = e->print,
        .number = number,
        .depth = item->depth + 1,
        .count = edge_count(&from, e),
    };
    child.words = to.words = state_room(w, &child);
    if (words)
        memcpy(to.words, words, child.count * sizeof *words);
    else
        engine_apply(w->stepper, &from, e, &to);
    state_keep(w, &child);
}

// The state that the step leads to was looked up, and was not there.
static inline bool visit_new(SearchWorker *w, const Run *run, const Edge *e, StoreAnswer answer,
                             const uint32_t *words)
{
    Search *s = w->search;
    const Item *item = &w->items[run->item];
    uint32_t label = label_pack(run->machines, e->at, e->label);
    uint32_t number = store_number(s->store, w->index, answer, item->number, label);
    w->states += answer == STORE_ADDED;
    if (is_one_too_many(s))
        return false;
    keep(w, item, e, number, words);
    return true;
}

bool visit_prints(SearchWorker *w, uint32_t at, const Edge *e, const Edge *end)
{
    Search *s = w->search;
    State from = state_of(&w->items[at]);
    Run run = {.item = at, .machines = engine_machines(w->stepper, &from)};

    assert(s->is_simple && s->is_plain && !s->is_numbered && !s->has_budget && !s->orders);
    for (; e < end; e++) {
        StoreAnswer answer = STORE_GROW;
        if (edge_kind(e) == EDGE_STATE)
            answer = store_claim(s->store, w->index, e->print);
        // Not a state; or the store must grow, or is full.
        if (__builtin_expect(answer == STORE_GROW || answer == STORE_FULL, 0)) {
            if (!visit(w, &run, e))
                return false;
            continue;
        }
        w->transitions++;
        engine_count(w->stepper, e);
        if (answer != STORE_SEEN && !visit_new(w, &run, e, answer, NULL))
            return false;
    }
    return true;
}

// Words of states that are worked out on the stack.
enum { COPY_WORDS = 128 };

void visit_guess(SearchWorker *w)
{
    uint32_t count = engine_edge_count(w->stepper);
    const Edge *e = engine_edges(w->stepper);
    w->guess_count = count < GUESSES ? count : GUESSES;
    for (uint32_t i = 0; i < w->guess_count; i++)
        w->guesses[i] = store_guess(w->search->store, e[i].print);
}

bool visit_words(SearchWorker *w, uint32_t at, const Edge *e, const Edge *end, uint32_t first)
{
    Search *s = w->search;
    State from = state_of(&w->items[at]);
    Run run = {.item = at, .machines = engine_machines(w->stepper, &from)};
    uint32_t copy[COPY_WORDS];
    bool is_short = from.count <= COPY_WORDS;

    assert(s->is_worded && s->is_plain && !s->has_budget && !s->orders);
    if (is_short)
        memcpy(copy, from.words, from.count * sizeof *copy);
    for (uint32_t i = first; e < end; e++, i++) {
        StoreKey key = {.print = e->print, .words = copy, .count = from.count};
        StoreAnswer answer = STORE_GROW;
        if (is_short && !e->full) {
            engine_put(w->stepper, &from, e, copy);
            answer = store_claim_words(s->store, w->index, &key, guess_of(w, i));
        }
        // Not a state, or an unusual one; or the store must grow, or is full.
        bool is_unusual = answer == STORE_GROW || answer == STORE_FULL;
        if (!is_unusual) {
            w->transitions++;
            engine_count(w->stepper, e);
        }
        if (is_unusual ? !visit(w, &run, e)
                       : answer != STORE_SEEN && !visit_new(w, &run, e, answer, copy))
            return false;
        if (is_short && !e->full)
            engine_take_back(w->stepper, &from, e, copy);
    }
    return true;
}
