// check/replay/wander.h: goes on with an execution, move by move.
//
//     Wander w = wander_begin(execution, &schedule, seed);
//     wander_move(&w, machine, 0, &bug);          // one move of that machine, or one choice
//     wander_on(&w, WANDER_RANDOM, 1000, &bug);   // until nothing can happen
//     wander_drop(&w);
//
// The moves are added to a schedule: moves of the same machine in a row are one turn. Executed
// from the start, the schedule leads to the same state.

#pragma once

#include "base/rng.h"
#include "check/replay/execute.h"

typedef enum WanderWay {
    WANDER_RANDOM,  // each machine that can run is equally likely
    WANDER_RTC,     // the machine that became able to run last
    WANDER_RR,      // one machine after the other
    WANDER_WAY_COUNT,
} WanderWay;

// "random", "rtc", "rr"; WANDER_WAY_COUNT when there is no such way.
WanderWay wander_way(const char *word);

typedef struct Wander {
    Execution *execution;
    Schedule *schedule;  // NULL: the moves are not stored
    Rng rng;
    uint32_t last;      // the machine that ran last; 0: none
    uint32_t *enabled;  // scratch
    uint32_t *line;     // WANDER_RTC: the machines that can run, the first one last
    uint32_t line_count, capacity;
} Wander;

Wander wander_begin(Execution *x, Schedule *schedule, uint64_t seed);
void wander_drop(Wander *w);

// One move of a machine that can run. A machine that is stopped at a choice takes `chosen`.
// EXECUTED_ODD when that is not possible.
Executed wander_move(Wander *w, uint32_t machine, uint32_t chosen, Bug *bug);

// Until the execution ends, at most so many moves. `*is_over` says whether it has ended, or nothing
// can run any more: then execution_end was called. Choices are random.
Executed wander_on(Wander *w, WanderWay way, uint64_t most, bool *is_over, Bug *bug);
