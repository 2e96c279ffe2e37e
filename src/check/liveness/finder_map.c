// check/liveness/finder_map.c: maximal accepting predecessors.
//
// The value of a state is the largest target of an accepting edge from which the state can be
// reached, as its number plus 1; 0: there is none. Values are passed on along edges until nothing
// changes. An accepting edge whose target is the value of its source closes a cycle.
//
// If no such edge is found, all states of a cycle have one value. The states with the same value
// are a part of the graph, and that target is not on a cycle that enters it by an accepting edge:
// it does not count any more. Values are computed again inside of each part, until no values are
// left. Values are passed on only inside of a part: else states that are already done would get
// values again, and the number of passes could be exponential.
//
// The order in which values are passed on does not matter, so several threads do it: they share
// the list of states whose value has grown, and raise values atomically.
//
// `map` does this when all states are explored. `imap` does it between strata: the first
// computation continues with the values of the last time, which are still lower bounds.
//
// L. Brim, I. Cerna, P. Moravec, J. Simsa: Accepting Predecessors Are Better than Back Edges in
// Distributed LTL Model-Checking, FMCAD 2004. Iterative: A. Desai, S. Qadeer, S. Rajamani,
// S. Seshia: Iterative Cycle Detection via Delaying Explorers, 2015.

#include "check/liveness/finder.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/err.h"
#include "base/memory.h"

enum { SHARE = 256 };  // states that a thread takes at once

typedef struct List {
    uint64_t *states;
    uint64_t count, capacity;
} List;

typedef struct Map {
    const Automaton *product;
    uint64_t states;
    _Atomic uint64_t *values;  // by state
    uint64_t *parts;           // by state: its value in the pass before; NULL in the first pass
    uint8_t *is_done;          // by state: as a target it does not count any more
    _Atomic uint8_t *is_listed;  // by state: in the list for the next round
    List now;                    // states whose value has grown
    _Atomic uint64_t taken;      // of them
    List *next;                  // by thread
    uint32_t workers;
    pthread_barrier_t barrier;
    _Atomic bool is_found;
    bool is_over;
} Map;

static void list_add(List *l, uint64_t state)
{
    MEMORY_GROW(l->states, l->count + 1, l->capacity);
    l->states[l->count++] = state;
}

// --------------------------------------------------------------------------------- one pass

// Raises the value; true when it was lower.
static bool raise(_Atomic uint64_t *value, uint64_t to)
{
    uint64_t old = atomic_load_explicit(value, memory_order_relaxed);
    while (old < to)
        if (atomic_compare_exchange_weak(value, &old, to))
            return true;
    return false;
}

static void pass_on(Map *m, uint32_t worker, uint64_t state)
{
    ProductReader r = product_of(m->product, state);
    ProductEdge e;
    atomic_store(&m->is_listed[state], 0);  // before its value is read
    uint64_t value = atomic_load(&m->values[state]);
    while (product_read(m->product, &r, &e)) {
        uint64_t to = value;
        if (m->parts && (!m->parts[state] || m->parts[state] != m->parts[e.to]))
            continue;
        if (e.is_accepting && !m->is_done[e.to]) {
            if (value == e.to + 1)
                atomic_store(&m->is_found, true);
            if (e.to + 1 > to)
                to = e.to + 1;
        }
        if (to && raise(&m->values[e.to], to) && !atomic_exchange(&m->is_listed[e.to], 1))
            list_add(&m->next[worker], e.to);
    }
}

// The lists of all threads become the list of the next round.
static void join_lists(Map *m)
{
    m->now.count = 0;
    for (uint32_t i = 0; i < m->workers; i++) {
        for (uint64_t k = 0; k < m->next[i].count; k++)
            list_add(&m->now, m->next[i].states[k]);
        m->next[i].count = 0;
    }
    atomic_store(&m->taken, 0);
    m->is_over = m->now.count == 0 || atomic_load(&m->is_found);
}

typedef struct Thread {
    Map *map;
    uint32_t number;
    pthread_t id;
} Thread;

static void *work(void *data)
{
    const Thread *t = data;
    Map *m = t->map;
    for (;;) {
        uint64_t first;
        while ((first = atomic_fetch_add(&m->taken, SHARE)) < m->now.count)
            for (uint64_t i = first; i < first + SHARE && i < m->now.count; i++)
                pass_on(m, t->number, m->now.states[i]);
        pthread_barrier_wait(&m->barrier);
        if (t->number == 0)
            join_lists(m);
        pthread_barrier_wait(&m->barrier);
        if (m->is_over)
            return NULL;
    }
}

// Passes values on until nothing changes, or a cycle is found.
static bool settle(Map *m)
{
    Thread *threads = memory_zeroed(m->workers, sizeof *threads);
    m->now.count = 0;
    for (uint64_t s = 0; s < m->states; s++)
        if (!m->parts || m->parts[s])
            list_add(&m->now, s);
    memset((void *)m->is_listed, 0, m->states);
    atomic_store(&m->taken, 0);
    m->is_over = false;
    for (uint32_t i = 0; i < m->workers; i++)
        threads[i] = (Thread){.map = m, .number = i};
    for (uint32_t i = 1; i < m->workers; i++)
        if (pthread_create(&threads[i].id, NULL, work, &threads[i]) != 0)
            die("cannot start a thread");
    work(&threads[0]);
    for (uint32_t i = 1; i < m->workers; i++)
        pthread_join(threads[i].id, NULL);
    free(threads);
    return atomic_load(&m->is_found);
}

// ------------------------------------------------------------------------------- refinement

// Each value becomes a part; its target does not count any more. False when there are none.
static bool divide(Map *m)
{
    bool has_values = false;
    if (!m->parts)
        m->parts = memory_zeroed(m->states, sizeof *m->parts);
    for (uint64_t s = 0; s < m->states; s++) {
        uint64_t value = atomic_load_explicit(&m->values[s], memory_order_relaxed);
        m->parts[s] = value;
        if (value) {
            m->is_done[value - 1] = true;
            has_values = true;
        }
        atomic_store_explicit(&m->values[s], 0, memory_order_relaxed);
    }
    return has_values;
}

static void recall(Map *m, const FinderMemory *memory)
{
    for (uint64_t s = 0; memory && s < memory->count && s < m->states; s++)
        atomic_store_explicit(&m->values[s], memory->values[s], memory_order_relaxed);
}

static void keep(const Map *m, FinderMemory *memory)
{
    if (!memory)
        return;
    memory->values = memory_resized(memory->values, m->states + 1, sizeof *memory->values);
    memory->count = m->states;
    for (uint64_t s = 0; s < m->states; s++)
        memory->values[s] = atomic_load_explicit(&m->values[s], memory_order_relaxed);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static bool find(const Automaton *p, FinderMemory *memory, uint32_t workers, FinderWork *work)
{
    double begun = now();
    Map m = {.product = p, .states = product_states(p), .workers = workers};
    m.values = memory_zeroed(m.states, sizeof *m.values);
    m.is_done = memory_zeroed(m.states, sizeof *m.is_done);
    m.is_listed = memory_zeroed(m.states, sizeof *m.is_listed);
    m.next = memory_zeroed(workers, sizeof *m.next);
    pthread_barrier_init(&m.barrier, NULL, workers);
    recall(&m, memory);
    work->states += m.states;
    bool is_found = settle(&m);
    keep(&m, memory);
    double refined = now();
    work->first_seconds += refined - begun;
    while (!is_found && divide(&m))
        is_found = settle(&m);
    work->refine_seconds += now() - refined;
    pthread_barrier_destroy(&m.barrier);
    for (uint32_t i = 0; i < workers; i++)
        free(m.next[i].states);
    free(m.next);
    free(m.now.states);
    free((void *)m.values);
    free((void *)m.is_listed);
    free(m.is_done);
    free(m.parts);
    return is_found;
}

const Finder finder_map = {.name = "map", .find = find};
const Finder finder_imap = {.name = "imap", .is_iterative = true, .find = find, .keeps = true};
