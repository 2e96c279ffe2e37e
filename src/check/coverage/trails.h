// check/coverage/trails.h: what happens on a step, as one number.
//
// The engine works a step out once and takes it millions of times. So what happens on it
// is gathered when it is worked out, as a set of cells (check/coverage/coverage.h), and the set
// gets a number: its trail. Taking the step then costs one addition to a small
// array, which each stepper has for itself, and the cells are looked at when all is over.
//
// There are few trails: they tell states and events apart, not values. Trail 0 is empty.

#pragma once

#include "check/coverage/coverage.h"

typedef struct Trails Trails;

Trails *trails_new(void);
void trails_free(Trails *t);
uint64_t trails_bytes(const Trails *t);

// All of these may come from several threads at once.

uint32_t trail_of(Trails *t, const Cell *cells, uint32_t count);
// What happens on either of two that differ and are not empty.
uint32_t trail_union(Trails *t, uint32_t a, uint32_t b);

static inline uint32_t trail_join(Trails *t, uint32_t a, uint32_t b)
{
    return b == 0 || a == b ? a : a == 0 ? b : trail_union(t, a, b);
}

// Its cells, into room for so many; returns how many there are.
uint32_t trail_cells(Trails *t, uint32_t trail, Cell *cells, uint32_t room);

// `counts` says how often each of the first trails was taken.
void trails_add_up(Trails *t, const uint64_t *counts, uint32_t count, Coverage *into);
