// check/engine/cover_note.c: coverage notes of a step, made while the step is computed.
//
// The machine reports most of it through its observer (check/coverage/notes.h). Effects on other
// machines, and what happens to the events in its queue, are noted by the engine where it
// performs them.
//
// Deferring an event is not a step: the event just stays in the queue. It counts as deferred
// in a state of the search in which a machine at rest has the event in its queue in front of
// the one that it takes, or takes none.

#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/memory.h"
#include "check/engine/long_impl.h"

void cover_begin(Stepper *h)
{
    assert(!h->scratch.observer);
    h->observer = notes_observer(&h->notes);
    notes_clear(&h->notes);
    h->scratch.observer = &h->observer;
}

uint32_t cover_end(Stepper *h)
{
    h->scratch.observer = NULL;
    return trail_of(h->engine->trails, h->notes.cells, h->notes.count);
}

void cover_unseen(Stepper *h, uint32_t event)
{
    notes_add(&h->notes, CELL_ANNOUNCED, h->scratch.kind, event, 0);
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
    trails_add_up(e->trails, h->front.tracks.counts, h->front.tracks.capacity, into);
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
