// check/search/search.h: from a test to a verdict.
//
// One loop serves all searches: take items from the frontier, expand them together,
// look the states up, put what is new back. They differ in what an item is (a state, or
// a state and the part of its steps that costs so many delays) and which one is next.
//
// Sees: base, rt, check/engine/engine.h, check/store/store.h, check/store/store_look.h,
//     check/explorer/orders.h, check/replay/execute.h, check/coverage/coverage.h,
//     check/sample/sample.h.
// Used by: check/sample, report, cli.

#pragma once

#include <stdio.h>

#include "base/err.h"
#include "check/engine/engine.h"
#include "check/replay/execute.h"
#include "check/store/store.h"

typedef enum SearchKind {
    SEARCH_SES,     // strata of delays
    SEARCH_DFS,
    SEARCH_BFS,     // the shortest counterexample
    SEARCH_DEPTH,   // depth first up to a bound that is raised
    SEARCH_PB,      // strata of preemptions
    SEARCH_HYBRID,  // ses, and when that cannot go on, samples from its frontier
    SEARCH_RANDOM,  // from here on: samples. Schedules drawn by lot
    SEARCH_IRS,     // the same, cut off; later and later
    SEARCH_SS,      // strata of delays
    SEARCH_SS_PAPER,
    SEARCH_PCT,
    SEARCH_POS,
    SEARCH_SURW,
    SEARCH_QL,
    SEARCH_FEEDBACK,
    SEARCH_PORTFOLIO,  // several of them take turns
    SEARCH_COUNT,
} SearchKind;

static inline bool search_samples(SearchKind kind)
{
    return kind >= SEARCH_RANDOM;
}

enum { PCT_DEPTH_MAX = 64 };

typedef enum DelayCost { DELAY_POSITION, DELAY_UNIT } DelayCost;
typedef enum ChoiceCost { CHOICE_DELAY, CHOICE_FREE, CHOICE_BUDGET } ChoiceCost;

typedef struct SearchOptions {
    SearchKind kind;
    const char *explorer;      // NULL: rtc
    const char *include;       // the folder of plait/explorer.h, to compile an explorer
    StoreKind store;
    StorePolicy policy;
    Points points;
    bool has_memo;
    bool is_strict;            // ses: remembers (state, d)
    DelayCost delay_cost;
    ChoiceCost choice_cost;
    uint32_t choice_budget;
    uint32_t workers;
    uint64_t memory;           // bytes
    uint64_t delays_max;       // UINT64_MAX: no bound; for pb, preemptions
    uint64_t depth_max;        // 0: none
    uint64_t states_max;       // 0: none
    uint32_t queue_max;        // 0: none
    double seconds;            // 0: none
    uint64_t schedules, steps; // samples: how many, of how many steps at most; hybrid, 0:
                               // as many as there is time for, or seems right
    uint64_t temperature;      // samples: steps for which a monitor may be hot; 0: any number
    bool ends_at_steps;        // ... within `steps`; else a schedule goes on when it is cut off hot
    double ss_c1, ss_c2;       // ss: so many samples in stratum i: c1 + c2^i
    uint32_t pct_depth;        // pct: of the bugs that it looks for
    uint64_t pct_k;            // pct: points of an execution; 0: as it turns out
    uint64_t seed;
    int64_t loop_limit;
    FILE *progress;            // NULL: none
    const char *label;         // for progress: the test's name
} SearchOptions;

// Limits that were hit, as bits; search_limit_name names each.
typedef enum Limit {
    LIMIT_DELAYS = 1 << 0,
    LIMIT_DEPTH = 1 << 1,
    LIMIT_STATES = 1 << 2,
    LIMIT_QUEUE = 1 << 3,
    LIMIT_TIME = 1 << 4,
    LIMIT_MEMORY = 1 << 5,
    LIMIT_SCHEDULES = 1 << 6,
    LIMIT_STEPS = 1 << 7,
    LIMIT_CHOICES = 1 << 8,
    LIMIT_INTERRUPTED = 1 << 9,
    LIMIT_EXPLORER = 1 << 10,  // the explorer crashed
    LIMIT_SEALED = 1 << 11,    // the program sealed off schedules
    LIMIT_ASSUME = 1 << 12,    // an assumption discarded every execution: nothing was checked
} Limit;

// What is said in the end. Decided once, by the search (search_verdict.c).
typedef enum VerdictKind {
    VERDICT_NOT_RUN,       // the search did not begin
    VERDICT_VERIFIED,      // all states were covered, and every property of the test was checked
    VERDICT_NO_BUG_FOUND,  // nothing is wrong in what was covered
    VERDICT_BUG,
    VERDICT_CANNOT_CHECK,  // the search could not go on: foreign code or an explorer
} VerdictKind;

enum { MISS_MAX = 8 };

// What samples have seen, and how likely they have missed something.
typedef struct Sampled {
    bool is_there;
    uint64_t runs;      // executions: a sample of ss has several
    uint64_t machines;  // the most at one time
    double states, orders;                // different ones: states, partial orders
    bool has_all_states, has_all_orders;  // these are counts; else estimates
    double new_state, new_order;          // the probability that the next one is new
    // Delays: at most so likely was an execution missed that has as many delays, counted
    // from where the samples begin, as the index says. The first index that is meant, and
    // the number behind the last.
    uint32_t delay_first, delay_count;
    double delay_missed[MISS_MAX];
    uint64_t delay_points;    // the most in one execution
    bool draws_choices;       // what is chosen is left out of all this
    uint64_t frontier;        // hybrid: items that samples begin with; 0: there was no need
    uint64_t frontier_among;  // steps that one of them stood for, at most
    // Depth: the same for a bug of that depth; 0: nothing is promised.
    uint32_t depth;
    uint64_t depth_points;
    double depth_missed;
} Sampled;

typedef struct SearchResult {
    VerdictKind verdict;
    bool has_bug;
    Bug bug;
    Schedule schedule;          // that leads to the bug
    bool is_replayed;           // the executor found the same bug
    uint64_t bug_delays;        // of the stratum in which it was found
    bool cannot_check;          // something outside of the program is missing: `note` says what
    bool is_complete;           // the whole state space was covered
    bool has_hot_states;        // executions without end that stay in one are not covered
    uint64_t assumed;           // steps, or samples, that an assumption discarded
    uint32_t limits;
    uint64_t states, transitions;
    uint64_t schedules, steps;  // samples
    Sampled sampled;
    uint64_t strata;            // completed ones
    uint64_t depth;             // the longest path
    double seconds;
    uint64_t peak_bytes;
    uint64_t store_bytes;
    double omission;            // probability
    uint64_t replaced, unknown;
    uint64_t completed_orders, sealed_orders;
    Coverage *coverage;         // of the steps taken
    char note[P_TEXT_MAX];      // what else the user should know; "" for nothing
} SearchResult;

// False when it could not begin: no such explorer, no memory.
bool search_run(const PProgram *p, const PTest *test, const SearchOptions *options,
                SearchResult *result, Err *err);
void search_result_drop(SearchResult *r);

// Asks every running search to end soon; may be called from a signal handler.
void search_interrupt(void);

const char *search_limit_name(Limit limit);
const char *search_verdict_name(VerdictKind verdict);

// Three quarters of what this machine, or the control group, has.
uint64_t search_default_memory(void);
