// check/crew/counterexample.c: from parents to a schedule.
//
// The store has for each state its parent and the label of the step between them. Going back
// from the bug gives the labels of the path. Then each step is made again, from the first
// state, which gives the schedule for the executor: which machine moves, how many moves, and
// its choices. The executor numbers machines in the order in which they are created.

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "check/crew/crew.h"

uint32_t *counterexample_labels(const Search *s, const Finding *f)
{
    uint64_t count = f->depth;
    uint32_t *labels = memory_zeroed(count + 1, sizeof *labels);
    if (f->labels) {
        assert(f->base <= f->depth && f->label == LABEL_END);
        count = f->base;
        memcpy(labels + count, f->labels, (f->depth - count) * sizeof *labels);
    }
    uint32_t number = f->number;
    assert(!f->is_behind || (f->labels && count > 0));
    if (f->is_behind)
        labels[--count] = f->behind;
    if (f->label != LABEL_END)
        labels[--count] = f->label;
    while (count > 0) {
        uint32_t parent;
        store_parent(s->store, number, &parent, &labels[--count]);
        assert(count == 0 || parent != UINT32_MAX);
        number = parent;
    }
    return labels;
}

// ------------------------------------------------------------------------------ forward

typedef struct Retrace {
    Search *search;
    Stepper *stepper;
    State state;
    uint32_t *rooms[2];  // the words of the state, and of the next
    uint32_t room_counts[2];
    uint32_t *numbers;  // of machines, by path
    uint32_t number_capacity, created;
    uint32_t explorer_state;
    uint64_t delays;
} Retrace;

static void number_machine(Retrace *w, uint32_t path)
{
    assert(path > 0);
    if (path >= w->number_capacity) {
        uint32_t capacity = path * 2 + 16;
        w->numbers = memory_resized(w->numbers, capacity, sizeof *w->numbers);
        memset(w->numbers + w->number_capacity, 0,
               (capacity - w->number_capacity) * sizeof *w->numbers);
        w->number_capacity = capacity;
    }
    w->numbers[path] = ++w->created;
}

// Copies the state, so that it stays valid after engine_renew.
static void keep_state(Retrace *w, const State *from, const Edge *e)
{
    uint32_t count = e ? edge_count(from, e) : from->count;
    State to = {.print = e ? e->print : from->print, .count = count};

    if (w->room_counts[1] < count) {
        w->room_counts[1] = count * 2;
        w->rooms[1] = memory_resized(w->rooms[1], w->room_counts[1], sizeof *w->rooms[1]);
    }
    to.words = w->rooms[1];
    if (e)
        engine_apply(w->stepper, from, e, &to);
    else
        memcpy(to.words, from->words, count * sizeof *to.words);
    w->state = to;
    w->rooms[1] = w->rooms[0];
    w->rooms[0] = to.words;
    uint32_t room = w->room_counts[0];
    w->room_counts[0] = w->room_counts[1];
    w->room_counts[1] = room;
}

// Adds the cost of the step in the explorer's order, and finds the explorer's next state.
static void count_delays(Retrace *w, const Edge *e, uint32_t path)
{
    Search *s = w->search;
    Order order;
    uint32_t machines = engine_machines(w->stepper, &w->state), count = 0;
    uint32_t *enabled = memory_resized(NULL, machines, sizeof *enabled);

    for (uint32_t at = 1; at <= machines; at++) {
        if (!engine_is_enabled(w->stepper, &w->state, at))
            continue;
        uint32_t one = engine_path(w->stepper, &w->state, at), i = count++;
        for (; i > 0 && enabled[i - 1] > one; i--)
            enabled[i] = enabled[i - 1];
        enabled[i] = one;
    }
    uint32_t from_state = w->explorer_state;
    bool is_unit = s->options.delay_cost == DELAY_UNIT;
    if (s->options.choice_cost == CHOICE_DELAY)
        w->delays += is_unit ? edge_choices_off_first(e) : edge_cost(e);
    // A step that no other machine or monitor sees costs nothing (exhaust/loop.c).
    bool is_free = engine_eager(w->stepper, &w->state) == e->at;
    if (!is_free &&
        orders_order(s->orders, 0, w->explorer_state, w->state.print, enabled, count, &order))
        for (uint32_t i = 0; i < order.count; i++)
            if (order.items[i].path == path) {
                w->delays += is_unit ? i > 0 : i;
                from_state = order.items[i].from_state;
            }
    const StepEvent *events = engine_events(w->stepper, &w->state, e, &count);
    orders_step(s->orders, 0, from_state, events, count, &w->explorer_state);
    free(enabled);
}

// In a schedule the machines that a fault concerns are numbers.
static void add_turn(const Retrace *w, const Edge *e, uint32_t number, Schedule *schedule)
{
    const uint32_t *choices;
    uint32_t count, moves = engine_moves(w->stepper, e, &choices, &count);
    schedule_add(schedule, number, moves, choices, count);
    if (edge_is_fault(e))
        schedule_number(schedule, w->numbers);
}

// The steps that belong to the edge because no other machine or monitor sees them.
static void add_settled(const Retrace *w, const Edge *e, Schedule *schedule)
{
    uint32_t at, moves, count;
    const uint32_t *choices;
    for (uint32_t i = 0;
         (at = engine_settled_step(w->stepper, e, i, &moves, &choices, &count)); i++)
        schedule_add(schedule, w->numbers[engine_path(w->stepper, &w->state, at)], moves, choices,
                     count);
}

// `settles`: a step of the search, not of a sample that begins in one of its states.
static bool make_step(Retrace *w, uint32_t packed, bool settles, Schedule *schedule)
{
    uint32_t at, label, machines = engine_machines(w->stepper, &w->state);

    engine_renew(w->stepper);
    if (machines == 0)
        return false;
    label_unpack(machines, packed, &at, &label);
    assert(at > 0 && at <= machines);
    uint32_t count = engine_expand(w->stepper, &w->state, at);
    if (settles)
        engine_settle(w->stepper, &w->state, 0, count, 0);
    const Edge *e = engine_edges(w->stepper);
    while (count > 0 && e->label != label) {
        e++;
        count--;
    }
    if (count == 0)
        return false;
    uint32_t path = engine_path(w->stepper, &w->state, at);
    if (path >= w->number_capacity || w->numbers[path] == 0)
        return false;
    add_turn(w, e, w->numbers[path], schedule);
    if (w->search->orders)
        count_delays(w, e, path);
    if (edge_created(e))
        number_machine(w, edge_created(e));
    if (edge_kind(e) == EDGE_STATE)
        keep_state(w, &w->state, e);
    if (settles)
        add_settled(w, e, schedule);
    return true;
}

bool counterexample_schedule(Search *s, Stepper *h, const uint32_t *labels, const Finding *f,
                             Schedule *schedule, uint64_t *delays)
{
    Retrace w = {
        .search = s, .stepper = h, .explorer_state = s->orders ? orders_first(s->orders) : 0};
    State first;
    Bug bug;
    bool ok = true;

    engine_renew(h);
    if (!engine_start(h, &first, &bug))
        return f->depth == 0;
    keep_state(&w, &first, NULL);
    for (uint32_t at = 1; at <= engine_machines(h, &w.state); at++)
        number_machine(&w, engine_path(h, &w.state, at));
    uint64_t searched = f->labels ? f->base : f->depth;
    for (uint64_t i = 0; i < f->depth && ok; i++)
        ok = make_step(&w, labels[i], s->settles && i < searched, schedule);
    *delays = w.delays;
    free(w.rooms[0]);
    free(w.rooms[1]);
    free(w.numbers);
    return ok;
}
