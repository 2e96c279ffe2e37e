// run/run.h: the room that executes a Program on threads.
//
// Its interface is public: plait/host.h, and p_post, p_hold and p_unhold of plait/foreign.h.
//
// Workers run machines. Each machine has a queue and belongs to one worker, which runs it event
// after event. The worker switches to another machine when this one can take no event from its
// queue, or after a limited number of events. Machines move between workers (run/balance.c). A
// worker is a thread of the runtime, or the thread that calls plait_step.
//
// With one worker the execution depends only on the program, the seed and the events from
// outside.
//
// Sees: base, rt.
// Used by: cluster.

#pragma once

#include "plait/host.h"
