// check/explorer/explore_rr.c: the round-robin explorer.
//
// First ready, first run: a machine that becomes ready waits at the end of the line, and the
// machine in front runs until it has nothing more to do. A delay sends it to the end. With few
// delays the search goes wide: every machine gets a turn before one gets a second turn.
//
// Invariant: the line holds every machine that can run exactly once.
//
// M. Emmi, S. Qadeer, Z. Rakamaric: Delay-Bounded Scheduling, POPL 2011.

#include "check/explorer/explore.h"

static void ready(PExplorerState *d, uint32_t m)
{
    p_line_push_back(&d->lines[0], m);
}

const PExplorer explore_rr = {
    .schema = P_EXPLORER_SCHEMA,
    .name = "rr",
    .ready = ready,
    .blocked = p_leave,
    .finish = p_leave,
};
