// cli/rounds.h: how long each of several tests is searched.
//
// First every test gets a short slice of time, so that bugs which are easy to find are reported
// early, whichever test has them. Unfinished tests are searched again from their initial state,
// in rounds, each about ten times as long as the one before. A single test gets all the time.

#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct RoundLimits {
    double each;     // seconds for each test (--time); 0: no limit
    double all;      // seconds for all of them (--total-time); 0: no limit
    uint32_t tests;  // how many there are
} RoundLimits;

// One test, when its next slice is asked for.
typedef struct RoundTest {
    double spent;        // seconds in all rounds so far
    double last;         // time limit of the last round in seconds; 0: no round yet
    double elapsed;      // since the check began
    uint32_t waiting;    // tests that still need a slice in this round, including this one
    bool is_alone;       // all others are finished
    bool ends_by_itself; // a limit other than time ends it soon
} RoundTest;

typedef enum RoundSlice {
    ROUND_RUN,        // for the returned number of seconds
    ROUND_UNLIMITED,  // until it ends
    ROUND_OVER,       // the time left is not enough to explore more than the last round did
} RoundSlice;

RoundSlice rounds_next(const RoundLimits *limits, const RoundTest *test, double *seconds);
