// check/sample/sample_loop.h: loops of a walk that keep a monitor hot for ever.
//
// A walk that comes back to a state while a monitor waits may show an infinite execution that
// violates the monitor: an exact bug, not a suspicion (sample_heat.c). A walk notes the
// fingerprints of its states as long as some monitor with hot states is not cold; after the first
// schedules only in some of them. When one occurs again, the schedule is made once more from the
// same seed, and its steps are recorded; then the steps are searched for a fair cycle
// (check/liveness/graph.h), also one that combines several parts of the walk.

#pragma once

#include "check/sample/sample_walk.h"

// NULL when no monitor of the test has a hot state, or liveness is not to be checked.
struct LoopWatch *loop_watch_new(const Search *s);
void loop_watch_free(struct LoopWatch *l);    // may be NULL
void loop_watch_forget(struct LoopWatch *l);  // to be called after engine_forget; may be NULL

// How closely a schedule is watched. A direct walk begins with outlines of its states, which cost
// little. When one occurs again it ends with WALK_CLOSER, and is made again with fingerprints.
typedef enum LoopLook { LOOK_OUTLINES, LOOK_PRINTS, LOOK_RECORDED } LoopLook;

void loop_watch_begin(struct LoopWatch *l, uint64_t schedule, LoopLook look);

// Whether the schedule has to be made once more, recorded.
bool walk_has_loop(const Walk *w);
// For recorded walks: whether there is a violation. Then the walk, which may have ended already,
// ends with it.
bool walk_end_with_loop(Walk *w);

// Called by the walk: at its first state, before and after each step, and when it goes back. The
// first is only for recorded walks.
void walk_loop_record(Walk *w, uint32_t number, const Edge *e, uint32_t label);
void walk_loop_begin(Walk *w);
// The number of the machine that made the step. False: the walk has to be made again.
bool walk_loop_note(Walk *w, uint32_t ran);
void walk_loop_restore(Walk *w);
