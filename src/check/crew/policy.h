// check/crew/policy.h: the differences between the kinds of search.
//
// A kind of search is one row of this table. Set-up, loop, sampling, options and reports read
// the row; none of them tests the kind itself.

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
    const char *order;             // in words; NULL: random schedules, one by one
    const char *unit;              // of progress: what is counted; NULL: schedules
    const char *stratum, *strata;  // in verdicts: one, several; NULL: not mentioned
    const char *cost_name;         // "delay"
    StepCost cost;
    bool remembers;         // has a store of states
    bool samples;           // samples schedules, from the start or from a search's frontier
    bool remembers_runner;  // the store's key contains the machine that ran last
    bool is_depth_first;    // small batches, small frontier
    bool is_shortest;       // the first path to a state is a shortest one: finishes the stratum
    bool has_explorer;
    bool stratifies;  // samples by the number of delays
    bool is_pct;      // has pct's depth and k
    bool may_walk_direct;  // some of its samples need no states and edges: SearchOptions.walk
    bool is_fair;     // every machine that can run has a turn, with probability 1
    // The maximal depth of stratum n, from 0, is depth_first + n * depth_step; without
    // depth_step there is no maximal depth.
    uint64_t depth_step, depth_first;
} SearchPolicy;

extern const SearchPolicy search_policies[SEARCH_COUNT];

static inline const SearchPolicy *search_policy(SearchKind kind)
{
    return &search_policies[kind];
}

// Searches with a store first, then samples from its frontier.
static inline bool policy_is_hybrid(const SearchPolicy *p)
{
    return p->remembers && p->samples;
}

// Only samples.
static inline bool search_samples(SearchKind kind)
{
    return !search_policies[kind].remembers;
}
