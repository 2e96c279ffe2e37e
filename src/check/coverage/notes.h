// check/coverage/notes.h: the cells of a step, collected while a machine runs.
//
// The machine reports most of it through its observer. Effects on other machines, and what
// happens to the events in its queue, are added by the host that performs them.

#pragma once

#include "base/err.h"
#include "check/coverage/coverage.h"
#include "rt/machine.h"

typedef struct Notes {
    const PProgram *program;
    Cell *cells;  // in the order in which they happened; some may occur several times
    uint32_t count, capacity;
} Notes;

static inline void notes_clear(Notes *n)
{
    n->count = 0;
}

void notes_grow(Notes *n);

static inline void notes_add(Notes *n, CellKind kind, uint32_t a, uint32_t b, uint32_t c)
{
    assert_debug(kind != CELL_EVENT || (a < n->program->state_count && c < WAY_COUNT));
    if (n->count == n->capacity)
        notes_grow(n);
    n->cells[n->count++] = (Cell){kind, a, b, c};
}

// Adds everything that a machine does while it has this observer.
Observer notes_observer(Notes *n);
void notes_drop(Notes *n);
