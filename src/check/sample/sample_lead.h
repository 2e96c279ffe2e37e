// check/sample/sample_lead.h: the moves with which every sample of a search begins.
//
// A user has driven an execution to some state, and a strategy goes on from there. The moves so far
// are the lead. The walk makes them as steps of the engine, so that the strategy finds the walk as
// if it had made them itself; nothing is drawn meanwhile.
//
// A step of the engine may have several moves (check/engine/points.h). Where the lead ends, or
// another machine moves, in the middle of a step, the lead cannot be followed: then the search
// needs POINTS_FULL.

#pragma once

#include "check/sample/sample_walk.h"

typedef struct Lead {
    Schedule moves;  // a turn for each
    bool is_open;    // the last move is stopped at a choice
    bool has_failed; // it could not be followed
} Lead;

// Makes the moves. `explorer_state`, when not NULL, follows them. False: the walk has ended.
bool lead_follow(Walk *w, uint32_t *explorer_state);

// Adds a turn for each thing that can go wrong in the walk's state.
void lead_faults(Walk *w, Schedule *faults);
