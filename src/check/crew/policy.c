// check/crew/policy.c: the table of the kinds of search.

#include "check/crew/policy.h"

enum {
    PATIENCE = 10000,  // growth of the depth limit of `ses` in each stratum
    DEPTH_STEP = 100,  // growth of the depth limit of `depth` in each stratum
};

// Strata of delays; hybrid does the same before it samples.
#define DELAY_STRATA                                                                  \
    .order = "simplest schedules first", .unit = "stratum", .stratum = "stratum",     \
    .strata = "strata", .cost_name = "delay", .cost = COST_DELAYS, .remembers = true, \
    .has_explorer = true, .depth_step = PATIENCE, .depth_first = PATIENCE

const SearchPolicy search_policies[SEARCH_COUNT] = {
    [SEARCH_SES] = {.name = "ses", DELAY_STRATA},
    [SEARCH_HYBRID] = {.name = "hybrid", DELAY_STRATA, .samples = true, .may_walk_direct = true},
    [SEARCH_DFS] = {.name = "dfs",
                    .order = "depth first",
                    .unit = "stratum",
                    .remembers = true,
                    .is_depth_first = true},
    [SEARCH_BFS] = {.name = "bfs",
                    .order = "shortest executions first",
                    .unit = "level",
                    .stratum = "level",
                    .strata = "levels",
                    .remembers = true,
                    .is_shortest = true,
                    .depth_step = 1},
    [SEARCH_DEPTH] = {.name = "depth",
                      .order = "depth first",
                      .unit = "round",
                      .stratum = "round",
                      .strata = "rounds",
                      .remembers = true,
                      .is_depth_first = true,
                      .depth_step = DEPTH_STEP,
                      .depth_first = DEPTH_STEP},
    [SEARCH_PB] = {.name = "pb",
                   .order = "fewest preemptions first",
                   .unit = "preemptions",
                   .stratum = "bound",
                   .strata = "bounds",
                   .cost_name = "preemption",
                   .cost = COST_PREEMPTION,
                   .remembers = true,
                   .remembers_runner = true},
    [SEARCH_RANDOM] = {.name = "random",
                       .samples = true,
                       .may_walk_direct = true,
                       .is_fair = true},
    [SEARCH_IRS] = {.name = "irs", .samples = true, .may_walk_direct = true, .is_fair = true},
    [SEARCH_SS] = {.name = "ss",
                   .samples = true,
                   .has_explorer = true,
                   .may_walk_direct = true,
                   .stratifies = true},
    [SEARCH_SS_PAPER] = {.name = "ss-paper",
                         .samples = true,
                         .has_explorer = true,
                         .may_walk_direct = true,
                         .stratifies = true},
    [SEARCH_PCT] = {.name = "pct", .samples = true, .may_walk_direct = true, .is_pct = true},
    [SEARCH_POS] = {.name = "pos", .samples = true, .may_walk_direct = true},
    [SEARCH_SURW] = {.name = "surw", .samples = true, .may_walk_direct = true},
    [SEARCH_QL] = {.name = "ql", .samples = true, .may_walk_direct = true},
    [SEARCH_FEEDBACK] = {.name = "feedback",
                         .samples = true,
                         .has_explorer = true,
                         .may_walk_direct = true},
    [SEARCH_PORTFOLIO] = {.name = "portfolio",
                          .samples = true,
                          .has_explorer = true,
                          .stratifies = true,
                          .may_walk_direct = true,
                          .is_pct = true},
};
