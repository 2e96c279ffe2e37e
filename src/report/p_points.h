// report/p_points.h: the scheduling points of P's own checker.
//
// P's checker chooses the next machine at these points: before an event is put into a queue,
// before a machine is created, when a machine has taken an event, in a state with `on null` also
// before the machine looks for an event, and when a machine has nothing left to do. An idle
// machine that wakes up takes its event without another point. Monitors that see an event, and
// choices, are not points.
//
// A PPoints follows one of our executions, move by move, and stores at which of P's points each
// machine is. With it schedules can be read and written in P's format.

#pragma once

#include "check/replay/execute.h"

typedef enum PPoint {
    PP_START,  // was just created
    PP_PUT,    // is about to put an event into a queue
    PP_NEW,    // is about to create a machine
    PP_TAKEN,  // has taken an event
    PP_LOOK,   // in a state with `on null`: is about to look into its queue
    PP_NULL,   // has found its queue empty
    PP_IDLE,   // waits for an event
    PP_HALTED,
} PPoint;

typedef struct PPoints {
    const Execution *x;
    PPoint *points;  // by the number of the machine
    uint32_t count, capacity;
} PPoints;

void p_points_init(PPoints *pp, const Execution *x);
void p_points_drop(PPoints *pp);

// Whether P could choose this machine to run.
bool p_points_is_enabled(const PPoints *pp, uint32_t machine);

// P has chosen this machine. True when it moves; false when it only looks into its queue, and
// must be chosen again.
bool p_points_go(PPoints *pp, uint32_t machine);

// Whether the machine must continue, because P has no point here.
bool p_points_goes_on(const PPoints *pp, uint32_t machine);

// Updates the points after the machine has moved to its next point. It may have created machines.
void p_points_settle(PPoints *pp, uint32_t machine);

// P delivers `null` when the queue was empty when the machine looked into it; our runtime, when
// the queue is empty now. False when an event was put into the queue between the two.
bool p_points_agrees(const PPoints *pp, uint32_t machine);

// At POSITION_CHOICE: whether it is a `$`, for which P writes True or False.
bool p_points_is_boolean(const PPoints *pp, uint32_t machine);
