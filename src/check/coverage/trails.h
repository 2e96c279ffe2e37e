// check/coverage/trails.h: what happens on a step, as one number.
//
// The engine computes a step once and takes it millions of times. So the cells
// (check/coverage/coverage.h) of a step are collected when it is computed, and the set of cells
// gets a number: its trail. Taking the step then costs one addition to a small array, which
// each stepper has for itself, and the cells are read at the end of the search.
//
// There are few trails, because they depend on states and events, not on values. Trail 0 is
// empty.

#pragma once

#include "check/coverage/coverage.h"

typedef struct Trails Trails;

Trails *trails_new(void);
void trails_free(Trails *t);
uint64_t trails_bytes(const Trails *t);

// Several threads may call these at once.

uint32_t trail_of(Trails *t, const Cell *cells, uint32_t count);
// The union of two trails that differ and are not empty.
uint32_t trail_union(Trails *t, uint32_t a, uint32_t b);

static inline uint32_t trail_join(Trails *t, uint32_t a, uint32_t b)
{
    return b == 0 || a == b ? a : a == 0 ? b : trail_union(t, a, b);
}

// Writes up to `room` of its cells; returns how many it has.
uint32_t trail_cells(Trails *t, uint32_t trail, Cell *cells, uint32_t room);

// Adds the cells of the first `count` trails; counts[i] is how often trail i was taken.
void trails_add_up(Trails *t, const uint64_t *counts, uint32_t count, Coverage *into);
