// check/crew/options.h: the options of a search.

#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "check/engine/engine.h"
#include "check/engine/network.h"
#include "check/engine/points.h"
#include "check/store/store.h"

// check/crew/policy.c describes them.
typedef enum SearchKind {
    SEARCH_SES,
    SEARCH_DFS,
    SEARCH_BFS,
    SEARCH_DEPTH,
    SEARCH_PB,
    SEARCH_HYBRID,
    SEARCH_RANDOM,
    SEARCH_IRS,
    SEARCH_SS,
    SEARCH_SS_PAPER,
    SEARCH_PCT,
    SEARCH_POS,
    SEARCH_SURW,
    SEARCH_QL,
    SEARCH_FEEDBACK,
    SEARCH_PORTFOLIO,
    SEARCH_COUNT,
} SearchKind;

enum { PCT_DEPTH_MAX = 64 };

typedef enum DelayCost { DELAY_POSITION, DELAY_UNIT } DelayCost;
typedef enum ChoiceCost { CHOICE_DELAY, CHOICE_FREE, CHOICE_BUDGET } ChoiceCost;

// How samples make steps: through the engine, which caches them, or by executing machines in
// place (check/direct/direct.h). AUTO decides by how often steps repeat. The result is the same.
typedef enum WalkKind { WALK_KIND_AUTO, WALK_KIND_MEMO, WALK_KIND_DIRECT } WalkKind;

typedef struct SearchOptions {
    SearchKind kind;
    const char *explorer;      // NULL: rtc
    const char *include;       // the folder of plait/explorer.h, to compile an explorer
    StoreKind store;
    StorePolicy policy;
    Points points;
    const Network *network;    // schedules of the result refer to it; NULL: mailbox
    bool has_memo;
    WalkKind walk;
    bool reduces;              // a step that no other can see is made first, alone, if possible
    bool is_strict;  // ses: the store's key is (state, explorer state)
    DelayCost delay_cost;
    ChoiceCost choice_cost;
    uint32_t choice_budget;
    uint32_t workers;
    uint64_t memory;           // bytes
    const char *liveness;      // how to look for infinite runs (check/liveness/finder.h); NULL: scc
    bool leaves_liveness;      // infinite runs are not checked for hot states
    uint64_t delays_max;       // UINT64_MAX: no bound; for pb, preemptions
    uint64_t depth_max;        // 0: none
    uint64_t states_max;       // 0: none
    uint32_t queue_max;        // 0: none
    uint32_t short_queue;      // longer queues are trees; 0: a default
    double seconds;            // 0: none
    uint64_t schedules, steps; // samples: how many, and the most steps of each; hybrid, 0
                               // schedules: as many as time allows, or a default
    uint64_t temperature;      // samples: steps for which a monitor may be hot; 0: any number
    bool ends_at_steps;        // a schedule never has more than `steps`, also with a hot monitor
    double ss_c1, ss_c2;       // ss: stratum i has c1 + c2^i samples
    uint32_t pct_depth;        // pct: depth of the bugs that it looks for
    uint64_t pct_k;            // pct: points of an execution; 0: measured
    uint64_t seed;
    int64_t loop_limit;
    struct Outcomes *outcomes; // gets those of all executions that end; NULL: not wanted
    // Called once for each state in which no machine can run, by several threads; NULL: not wanted.
    void (*at_end)(void *end_context, Stepper *stepper, const State *state);
    void *end_context;
    FILE *progress;            // NULL: none
    const char *label;         // for progress: the test's name
} SearchOptions;
