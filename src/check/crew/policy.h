// check/crew/policy.h: what the kinds of search differ in.
//
// A kind of search is one row of this table. The set-up, the loop, the samplers, the options and
// the reports read the row; none of them asks which kind it is.

#pragma once

#include "check/crew/options.h"

// What a step costs. A stratum has the schedules of one cost.
typedef enum StepCost {
    COST_NONE,        // nothing: there is one stratum, or strata of depth
    COST_DELAYS,      // its place in the explorer's order
    COST_PREEMPTION,  // 1 when another machine ran last and still can
} StepCost;

typedef struct SearchPolicy {
    const char *name;              // of --search
    const char *order;             // in words; NULL: schedules are drawn one by one
    const char *unit;              // of progress: what is counted up; NULL: schedules are
    const char *stratum, *strata;  // in verdicts: one, several; NULL: nothing is said
    const char *cost_name;         // "delay"
    StepCost cost;
    bool remembers;         // states, in a store
    bool samples;           // schedules: all of them, or from what a search has left
    bool remembers_runner;  // the machine that ran last belongs to the state
    bool is_depth_first;    // small batches, small frontier
    bool is_shortest;       // no path to a state is shorter than the first: a bug ends its stratum
    bool has_explorer;
    bool stratifies;  // samples by the number of delays
    bool is_pct;      // has pct's depth and k
    bool is_fair;     // every machine that can run has a turn, with probability 1
    // A stratum is as deep as `depth_step` times its number, counted from 0, and `depth_first`;
    // 0 and 0: as deep as it gets.
    uint64_t depth_step, depth_first;
} SearchPolicy;

extern const SearchPolicy search_policies[SEARCH_COUNT];

static inline const SearchPolicy *search_policy(SearchKind kind)
{
    return &search_policies[kind];
}

// Samples what a search that remembers states has left.
static inline bool policy_is_hybrid(const SearchPolicy *p)
{
    return p->remembers && p->samples;
}

// Nothing but samples.
static inline bool search_samples(SearchKind kind)
{
    return !search_policies[kind].remembers;
}
