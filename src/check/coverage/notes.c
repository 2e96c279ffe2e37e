// check/coverage/notes.c: the cells of a step, collected while a machine runs.

#include "check/coverage/notes.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static int compare_cells(const void *one, const void *other)
{
    return memcmp(one, other, sizeof(Cell));
}

// Sorts the notes and removes duplicates.
static void fold(Notes *n)
{
    uint32_t kept = 0;
    if (n->count == 0)
        return;
    qsort(n->cells, n->count, sizeof *n->cells, compare_cells);
    for (uint32_t i = 0; i < n->count; i++)
        if (kept == 0 || !cell_equals(&n->cells[kept - 1], &n->cells[i]))
            n->cells[kept++] = n->cells[i];
    n->count = kept;
}

// Removes duplicates before it grows the list: a handler may loop for a long time.
void notes_grow(Notes *n)
{
    fold(n);
    if (n->count < n->capacity / 2)
        return;
    n->capacity = n->capacity ? n->capacity * 2 : 16;
    n->cells = memory_resized(n->cells, n->capacity, sizeof *n->cells);
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
static void meet(Notes *n, const Machine *m, const Level *level, uint32_t event, Way way)
{
    const PProgram *p = n->program;
    const PHandler *own = own_handler(p, level->state, event);
    if (m->foreign || (own && own->kind != P_ON_DEFER)) {
        notes_add(n, CELL_EVENT, level->state, event, way);
    } else if (!own && level->actions && level->actions[event]) {
        notes_add(n, CELL_EVENT, level->state, event, WAY_INHERITED);
        notes_add(n, CELL_EVENT, state_of_handler(p, m->kind, level->actions[event]), event, way);
    }
}

// The top state does not handle the event: the one below it may; without one it is a bug.
static void pass_on(Notes *n, const Machine *m, uint32_t event)
{
    assert(m->level_count > 0);
    if (m->level_count > 1)
        meet(n, m, &m->levels[m->level_count - 2], event, WAY_RAISED);
    else if (event != P_EVENT_HALT)
        notes_add(n, CELL_EVENT, machine_state(m), event, WAY_UNHANDLED);
}

static bool pushes(const PProgram *p, uint32_t from, uint32_t event, uint32_t to)
{
    const PHandler *handler = own_handler(p, from, event);
    return handler && handler->kind == P_ON_PUSH && handler->target == to;
}

static void happened(void *data, const Machine *m, Happening what, uint32_t state, uint32_t event,
                     uint32_t type, PWord value)
{
    Notes *n = data;
    const Level *top = m->level_count ? &m->levels[m->level_count - 1] : NULL;
    (void)type;
    (void)value;
    switch (what) {
    case HAPPENED_ENTRY:
        notes_add(n, CELL_ENTERED, state, 0, 0);
        break;
    case HAPPENED_DEQUEUE:
        meet(n, m, top, event, WAY_TAKEN);
        break;
    case HAPPENED_RAISE:
        meet(n, m, top, event, WAY_RAISED);
        break;
    case HAPPENED_RECEIVE:
        notes_add(n, CELL_EVENT, state, event, WAY_RECEIVED);
        break;
    case HAPPENED_GOTO:
        notes_add(n, CELL_GOTO, top->state, state, m->handler ? event : P_NONE);
        break;
    case HAPPENED_PUSH:
        notes_add(n, CELL_PUSH, top->state, state,
                  pushes(n->program, top->state, event, state) ? event : P_NONE);
        break;
    case HAPPENED_POP:
        notes_add(n, CELL_POPPED, state, 0, 0);
        break;
    case HAPPENED_HALT:
        notes_add(n, CELL_HALTED, m->kind, state, 0);
        break;
    case HAPPENED_UNHANDLED:
        pass_on(n, m, event);
        break;
    case HAPPENED_EXIT:
    case HAPPENED_CALL:
        break;
    }
}

Observer notes_observer(Notes *n)
{
    return (Observer){.happened = happened, .data = n};
}

void notes_drop(Notes *n)
{
    free(n->cells);
    *n = (Notes){0};
}
