// check/search_random.c: schedules drawn by lot.
//
// Each step: one of the machines that can run, each equally likely; then what it
// chooses, each alternative of each choice equally likely. Nothing is remembered. What a
// schedule draws depends on the seed and its own number only, so the first one that
// finds a bug is the same whatever the number of workers: when one is found, those with
// smaller numbers are still finished.

#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "check/search_impl.h"

typedef struct Walk {
    State state;
    uint32_t *rooms[2];
    uint32_t room_counts[2];
    uint32_t *left;          // edges that the choices so far leave
    uint32_t left_capacity;
    uint32_t *enabled;       // positions
    uint32_t enabled_capacity;
    uint32_t *labels;
    uint64_t label_capacity;
} Walk;

static void *grown(void *list, uint64_t count, size_t size)
{
    void *larger = realloc(list, count * size);
    if (!larger)
        die_out_of_memory(count * size);
    return larger;
}

static void drop(Walk *walk)
{
    free(walk->rooms[0]);
    free(walk->rooms[1]);
    free(walk->left);
    free(walk->enabled);
    free(walk->labels);
}

static uint32_t *room_for(Walk *walk, uint32_t count)
{
    // The two change places: one holds the state that is left.
    uint32_t *words = walk->rooms[1], room = walk->room_counts[1];
    if (room < count) {
        room = count * 2;
        words = grown(words, room, sizeof *words);
    }
    walk->rooms[1] = walk->rooms[0];
    walk->room_counts[1] = walk->room_counts[0];
    walk->rooms[0] = words;
    walk->room_counts[0] = room;
    return words;
}

// ------------------------------------------------------------------------------- drawing

// 0 when nobody can run.
static uint32_t draw_machine(Worker *w, Walk *walk, Rng *rng)
{
    uint32_t machines = engine_machines(w->hand, &walk->state), count = 0;
    if (machines > walk->enabled_capacity) {
        walk->enabled_capacity = machines * 2;
        walk->enabled = grown(walk->enabled, walk->enabled_capacity, sizeof *walk->enabled);
    }
    for (uint32_t at = 1; at <= machines; at++)
        if (engine_is_enabled(w->hand, &walk->state, at))
            walk->enabled[count++] = at;
    return count ? walk->enabled[rng_below(rng, count)] : 0;
}

// One more choice: which alternative, and which edges are left then. False when the
// edges that are left make no more choices.
static bool draw_choice(Hand *h, Walk *walk, const Edge *edges, uint32_t *count, uint32_t at,
                        Rng *rng)
{
    const uint32_t *choices;
    uint32_t made, alternatives = 0, kept = 0;

    for (uint32_t i = 0; i < *count; i++) {
        engine_moves(h, &edges[walk->left[i]], &choices, &made);
        if (made > at && choices[at] >= alternatives)
            alternatives = choices[at] + 1;
    }
    if (alternatives == 0)
        return false;
    uint32_t chosen = (uint32_t)rng_below(rng, alternatives);
    for (uint32_t i = 0; i < *count; i++) {
        engine_moves(h, &edges[walk->left[i]], &choices, &made);
        if (made > at && choices[at] == chosen)
            walk->left[kept++] = walk->left[i];
    }
    *count = kept;
    return kept > 1;
}

static const Edge *draw_edge(Hand *h, Walk *walk, uint32_t count, Rng *rng)
{
    const Edge *edges = engine_edges(h);
    if (count > walk->left_capacity) {
        walk->left_capacity = count * 2;
        walk->left = grown(walk->left, walk->left_capacity, sizeof *walk->left);
    }
    for (uint32_t i = 0; i < count; i++)
        walk->left[i] = i;
    uint32_t all = count, at = 0;
    while (count > 1 && draw_choice(h, walk, edges, &count, at, rng))
        at++;
    // More than one is left when edges differ in nothing that is chosen.
    if (count == 0)
        return &edges[rng_below(rng, all)];
    return &edges[walk->left[count > 1 ? rng_below(rng, count) : 0]];
}

// ------------------------------------------------------------------------------- walking

static void report(Worker *w, const Walk *walk, uint64_t schedule, uint64_t depth, Finding *f)
{
    f->is_there = true;
    f->depth = depth;
    f->schedule = schedule;
    f->labels = walk->labels;
    search_found(w->search, f);
}

static void add_label(Walk *walk, uint64_t at, uint32_t label)
{
    if (at >= walk->label_capacity) {
        walk->label_capacity = at * 2 + 256;
        walk->labels = grown(walk->labels, walk->label_capacity, sizeof *walk->labels);
    }
    walk->labels[at] = label;
}

// One step. False when the walk ends with it.
static bool step(Worker *w, Walk *walk, Rng *rng, uint64_t schedule, uint64_t depth)
{
    Finding f = {.label = LABEL_END};
    add_label(walk, depth, 0);
    engine_renew(w->hand);
    uint32_t at = draw_machine(w, walk, rng);
    if (at == 0) {
        if (engine_ends_badly(w->hand, &walk->state, &f.bug))
            report(w, walk, schedule, depth, &f);
        return false;
    }
    if (depth == w->search->options.steps) {
        w->limits |= LIMIT_STEPS;
        return false;
    }
    uint32_t count = engine_expand(w->hand, &walk->state, at);
    const Edge *e = draw_edge(w->hand, walk, count, rng);
    add_label(walk, depth, label_pack(engine_machines(w->hand, &walk->state), at, e->label));
    w->steps++;
    w->transitions++;
    if (depth + 1 > w->depth)
        w->depth = depth + 1;
    if (e->kind == EDGE_BUG) {
        f.bug = *e->bug;
        report(w, walk, schedule, depth + 1, &f);
    }
    w->limits |= e->kind == EDGE_QUEUE ? LIMIT_QUEUE : 0;
    if (e->kind != EDGE_STATE)
        return false;
    State to = {.print = e->print, .count = e->count, .words = room_for(walk, e->count)};
    engine_apply(&walk->state, e, &to);
    walk->state = to;
    return true;
}

static void do_schedule(Worker *w, Walk *walk, uint64_t schedule)
{
    Search *s = w->search;
    Rng seeds = rng_from(s->options.seed), rng = rng_from(rng_next(&seeds) + schedule);
    State first;
    Bug bug;

    engine_renew(w->hand);
    // The monitors' start was right once already.
    if (!engine_start(w->hand, &first, &bug))
        return;
    uint32_t *words = room_for(walk, first.count);
    memcpy(words, first.words, first.count * sizeof *words);
    walk->state = (State){.print = first.print, .count = first.count, .words = words};
    for (uint64_t depth = 0; step(w, walk, &rng, schedule, depth); depth++)
        if (crew_calls(&s->crew) & CALL_STOP)
            return;
    w->schedules++;
}

static void publish(Worker *w)
{
    Tally *t = &w->tally;
    atomic_store_explicit(&t->transitions, w->transitions, memory_order_relaxed);
    atomic_store_explicit(&t->depth, w->depth, memory_order_relaxed);
    atomic_store_explicit(&t->schedules, w->schedules, memory_order_relaxed);
}

void *random_main(void *data)
{
    Worker *w = data;
    Search *s = w->search;
    Walk walk = {0};

    while (!(crew_calls(&s->crew) & CALL_STOP)) {
        uint64_t schedule = atomic_fetch_add(&s->next_schedule, 1);
        if (schedule >= atomic_load(&s->last_schedule))
            break;
        do_schedule(w, &walk, schedule);
        publish(w);
    }
    drop(&walk);
    return NULL;
}
