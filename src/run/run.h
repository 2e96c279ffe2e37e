// run/run.h: the room's door. Host two: a Program, executed on threads.
//
// What it offers is public: plait/host.h, and p_post, p_hold and p_unhold of plait/foreign.h.
//
// Machines are run by workers. Each machine has a mailbox and is run by one
// worker at a time, from event to event; it gives way when nothing in its mailbox
// can be taken, or after a fair share of events. A worker is a thread of the runtime,
// or whoever calls plait_step.
//
// With one worker everything is a function of the program, the seed and what comes from
// outside.
//
// Sees: base, rt.
// Used by: none.

#pragma once

#include "plait/host.h"
