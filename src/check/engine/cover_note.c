// check/engine/cover_note.c: coverage notes of a step, made while the step is computed.
//
// The machine reports most of it through its observer. Effects on other machines, and what
// happens to the events in its queue, are noted by the engine where it performs them.
//
// Deferring an event is not a step: the event just stays in the queue. It counts as deferred
// in a state of the search in which a machine at rest has the event in its queue in front of
// the one that it takes, or takes none.

#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/memory.h"
#include "check/engine/long_impl.h"

static int compare_cells(const void *one, const void *other)
{
    return memcmp(one, other, sizeof(Cell));
}

// Sorts the notes and removes duplicates.
static void fold_notes(Stepper *h)
{
    uint32_t kept = 0;
    if (h->note_count == 0)
        return;
    qsort(h->notes, h->note_count, sizeof *h->notes, compare_cells);
    for (uint32_t i = 0; i < h->note_count; i++)
        if (kept == 0 || !cell_equals(&h->notes[kept - 1], &h->notes[i]))
            h->notes[kept++] = h->notes[i];
    h->note_count = kept;
}

// Removes duplicates before it grows the list: a handler may loop for a long time.
static void grow_notes(Stepper *h)
{
    fold_notes(h);
    if (h->note_count < h->note_capacity / 2)
        return;
    h->note_capacity = h->note_capacity ? h->note_capacity * 2 : 16;
    h->notes = memory_resized(h->notes, h->note_capacity, sizeof *h->notes);
}

static void note(Stepper *h, CellKind kind, uint32_t a, uint32_t b, uint32_t c)
{
    assert(kind != CELL_EVENT || (a < h->engine->program->state_count && c < WAY_COUNT));
    if (h->note_count == h->note_capacity)
        grow_notes(h);
    h->notes[h->note_count++] = (Cell){kind, a, b, c};
}

// -------------------------------------------------------------------- what a machine tells

static const PHandler *own_handler(const PProgram *p, uint32_t state, uint32_t event)
{
    const PState *s = &p->states[state];
    for (uint32_t i = 0; i < s->handler_count; i++)
        if (s->handlers[i].event == event)
            return &s->handlers[i];
    return NULL;
}

static uint32_t state_of_handler(const PProgram *p, uint32_t machine, const PHandler *handler)
{
    for (uint32_t i = 0; i < p->state_count; i++) {
        const PState *s = &p->states[i];
        if (s->machine == machine && handler >= s->handlers &&
            handler < s->handlers + s->handler_count)
            return i;
    }
    return P_NONE;
}

// Notes that the state handles the event. When it does not handle it, the observer is called
// again, with HAPPENED_UNHANDLED.
static void meet(Stepper *h, const Machine *m, const Level *level, uint32_t event, Way way)
{
    const PProgram *p = h->engine->program;
    const PHandler *own = own_handler(p, level->state, event);
    if (m->foreign || (own && own->kind != P_ON_DEFER)) {
        note(h, CELL_EVENT, level->state, event, way);
    } else if (!own && level->actions && level->actions[event]) {
        note(h, CELL_EVENT, level->state, event, WAY_INHERITED);
        note(h, CELL_EVENT, state_of_handler(p, m->kind, level->actions[event]), event, way);
    }
}

// The top state does not handle the event: the one below it may; without one it is a bug.
static void pass_on(Stepper *h, const Machine *m, uint32_t event)
{
    assert(m->level_count > 0);
    if (m->level_count > 1)
        meet(h, m, &m->levels[m->level_count - 2], event, WAY_RAISED);
    else if (event != P_EVENT_HALT)
        note(h, CELL_EVENT, machine_state(m), event, WAY_UNHANDLED);
}

static bool pushes(const PProgram *p, uint32_t from, uint32_t event, uint32_t to)
{
    const PHandler *handler = own_handler(p, from, event);
    return handler && handler->kind == P_ON_PUSH && handler->target == to;
}

static void happened(void *data, const Machine *m, Happening what, uint32_t state, uint32_t event,
                     uint32_t type, PWord value)
{
    Stepper *h = data;
    const Level *top = m->level_count ? &m->levels[m->level_count - 1] : NULL;
    (void)type;
    (void)value;
    switch (what) {
    case HAPPENED_ENTRY:
        note(h, CELL_ENTERED, state, 0, 0);
        break;
    case HAPPENED_DEQUEUE:
        meet(h, m, top, event, WAY_TAKEN);
        break;
    case HAPPENED_RAISE:
        meet(h, m, top, event, WAY_RAISED);
        break;
    case HAPPENED_RECEIVE:
        note(h, CELL_EVENT, state, event, WAY_RECEIVED);
        break;
    case HAPPENED_GOTO:
        note(h, CELL_GOTO, top->state, state, m->handler ? event : P_NONE);
        break;
    case HAPPENED_PUSH:
        note(h, CELL_PUSH, top->state, state,
             pushes(h->engine->program, top->state, event, state) ? event : P_NONE);
        break;
    case HAPPENED_POP:
        note(h, CELL_POPPED, state, 0, 0);
        break;
    case HAPPENED_HALT:
        note(h, CELL_HALTED, m->kind, state, 0);
        break;
    case HAPPENED_UNHANDLED:
        pass_on(h, m, event);
        break;
    case HAPPENED_EXIT:
        break;
    }
}

void cover_begin(Stepper *h)
{
    assert(!h->scratch.observer);
    h->observer = (Observer){.happened = happened, .data = h};
    h->note_count = 0;
    h->scratch.observer = &h->observer;
}

uint32_t cover_end(Stepper *h)
{
    h->scratch.observer = NULL;
    return trail_of(h->engine->trails, h->notes, h->note_count);
}

void cover_unseen(Stepper *h, uint32_t event)
{
    note(h, CELL_ANNOUNCED, h->scratch.kind, event, 0);
}

// --------------------------------------------------------------------- what the engine does

uint32_t cover_announced(Stepper *h, uint32_t local, uint32_t event)
{
    Cell cell = {CELL_ANNOUNCED, local_at(h->engine, local)->kind, event, 0};
    return trail_of(h->engine->trails, &cell, 1);
}

uint32_t cover_sent(Stepper *h, uint32_t local, uint32_t event, uint32_t target)
{
    const Engine *e = h->engine;
    Cell cell = {CELL_SENT, local_at(e, local)->kind, event, path_at(e, target)->kind};
    return trail_of(e->trails, &cell, 1);
}

uint32_t cover_created(Stepper *h, uint32_t creator, uint32_t kind)
{
    Cell cell = {CELL_CREATED, creator, kind, 0};
    return trail_of(h->engine->trails, &cell, 1);
}

static uint32_t met(Stepper *h, uint32_t local, uint32_t event, Way way)
{
    const Engine *e = h->engine;
    Cell cell = {CELL_EVENT, local_at(e, local)->state, event, way};
    return trail_of(e->trails, &cell, 1);
}

uint32_t cover_ignored(Stepper *h, uint32_t local, uint32_t event)
{
    return met(h, local, event, WAY_IGNORED);
}

// Calls `pass` with each event in front of the place; with long queues only once.
static void each_event(Stepper *h, uint32_t local, uint32_t queue, uint32_t place,
                       void (*pass)(Stepper *h, uint32_t local, uint32_t event, uint32_t *trail),
                       uint32_t *trail)
{
    const Engine *e = h->engine;
    const Queue *q = queue_at(e, queue);
    if (!queue_is_long(e, q)) {
        const uint32_t *messages = queue_messages(h, queue);
        for (uint32_t i = 0; i < q->count && i < place; i++)
            pass(h, local, message_at(e, messages[i])->event, trail);
        return;
    }
    ArenaMark mark = arena_mark(&h->arena);
    uint64_t *events = NEW_ARRAY(&h->arena, uint64_t, e->event_words);
    part_add_events(e, q->part, place, events);
    for (uint32_t i = 0; i < e->event_words; i++)
        for (uint64_t left = events[i]; left; left &= left - 1)
            pass(h, local, i * 64 + (uint32_t)__builtin_ctzll(left), trail);
    arena_rewind(&h->arena, mark);
}

static void skip(Stepper *h, uint32_t local, uint32_t event, uint32_t *trail)
{
    const Engine *e = h->engine;
    if (local_wants(e, local, event) == WANTS_DROP)
        *trail = trail_join(e->trails, *trail, cover_ignored(h, local, event));
    else if (local_at(e, local)->receive == P_NONE)
        *trail = trail_join(e->trails, *trail, met(h, local, event, WAY_DEFERRED));
}

uint32_t cover_skipped(Stepper *h, uint32_t local, uint32_t queue, uint32_t place)
{
    uint32_t trail = 0;
    each_event(h, local, queue, place, skip, &trail);
    return trail;
}

static void note_deferred(Stepper *h, uint32_t local, uint32_t event, uint32_t *trail)
{
    const Engine *e = h->engine;
    uint32_t state = local_at(e, local)->state, events = e->program->event_count;
    (void)trail;
    assert_debug(state < e->program->state_count && event < events);
    uint64_t *since = &h->deferred[(size_t)state * events + event];
    if (*since == 0 && local_wants(e, local, event) == WANTS_DEFER)
        *since = h->schedule + 1;
}

void cover_passed(Stepper *h, uint32_t local, uint32_t queue, uint32_t place)
{
    if (local_at(h->engine, local)->receive == P_NONE)
        each_event(h, local, queue, place, note_deferred, NULL);
}

// -------------------------------------------------------------------------------- counting

void tracks_grow(Tracks *t, uint32_t trail)
{
    assert(trail >= t->capacity && trail < UINT32_MAX / 4);
    uint32_t capacity = trail * 2 + 64;
    t->counts = memory_resized(t->counts, capacity, sizeof *t->counts);
    for (uint32_t i = t->capacity; i < capacity; i++)
        t->counts[i] = 0;
    t->capacity = capacity;
}

void engine_set_schedule(Stepper *h, uint64_t number)
{
    assert(number >= h->schedule || number == 0);
    h->schedule = number;
}

void engine_coverage(Stepper *h, uint64_t last, Coverage *into)
{
    const Engine *e = h->engine;
    uint32_t events = e->program->event_count;
    trails_add_up(e->trails, h->tracks.counts, h->tracks.capacity, into);
    for (uint32_t state = 0; state < e->program->state_count; state++)
        for (uint32_t event = 0; event < events; event++) {
            uint64_t since = h->deferred[(size_t)state * events + event];
            if (since && since - 1 <= last)
                coverage_add(into, &(Cell){CELL_EVENT, state, event, WAY_DEFERRED}, 1);
        }
}

void engine_start_coverage(const Engine *e, Coverage *into)
{
    uint64_t *counts = memory_zeroed((size_t)e->start_trail + 1, sizeof *counts);
    counts[e->start_trail] = 1;
    trails_add_up(e->trails, counts, e->start_trail + 1, into);
    free(counts);
}
