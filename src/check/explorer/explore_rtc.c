// check/explorer/explore_rtc.c: the run-to-completion explorers.
//
// They follow cause and effect: the machine that became ready last runs first, so one chain
// of messages is followed to its end before another begins. A delay sends the machine in
// front to the back of the line. With few delays the search goes deep, not wide.
//
// They differ in what a message does to a machine that is waiting for its turn: `rtc`
// leaves it where it is, `rtc-raise` brings it to the front.
//
// Invariant: the line holds every machine that can run exactly once.
//
// A. Desai, S. Qadeer, S. Seshia: Systematic Testing of Asynchronous Reactive
// Systems, FSE 2015.

#include "check/explorer/explore.h"

static void ready(PExplorerState *d, uint32_t m)
{
    p_line_push_front(&d->lines[0], m);
}

static void raise_ready(PExplorerState *d, uint32_t m)
{
    p_line_remove(&d->lines[0], m);
    p_line_push_front(&d->lines[0], m);
}

const PExplorer explore_rtc = {
    .schema = P_EXPLORER_SCHEMA,
    .name = "rtc",
    .flags = P_EXPLORER_LEADS,  // while sealed, the receiver runs before the sender goes on
    .ready = ready,
    .blocked = p_leave,
    .finish = p_leave,
};

const PExplorer explore_rtc_raise = {
    .schema = P_EXPLORER_SCHEMA,
    .name = "rtc-raise",
    .flags = P_EXPLORER_LEADS,
    .ready = raise_ready,
    .blocked = p_leave,
    .finish = p_leave,
};
