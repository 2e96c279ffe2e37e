// check/engine/fairness.c: what liveness needs to know of a step.
//
// A monitor is hot on a step when it is in a hot state before the step, or enters one during
// the step; cold likewise. The states that it enters are in its trail. In the 2015 dialect there
// may be several monitors of a kind, identified by their places. When one of them halts, those
// behind it move to other places; so the step counts as cold for these places.

#include <string.h>

#include "check/engine/engine_impl.h"

bool engine_is_choosing(const State *s)
{
    return s->words[0] & CHOOSING;
}

bool engine_could_run(Stepper *h, const State *s, uint32_t at)
{
    assert_debug(at > 0 && at <= shape_of(h->engine, s)->count);
    return engine_can_run(h, s->words[local_word(at)], s->words[queue_word(at)]);
}

uint32_t engine_monitor_kind(const Engine *e, uint32_t monitor)
{
    assert(e->spec_count > 0);
    return e->specs[monitor % e->spec_count].kind;
}

// The monitors during a step, and the hot and cold ones found so far.
typedef struct Heat {
    Stepper *stepper;
    uint32_t *words;  // of the monitors, as the step changes them
    uint32_t *hot, *cold;
    uint32_t hot_count, cold_count, capacity;
} Heat;

static void *more(Stepper *h, const void *items, uint32_t count, uint32_t capacity, size_t size)
{
    void *larger = arena_alloc(&h->arena, capacity * size);
    if (count)
        memcpy(larger, items, count * size);
    return larger;
}

static void add(Heat *t, bool is_hot, uint32_t monitor)
{
    uint32_t *list = is_hot ? t->hot : t->cold, count = is_hot ? t->hot_count : t->cold_count;
    for (uint32_t i = 0; i < count; i++)
        if (list[i] == monitor)
            return;
    if (count == t->capacity) {
        t->capacity = t->capacity ? t->capacity * 2 : 8;
        t->hot = more(t->stepper, t->hot, t->hot_count, t->capacity, sizeof *t->hot);
        t->cold = more(t->stepper, t->cold, t->cold_count, t->capacity, sizeof *t->cold);
        list = is_hot ? t->hot : t->cold;
    }
    list[count] = monitor;
    if (is_hot)
        t->hot_count++;
    else
        t->cold_count++;
}

// Notes that the monitor is in the state or enters it.
static void meet(Heat *t, uint32_t state, uint32_t monitor)
{
    const PProgram *p = t->stepper->engine->program;
    if (state == P_NONE || p->machines[p->states[state].machine].kind != P_MACHINE_SPEC)
        return;
    if (p->states[state].temperature == P_HOT)
        add(t, true, monitor);
    else if (p->states[state].temperature == P_COLD)
        add(t, false, monitor);
}

static uint32_t monitor_number(const Engine *e, uint32_t spec, uint32_t place)
{
    return spec + place * e->spec_count;
}

static void meet_resting(Heat *t, uint32_t spec)
{
    const Engine *e = t->stepper->engine;
    const uint32_t *locals;
    uint32_t count = group_members(e, &t->words[spec], &locals);
    for (uint32_t i = 0; i < count; i++)
        meet(t, local_at(e, locals[i])->state, monitor_number(e, spec, i));
}

static void meet_entered(Heat *t, uint32_t trail, uint32_t monitor)
{
    Stepper *h = t->stepper;
    uint32_t count = trail_cells(h->engine->trails, trail, NULL, 0);
    Cell *cells = NEW_ARRAY(&h->arena, Cell, count + 1);
    trail_cells(h->engine->trails, trail, cells, count);
    for (uint32_t i = 0; i < count; i++)
        if (cells[i].kind == CELL_ENTERED)
            meet(t, cells[i].a, monitor);
}

// Shows a message to the monitors of a kind, one by one.
static void show(Heat *t, const Show *s)
{
    Stepper *h = t->stepper;
    const Engine *e = h->engine;
    const uint32_t *locals;
    uint32_t count = group_members(e, &t->words[s->monitor], &locals), left = 0;
    uint32_t *after = NEW_ARRAY(&h->arena, uint32_t, count + 1);
    bool has_halted = false;
    for (uint32_t i = 0; i < count; i++) {
        const Bug *bug;
        uint32_t monitor = monitor_number(e, s->monitor, i);
        MemoEntry seen = monitor_see(h, locals[i], s->message, &bug);
        if (seen.status)
            return;  // no state follows
        meet_entered(t, (uint32_t)seen.spare, monitor);
        has_halted |= !seen.to;
        if (has_halted)
            add(t, false, monitor);
        if (seen.to)
            after[left++] = seen.to;
    }
    t->words[s->monitor] = group_word(h, after, left);
}

static void show_all(Heat *t, const Outcome *o)
{
    for (uint32_t i = 0; i < o->show_count; i++)
        show(t, &o->shows[i]);
}

static void meet_all_resting(Heat *t)
{
    for (uint32_t i = 0; i < t->stepper->engine->spec_count; i++)
        meet_resting(t, i);
}

StepMarks engine_marks(Stepper *h, const State *from, const Edge *edge)
{
    const Engine *e = h->engine;
    const Outcome *o = edge->outcome, *after = edge->full ? edge->full->after : NULL;
    uint32_t machines = shape_of(e, from)->count;
    Heat t = {.stepper = h, .words = NEW_ARRAY(&h->arena, uint32_t, e->spec_count + 1)};

    assert(edge_kind(edge) == EDGE_STATE && from->count == 1 + 2 * machines + e->spec_count);
    memcpy(t.words, from->words + 1 + 2 * machines, e->spec_count * sizeof *t.words);
    meet_all_resting(&t);
    show_all(&t, o);
    if (after)
        show_all(&t, after);
    return (StepMarks){
        .machine = engine_path(h, from, edge->at),
        .hot = t.hot,
        .cold = t.cold,
        .hot_count = t.hot_count,
        .cold_count = t.cold_count,
        .fairs = o->fairs,
        .fair_count = o->fair_count,
        .more_fairs = after ? after->fairs : NULL,
        .more_count = after ? after->fair_count : 0,
    };
}

uint64_t engine_monitors_key(Stepper *h, const State *s)
{
    uint64_t key = 0;
    for (uint32_t i = s->count - h->engine->spec_count; i < s->count; i++)
        key = mix64(key + s->words[i] + 1);
    return key;
}

uint64_t engine_marks_key(Stepper *h, const State *from, uint64_t monitors, const Edge *edge)
{
    const Engine *e = h->engine;
    const struct Outcome *after = edge->full ? edge->full->after : NULL;
    assert_debug(monitors == engine_monitors_key(h, from));
    if (!e->options.has_memo || e->has_foreign)
        return 0;  // outcomes are not cached, so their addresses identify nothing
    uint64_t key = mix64(monitors + (uintptr_t)edge->outcome);
    if (after)
        key = mix64(key + (uintptr_t)after);
    key = mix64(key ^ engine_path(h, from, edge->at));
    return key ? key : 1;
}
