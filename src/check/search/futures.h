// check/search/futures.h: how executions go on at random from a state, and how they end.
//
// A future is a schedule of --search random that begins in the state (onward.h). Another machine
// may run after each move (--points full), so that all states count alike. Machines, deliveries,
// faults and alternatives are drawn as `plait check` draws them, and a future ends in what `plait
// check` calls a bug. That includes a loop that keeps a monitor hot, and a monitor that is hot for
// half of the steps that a future may have.
//
// For a bug, the share of futures that end in it, from each turn of its trace on, shows where the
// bug became likely: the point of no return is where the share jumps to one.

#pragma once

#include "check/search/onward.h"

typedef struct Futures {
    uint32_t tried;
    uint32_t bugs[P_ERROR_SETUP + 1];  // by PError
    uint32_t quiet;                    // nothing was left to do
    uint32_t cut;                      // more steps than allowed
    uint32_t discarded;                // an assumption did not hold: they count as not tried
    uint64_t steps;                    // of all of them, with the way to the state
} Futures;

typedef struct FutureOptions {
    uint32_t count;  // how many
    uint32_t most;   // steps of each, after the state
    bool leaves_liveness;  // loops and hot monitors are no bugs
    uint64_t seed;
    double seconds;  // no more are begun after this time; 0: no limit
} FutureOptions;

// Adds to `f` what comes after the first `turns` turns of the schedule. False, with the reason,
// when these cannot be executed, or end the execution.
bool futures_add(Futures *f, const PProgram *p, const PTest *test, const Schedule *schedule,
                 uint32_t turns, const FutureOptions *options, Err *err);

// From some turns of a schedule.
typedef struct FuturePoint {
    uint32_t turn;         // after so many turns
    uint32_t tried, hits;  // of these, as many ended in the bug
} FuturePoint;

typedef struct FutureCurve {
    FuturePoint *points;
    uint32_t count;
} FutureCurve;

// The share of futures that end in a bug of the kind, at up to 64 points. Up to `count` futures
// from each point, fewer when that would take too many steps: what is tried is in the points. The
// same schedule gives the same curve.
FutureCurve futures_curve(const PProgram *p, const PTest *test, const Schedule *schedule,
                          PError kind, uint32_t count);
void futures_curve_drop(FutureCurve *c);
