// check/exhaust/at_once_impl.h: what at_once.c and at_once_make.c share.

#pragma once

#include "check/exhaust/loop_impl.h"

enum {
    SMALL_WORDS = 64,  // of a state whose steps are made at once
    SMALL_MACHINES = SMALL_WORDS / 2,
    CHILDREN_MAX = 8,  // of such a state, parked; when there are more, the state is parked
    EDGES_MAX = 64,    // of such a state: a set of them is a word
    WAIT_BITS = 16,    // log2 of the states that a worker remembers to have parked
    RANK_BITS = 10,    // log2 of the lines of explorers that a worker remembers
    TOLD_BITS = 12,    // log2 of the changes that an explorer was told
    PLANNED_MAX = BATCH * CHILDREN_MAX + EDGES_MAX,
};

#define WAIT_LOW ((UINT64_C(1) << WAIT_BITS) - 1)

static_assert((int)SMALL_WORDS <= (int)PARKED_WORDS, "a small state can be packed");

// What running a machine costs, and where the explorer goes on from: so many delays behind
// Ranks.base.
typedef struct Rank {
    uint8_t cost, delays;
} Rank;

// The line of an explorer's state, by the places of the machines in states of a shape.
typedef struct Ranks {
    uint64_t places;  // of the machines, a set; empty: there is no such line
    uint32_t explorer_state, shape;
    uint32_t base;  // as in OrderLine, relative to the explorer's state
    Rank by_place[SMALL_MACHINES];
} __attribute__((aligned(64))) Ranks;

// The explorer's state after a change.
typedef struct Told {
    uint64_t key;  // see tell_expanded
    uint32_t explorer_state;
} Told;

// A step that has to be made.
typedef struct Planned {
    uint32_t edge;  // in the stepper's list
    uint32_t run;
    uint32_t from_state;  // of the explorer
    uint32_t cost;
} Planned;

typedef struct AtOnce {
    Ranks ranks[1 << RANK_BITS];
    Ranks only;  // of a state in which one machine can run
    Told told[1 << TOLD_BITS];
    uint64_t *waits;  // states that were parked not long ago: is_parked
    uint8_t *known;   // by edge of the batch: whether it leads to a known state
    uint32_t known_capacity;
    // Runs from this one on were not made yet, and the number of edges in those that are counted.
    uint32_t first_run, counted;
    uint32_t now_count, later_count;
    Planned now[PLANNED_MAX], later[PLANNED_MAX];  // that cost nothing; that cost more
} AtOnce;

// Makes the steps that were planned, of runs before this one. False when the search cannot go on.
bool make_planned(SearchWorker *w, uint32_t end);
