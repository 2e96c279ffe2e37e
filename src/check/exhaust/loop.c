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
// What a step leads to belongs to a later stratum when the step costs more than nothing. It is
// parked for that stratum: the state that follows, or the state with the steps that are left
// (by_cost.c). So each step of each state is made exactly once, on the path that reached the
// state first; when nothing is parked any more, all steps were made (A. Desai, S. Qadeer,
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
// prefetched, and then all states are looked up (visit.c). by_cost.c expands for ses and pb.

#include "check/exhaust/loop_impl.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "check/liveness/liveness.h"

enum { PUBLISH_TURNS = 16 };  // batches between two updates of a worker's counters

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

// The next chunk of those that the stratum began with. False when there is none.
static bool begin_chunk(SearchWorker *w)
{
    if (!w->current.first || !w->current.first->is_packed)
        return item_queue_to_pile(&w->current, &w->pile, &w->heap);
    parked_open(&w->reader, &w->current);
    return true;
}

// False when this worker has nothing left.
static bool take_batch(SearchWorker *w, uint32_t calls)
{
    uint64_t used = 0, most = w->search->batch, all;

    while ((all = w->pile.items + w->reader.items) == 0)
        if (!begin_chunk(w))
            return false;
    // Another worker waits for work: leave some items that can be given to it.
    if (calls & CALL_HUNGRY && all / 2 < most)
        most = all / 2 ? all / 2 : 1;
    w->item_count = 0;
    // A small graph is searched for cycles after every few steps.
    if (w->search->recorder && w->states < SMALL_GRAPH)
        most = 1;
    while (w->item_count < most && w->pile.items > 0) {
        uint32_t count = pile_peek(&w->pile, &w->heap);
        if (used + count + PARKED_GROUP > w->word_capacity)  // parked_add reads whole groups
            make_word_room(w, used + count + PARKED_GROUP);
        pile_take(&w->pile, &w->items[w->item_count++], w->words + used);
        used += count;
    }
    while (w->item_count < most && w->reader.items > 0) {
        if (used + PARKED_WORDS > w->word_capacity)
            make_word_room(w, used + PARKED_WORDS);
        Item *item = &w->items[w->item_count++];
        parked_take(&w->reader, &w->heap, item, w->words + used);
        store_prefetch_new(w->search->store, item->print);
        State state = state_of(item);
        engine_prefetch(w->stepper, &state);
        used += item->count;
    }
    return true;
}

// --------------------------------------------------------------------------- expanding

// All steps of the state: their edges follow the first ones, and their number is returned.
static uint32_t expand_plain(SearchWorker *w, const Item *item, uint32_t first)
{
    const Store *store = w->search->store;
    State state = state_of(item);
    uint32_t count = is_too_deep(w, item) ? 0 : engine_expand_all(w->stepper, &state);
    if (count == 0) {
        check_stop(w, item, &state);
        return 0;
    }
    if (w->search->settles)
        count = settled_count(w, &state, first);
    const Edge *e = engine_edges(w->stepper) + first;
    for (const Edge *end = e + count; e < end; e++)
        store_prefetch(store, e->print);  // no harm when no state follows
    return count;
}

// ------------------------------------------------------------------------------ the loop

// The steps of the batch, where the store has words. `counts` by item, and their sum.
static void visit_batch_words(SearchWorker *w, const uint32_t *counts, uint32_t all)
{
    const Edge *e = engine_edges(w->stepper);
    uint32_t done = 0;
    visit_guess(w);
    assert(engine_edge_count(w->stepper) == all);
    for (uint32_t i = 0; i < w->item_count; i++) {
        if (!visit_words(w, i, e + done, e + done + counts[i], done))
            return;
        done += counts[i];
    }
}

// The same where every step of a state is made at once.
static void do_plain_batch(SearchWorker *w)
{
    uint32_t counts[BATCH], all = 0;
    bool is_simple = w->search->is_simple;

    engine_renew(w->stepper);
    w->recorded = w->second_item = 0;
    for (uint32_t i = 0; i < w->item_count; i++)
        all += counts[i] = expand_plain(w, &w->items[i], all);
    assert(all == engine_edge_count(w->stepper));
    const Edge *e = engine_edges(w->stepper);
    if (w->search->is_worded) {
        visit_batch_words(w, counts, all);
        return;
    }
    for (uint32_t i = 0; i < w->item_count; i++) {
        const Edge *end = e + counts[i];
        if (is_simple && store_has_prints(w->search->store)) {
            if (!visit_prints(w, i, e, end))
                return;
            e = end;
        } else {
            State state = state_of(&w->items[i]);
            Run run = {.item = i, .machines = engine_machines(w->stepper, &state)};
            for (; e < end; e++)
                if (!(is_simple && is_seen(w, e)) && !visit(w, &run, e))
                    return;
        }
    }
}

static uint64_t later_count(const SearchWorker *w)
{
    uint64_t count = 0;
    for (uint32_t i = 0; i < LATER; i++)
        count += w->later[i].items + w->parked[i].queue.items;
    return count;
}

static void publish(SearchWorker *w)
{
    Tally *t = &w->tally;
    atomic_store_explicit(&t->states, w->states, memory_order_relaxed);
    atomic_store_explicit(&t->transitions, w->transitions, memory_order_relaxed);
    atomic_store_explicit(&t->depth, w->depth, memory_order_relaxed);
    atomic_store_explicit(&t->frontier,
                          w->pile.items + w->reader.items + w->current.items + later_count(w),
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
        if (w->current.chunks == 0)
            parked_to_pile(&w->reader, &w->pile, &w->heap);
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
                do_batch_by_cost(w);
            if (turn % PUBLISH_TURNS == 0)
                publish(w);
            if (crew_calls(crew) & CALL_STOP)
                put_back(w);
            else if (w->search->recorder && recorder_is_due(w->search->recorder))
                crew_pause(crew);
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

static bool has_more(const Search *s)
{
    for (uint32_t i = 0; i < s->options.workers; i++)
        if (later_count(&s->workers[i]) > 0 || s->workers[i].later_bug.is_there)
            return true;
    return false;
}

bool loop_next_stratum(void *data)
{
    Search *s = data;
    if (atomic_load(&s->has_found))
        return false;
    if (s->recorder && recorder_is_due(s->recorder) && cycles_check(s))
        return false;
    s->strata++;
    s->is_exhausted = !has_more(s);
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
    visit_later_bugs(s);
    if (atomic_load(&s->has_found))
        return false;
    for (uint32_t i = 0; i < s->options.workers; i++) {
        SearchWorker *w = &s->workers[i];
        assert(w->pile.items == 0 && w->reader.items == 0 && !w->current.first);
        w->current = w->later[0];
        item_queue_join(&w->current, w->parked[0].queue.first);
        memmove(&w->later[0], &w->later[1], (LATER - 1) * sizeof *w->later);
        memmove(&w->parked[0], &w->parked[1], (LATER - 1) * sizeof *w->parked);
        w->later[LATER - 1] = (ItemQueue){0};
        w->parked[LATER - 1] = (ParkedLine){0};
    }
    return true;
}

static void run_together(void *crew, void (*job)(void *data, uint32_t worker), void *data)
{
    crew_together(crew, job, data);
}

bool loop_alone(void *data)
{
    Search *s = data;
    // When the store cannot grow, its policy decides what happens next.
    StoreHelpers helpers = {.run = run_together, .context = &s->crew};
    if (atomic_exchange(&s->wants_growth, false))
        store_grow(s->store, s->options.workers > 1 ? &helpers : NULL);
    if (!s->recorder || !recorder_is_due(s->recorder) || atomic_load(&s->has_found))
        return true;
    for (uint32_t i = 0; i < s->options.workers; i++)
        s->workers[i].recorded = 0;  // a worker in the middle of an item begins a new record
    return !cycles_check(s);
}

void loop_begin(Search *s)
{
    s->allowance = allowance_of(s);
}
