// check/crew/crew.h: one search, as its workers see it.
//
// The data that exhaustive searches and sampling share: the options, the engine, the data of
// each worker, the finding, and the reason why the search ends. check/search sets it up and
// makes the result. options.h and result.h are for all rooms, progress.h for code that prints
// numbers.
//
// Sees: base, rt, check/engine/engine.h, check/engine/network.h, check/engine/points.h,
//     check/store/store.h, check/explorer/orders.h, check/replay/execute.h.
// Used by: check/exhaust, check/sample, check/search, report, cli.

#pragma once

#include "base/err.h"
#include "check/crew/parked.h"
#include "check/crew/policy.h"
#include "check/crew/result.h"
#include "check/crew/workers.h"
#include "check/explorer/orders.h"

enum {
    BATCH = 128,      // states expanded together
    DEPTH_BATCH = 8,  // the same in a depth-first search
    GUESSES = 512,    // steps of them that the exact store looks up together
    LATER = 8,        // strata for which items can be parked
};

#define PARENT_NONE 0xffffffffu
#define LABEL_END 0xffffffffu  // of a bug: no machine can run any more

// The edges of one machine in the state of an item of the batch.
typedef struct Run {
    uint32_t item;
    uint32_t machines;      // in the item's state
    uint32_t first, count;  // in the stepper's list
    uint32_t wanted;        // only edges whose choices cost this are taken
    uint32_t from_state;    // the explorer's state to step from
    uint32_t path;          // of the machine
    bool is_whole;          // the edges of all machines: see exhaust/by_cost.c
    bool is_counted;        // all its edges were counted when they were looked up
    bool is_eager;          // only one machine was expanded, whose step nobody sees
    uint64_t enabled;       // places below 64 of machines known to be able to run, as a set
    uint64_t takers;        // see engine_takers
    const struct Ranks *ranks;  // the order of its machines: see exhaust/at_once.c
    uint32_t base;              // the explorer's state that it begins with
} Run;

// One machine that may run in a state.
typedef struct Candidate {
    uint32_t at, path, from_state;
    uint32_t cost;  // of running it
    uint32_t due;   // the level of the item at which its next steps are made
} Candidate;

typedef struct Search Search;

// The worker's counters for other threads; only the worker writes them.
typedef struct Tally {
    _Atomic uint64_t states, transitions, depth, frontier;
    _Atomic uint64_t schedules, steps;
} Tally;

// A bug, and the path to it.
typedef struct Finding {
    bool is_there;
    bool goes_on;  // liveness: the execution could go on, with a monitor that stays hot
    Bug bug;
    uint64_t depth;
    uint32_t number;  // of the state
    uint32_t label;   // of its step that failed, or LABEL_END
    uint64_t stratum;
    uint64_t schedule;  // samples, here and below
    uint64_t delays;
    uint64_t base;     // steps of the path to the state `number`, which the store has
    bool is_behind;    // `number` is the parent of that state, with a step `behind`
    uint32_t behind;
    uint32_t *labels;  // the rest of the path: depth - base labels
    bool has_way;      // samples from the first state have `way` instead of labels
    Schedule way;
    uint32_t loop;     // the number of last steps that are repeated for ever; 0: none
    bool is_within_handler;
} Finding;

typedef struct SearchWorker {
    Search *search;
    uint32_t index;
    Stepper *stepper;
    Heap heap;
    Pile pile;  // items of this stratum
    ItemQueue current;  // items that this stratum began with
    ItemQueue later[LATER];  // items for the next stratum, and those after it
    ParkedLine parked[LATER];  // the same, packed
    ParkedReader reader;  // of a packed chunk of this stratum
    struct AtOnce *at_once;  // of exhaust/at_once.c, or NULL
    Item items[BATCH];
    uint32_t item_count;
    uint32_t *words;  // of the items
    uint64_t word_capacity;
    Run *runs;
    uint32_t run_count, run_capacity;
    uint32_t guesses[GUESSES];  // of the store, for the first edges of the batch
    uint32_t guess_count;
    Candidate *candidates;  // in a state
    uint32_t candidate_count;
    uint32_t *enabled;  // places, or paths
    uint32_t machine_capacity;
    uint64_t states, transitions, depth, steps, schedules;
    uint64_t chunks_seen;
    uint32_t recorded;  // the item whose steps are recorded, plus 1
    uint32_t second_item;  // the item whose second fingerprint is `second`, plus 1
    uint64_t second;
    uint32_t limits;
    uint64_t sealed;
    uint64_t assumed;  // steps, or samples, that an assumption discarded
    uint64_t ends;     // states in which no machine can run; samples not discarded
    Finding later_bug;         // ses: a bug whose stratum has not come, the first of them
    uint64_t later_bug_stratum;
    _Alignas(64) Tally tally;
} SearchWorker;

struct Search {
    const PProgram *program;
    const PTest *test;
    SearchOptions options;
    const SearchPolicy *policy;  // of the kind
    Engine *engine;    // of the first worker
    Engine **engines;  // one for all workers, or in sampling one for each
    uint32_t engine_count;
    Store *store;
    struct Spent *spent;  // with a limit for paths: the smallest amount spent to reach a state
    Orders *orders;       // when steps cost delays; in sampling each worker has its own
    void (*check_memory)(Search *s);  // stops the search when it uses too much memory
    Frontier frontier;
    struct Recorder *recorder;  // of steps, for liveness; or NULL
    struct Nodes *nodes;  // numbers of states, for the recorder; NULL: it has those of the store
    Crew crew;
    SearchWorker *workers;
    uint32_t batch;
    _Atomic bool wants_growth;  // the store is full: all workers must pause
    bool is_plain;        // all steps of a state are made together
    bool counts_choices;  // choices cost delays
    bool has_budget;      // for choices
    bool has_extra;       // the store's key contains the explorer's state, or the last machine
    bool keys_choices;    // it contains the number of changed choices
    bool is_numbered;     // steps are recorded with the store's numbers of states
    bool needs_second;    // the second fingerprint of a state is needed
    bool needs_words;     // the words of a state are needed before it is looked up
    bool is_simple;       // the store's key is just the fingerprint
    bool is_worded;       // it is the fingerprint and the words
    bool settles;         // steps that no other can see are run through (engine_settle)
    bool is_at_once;      // steps that cost more are computed when a state is first visited
    bool hears_changes;   // of the explorer: orders_hear_changes
    uint64_t stratum;     // the current one
    uint64_t strata;      // completed ones
    uint64_t allowance;   // depth up to which states belong to this stratum
    bool is_exhausted;    // the frontier is empty
    int64_t first_bytes;  // memory of values before the search
    bool is_stopping;     // running steps are abandoned; changed atomically
    _Atomic uint32_t limits;
    _Atomic uint64_t states;  // only counted when there is a limit
    pthread_mutex_t found_lock;
    Finding found;
    _Atomic bool has_found;
    _Atomic uint64_t last_schedule;  // samples: later ones are not needed
    struct Sampler *sampler;
    struct Lead *lead;          // samples begin with these moves (sample_lead.h), or NULL
    bool watches_loops;         // in all samples, not only in some
    bool is_sampling;
    bool has_hot_states;        // a monitor of the test has one
    bool has_liveness;          // infinite runs are checked for hot states
    bool has_sampled;           // all requested samples were made
    bool samples_sealed;        // hybrid: also samples states hidden by seals
    uint64_t sampled_steps;     // sampling ends after this many steps; 0: no limit
    Leftover leftover;          // hybrid: the frontier that ses left
    _Atomic uint64_t shown_stratum;
    double started, last_drawn;
    uint64_t last_states;
};

// crew.c
void search_limit(Search *s, uint32_t limits);  // notes that these limits were reached
void search_stop(Search *s, Limit limit);       // 0: not because of a limit
// Stores the finding if it is the best so far, and stops the search. A search for the shortest
// one goes on to the end of the stratum.
void search_found(Search *s, const Finding *f);
// The same while all workers wait: does not stop the search.
void search_keep(Search *s, const Finding *f);
// An explorer, for that many workers.
Orders *search_orders(const Search *s, uint32_t workers, Err *err);

// counterexample.c: the labels of the steps from the first state, as many as the finding is
// deep.
uint32_t *counterexample_labels(const Search *s, const Finding *f);
// Makes the schedule of the finding for the executor. False when that is not possible: a bug of
// plait. Delays are counted when the search has an explorer.
bool counterexample_schedule(Search *s, Stepper *h, const uint32_t *labels, const Finding *f,
                             Schedule *schedule, uint64_t *delays);

// One number for machine and label, small when both are small. `machines` is the number of
// machines in the state in which the step is made.
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
