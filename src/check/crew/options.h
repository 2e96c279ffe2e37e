// check/crew/options.h: what a search is asked for.

#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "check/engine/points.h"
#include "check/store/store.h"

// What each of them is: check/crew/policy.c.
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

typedef struct SearchOptions {
    SearchKind kind;
    const char *explorer;      // NULL: rtc
    const char *include;       // the folder of plait/explorer.h, to compile an explorer
    StoreKind store;
    StorePolicy policy;
    Points points;
    bool has_memo;
    bool reduces;              // steps that nobody else can see are made at once, if possible
    bool is_strict;  // ses: remembers (state, explorer state)
    DelayCost delay_cost;
    ChoiceCost choice_cost;
    uint32_t choice_budget;
    uint32_t workers;
    uint64_t memory;           // bytes
    bool leaves_liveness;      // runs without end are not checked for hot states
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
