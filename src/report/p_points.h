// report/p_points.h: where P's own checker stops a machine.
//
// P's checker asks who goes on: before an event is put into a queue, before a machine is
// created, when a machine has taken an event, in a state with `on null` also before it looks
// for one, and when a machine has nothing left to do. A machine that was idle and wakes
// takes its event without being asked again. Showing an event to monitors, and choices, are
// no such points.
//
// This follows an execution of ours, move by move, and knows at which of P's points each
// machine is: so schedules can be read and written as P has them.

#pragma once

#include "check/replay/execute.h"

typedef enum PPoint {
    PP_START,  // was created
    PP_PUT,    // is about to put an event into a queue
    PP_NEW,    // is about to create a machine
    PP_TAKEN,  // has an event in its hands
    PP_LOOK,   // in a state with `on null`: is about to look into its queue
    PP_NULL,   // found nothing there
    PP_IDLE,   // waits for an event
    PP_HALTED,
} PPoint;

typedef struct PPoints {
    const Execution *x;
    PPoint *points;  // by running number
    uint32_t count, capacity;
} PPoints;

void p_points_init(PPoints *pp, const Execution *x);
void p_points_drop(PPoints *pp);

// Whether P would let the machine go on.
bool p_points_is_enabled(const PPoints *pp, uint32_t machine);

// P lets it go on. True when it moves; false when it only looks into its queue, and is asked
// again.
bool p_points_go(PPoints *pp, uint32_t machine);

// Whether the machine's move has to go on, because P would not stop here.
bool p_points_goes_on(const PPoints *pp, uint32_t machine);

// The machine has moved, up to where P stops it. Machines may have been created.
void p_points_settle(PPoints *pp, uint32_t machine);

// P delivers `null` when the queue was empty as the machine looked; we do, when it is empty
// now. False when there has come an event since.
bool p_points_agrees(const PPoints *pp, uint32_t machine);

// At POSITION_CHOICE: is it `$`, so that P writes True or False?
bool p_points_is_boolean(const PPoints *pp, uint32_t machine);
