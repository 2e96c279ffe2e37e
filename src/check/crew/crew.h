// check/crew/crew.h: one search, as its workers see it.
//
// What the loop of the exhaustive searches and the samplers share: the options, the engine,
// what each worker has, what was found, and why the search ends. The room above, check/search,
// sets it up, and makes a result of it. options.h and result.h are for everybody, progress.h for
// who prints numbers.
//
// Sees: base, rt, check/engine/engine.h, check/engine/points.h, check/store/store.h,
//     check/explorer/orders.h, check/replay/execute.h.
// Used by: check/exhaust, check/sample, check/search, report, cli.

#pragma once

#include "base/err.h"
#include "check/crew/policy.h"
#include "check/crew/result.h"
#include "check/crew/workers.h"
#include "check/explorer/orders.h"

enum {
    BATCH = 32,       // states expanded together
    DEPTH_BATCH = 8,  // the same, where the last one found comes first
};

#define PARENT_NONE 0xffffffffu
#define LABEL_END 0xffffffffu  // of a bug: nobody can run any more

// Edges of one machine that an item of the batch executes.
typedef struct Run {
    uint32_t item;
    uint32_t machines;      // in the item's state
    uint32_t first, count;  // in the stepper's list
    uint32_t wanted;        // what their choices have to cost
    uint32_t from_state;    // the explorer's state to step from
    uint32_t path;          // of the machine
} Run;

// One machine that may run in a state.
typedef struct Candidate {
    uint32_t at, path, from_state, cost;
} Candidate;

typedef struct Search Search;

// What a worker tells the others; written by it alone.
typedef struct Tally {
    _Atomic uint64_t states, transitions, depth, frontier;
    _Atomic uint64_t schedules, steps;
} Tally;

typedef struct SearchWorker {
    Search *search;
    uint32_t index;
    Stepper *stepper;
    Heap heap;
    Pile pile;  // of this stratum
    Line line;  // what this stratum began with
    Line next;  // for the next stratum
    Item items[BATCH];
    uint32_t item_count;
    uint32_t *words;  // of the items
    uint64_t word_capacity;
    Run *runs;
    uint32_t run_count, run_capacity;
    Candidate *candidates;  // in a state, and how many
    uint32_t candidate_count;
    uint32_t *enabled;  // paths
    uint32_t machine_capacity;
    uint64_t states, transitions, depth, steps, schedules;
    uint64_t chunks_seen;
    uint32_t recorded;  // the item whose steps are recorded, and 1
    uint32_t limits;
    uint64_t sealed;
    uint64_t assumed;  // steps, or samples, that an assumption discarded
    uint64_t ends;     // states in which nobody can run; samples that no assumption discarded
    _Alignas(64) Tally tally;
} SearchWorker;

// A bug, and the way to it.
typedef struct Finding {
    bool is_there;
    bool goes_on;  // liveness: the execution does, and a monitor stays hot
    Bug bug;
    uint64_t depth;
    uint32_t number;  // of the state
    uint32_t label;   // of its step that failed, or LABEL_END
    uint64_t stratum;
    uint64_t schedule;  // samples, here and below
    uint64_t delays;
    uint64_t base;     // steps of the way that the store knows, to the state `number`
    uint32_t *labels;  // the rest of it: depth - base of them
    bool has_way;      // samples from the first state: instead of labels
    Schedule way;
    uint32_t loop;     // so many of the last steps are repeated for ever; 0: none
    bool is_within_handler;
} Finding;

struct Search {
    const PProgram *program;
    const PTest *test;
    SearchOptions options;
    const SearchPolicy *policy;  // of the kind
    Engine *engine;    // of the first worker
    Engine **engines;  // of all: one, or, when they need not agree about states, one each
    uint32_t engine_count;
    Store *store;
    struct Spent *spent;  // where paths have a limit: the least that was spent on a way to a state
    Orders *orders;       // where steps cost delays; samples have one each
    void (*check_memory)(Search *s);  // sets limits when more is used than there may be
    Frontier frontier;
    struct Recorder *recorder;  // of steps, for liveness; or NULL
    Crew crew;
    SearchWorker *workers;
    uint32_t batch;
    bool is_plain;        // every step of a state is made at once
    bool counts_choices;  // what is chosen costs delays
    bool has_budget;      // for choices
    bool has_extra;       // the key is more than the state
    bool keys_choices;    // it has the choices that were changed, at least
    bool needs_words;     // the store wants more than the fingerprint
    bool is_simple;       // the fingerprint is all there is to a state
    uint64_t stratum;     // the current one
    uint64_t strata;      // completed ones
    uint64_t allowance;   // depth up to which states belong to this stratum
    bool is_exhausted;    // nothing is left in the frontier
    int64_t first_bytes;  // that values took before
    bool is_stopping;     // steps under way are given up; changed atomically
    _Atomic uint32_t limits;
    _Atomic uint64_t states;  // only counted when they are limited
    pthread_mutex_t found_lock;
    Finding found;
    _Atomic bool has_found;
    _Atomic uint64_t last_schedule;  // samples: later ones need not be made
    struct Sampler *sampler;
    bool is_sampling;
    bool has_hot_states;        // a monitor of the test has one
    bool has_liveness;          // and runs without end are checked for it
    bool has_sampled;           // as much as was asked for
    bool samples_sealed;        // hybrid: also what the program sealed off
    uint64_t sampled_steps;     // samples end when they have made so many; 0: never
    Leftover leftover;          // hybrid: what ses left behind
    _Atomic uint64_t shown_stratum;
    double started, last_drawn;
    uint64_t last_states;
};

// crew.c
void search_limit(Search *s, uint32_t limits);  // was hit
void search_stop(Search *s, Limit limit);       // 0: not because of a limit
// The best finding is kept. A search for the shortest one goes on to the stratum's end.
void search_found(Search *s, const Finding *f);
// The same, while all workers stand still: nobody is stopped.
void search_keep(Search *s, const Finding *f);
// An explorer, for so many workers.
Orders *search_orders(const Search *s, uint32_t workers, Err *err);

// counterexample.c: the labels of the steps from the first state, as many as the finding is
// deep.
uint32_t *counterexample_labels(const Search *s, const Finding *f);
// What the executor has to do. False when that cannot be: this is our own mistake. The
// delays are counted when the search has an explorer.
bool counterexample_schedule(Search *s, Stepper *h, const uint32_t *labels, uint64_t count,
                             Schedule *schedule, uint64_t *delays);

// One number for machine and label, small when both are. `machines` are those of the
// state in which the step is made.
static inline uint32_t label_pack(uint32_t machines, uint32_t at, uint32_t label)
{
    uint64_t packed = (uint64_t)label * machines + (at - 1);
    if (__builtin_expect(packed >= LABEL_END, 0))
        bug("a state of %u machines has a step with number %u", machines, label);
    return (uint32_t)packed;
}

static inline void label_unpack(uint32_t machines, uint32_t packed, uint32_t *at, uint32_t *label)
{
    *at = packed % machines + 1;
    *label = packed / machines;
}
