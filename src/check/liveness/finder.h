// check/liveness/finder.h: algorithms that look for a cycle with an accepting edge.
//
// One for each way to look for an infinite run that violates a monitor, except for the strongly
// connected components of fair_cycle.h, which need no product. All have the same answers.

#pragma once

#include "check/liveness/product.h"

// What an algorithm may keep for the next time, when the graph has grown.
typedef struct FinderMemory {
    uint64_t *values;  // by state of the product
    uint64_t count;
} FinderMemory;

// What searches have done.
typedef struct FinderWork {
    uint64_t states;  // of products
    // Of `map` and `imap`: for the first values of each product, and for values inside of parts.
    double first_seconds, refine_seconds;
} FinderWork;

typedef struct Finder {
    const char *name;
    bool is_iterative;  // looks for cycles between strata, not only at the end
    // Whether a cycle with an accepting edge can be reached. Adds to `work` what it has done.
    // `memory` is NULL for those that keep nothing.
    bool (*find)(const Automaton *p, FinderMemory *memory, uint32_t workers, FinderWork *work);
    bool keeps;
} Finder;

extern const Finder finder_ndfs, finder_indfs, finder_map, finder_imap;

const Finder *finder_named(const char *name);  // NULL: there is none

// One search of a finder for all monitors, and all sets of fair choices; and what it keeps.
typedef struct FinderRun {
    const Finder *finder;
    uint32_t workers;
    FinderWork work;  // of all searches
    uint32_t monitor_count, site_count, machine_count;
    FinderMemory *memories;  // by number of the product
    uint32_t memory_count;
} FinderRun;

bool finder_run(FinderRun *run, const Graph *g);
void finder_run_drop(FinderRun *run);
