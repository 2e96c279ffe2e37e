// cli/rounds.h: how long each of several tests is searched.
//
// Every test gets a short slice of time first, so that bugs which are found quickly show at
// once, whichever test has them. Those that are not finished are searched again from their
// start, in rounds, each time about ten times as long. A test that is alone gets all the
// time there is.

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
    double last;         // seconds that the last round was given; 0: there was none
    double elapsed;      // since the check began
    uint32_t waiting;    // tests that still want a slice in this round, this one among them
    bool is_alone;       // all others are finished
    bool ends_by_itself; // another limit than time ends it soon
} RoundTest;

typedef enum RoundSlice {
    ROUND_RUN,        // for so many seconds
    ROUND_UNLIMITED,  // until it ends
    ROUND_OVER,       // no time is left that would show more than the last round did
} RoundSlice;

RoundSlice rounds_next(const RoundLimits *limits, const RoundTest *test, double *seconds);
