// trust/rights.h: who may do what in a cluster.
//
// All questions of that kind are answered here, from the role that a certificate gives. Who has no
// certificate of the cluster's authority does not come so far.

#pragma once

#include "base/err.h"
#include "trust/speaker.h"

typedef enum Act {
    ACT_SEND,             // events to machines, as the container with a certain incarnation
    ACT_CREATE_MACHINE,   // in a container
    ACT_WANT_CONTAINER,   // ask the manager of the cluster for a container
    ACT_START_CONTAINER,  // tell a node to start one
    ACT_STOP_CONTAINER,   // tell a node to stop one
    ACT_REPORT,           // tell the manager of the cluster what runs on a node
    ACT_DEPLOY,           // submit, drain or stop a program
    ACT_LOOK,             // status, logs, traces
    ACT_COUNT,
} Act;

// What somebody wants to do, and with whom.
typedef struct Wish {
    Act act;
    const char *cluster;   // of the one who is asked
    const char *node;      // that is concerned; NULL: none in particular
    uint64_t incarnation;  // ACT_SEND: as whom; 0: not as a container
} Wish;

// False, with the reason in err: it may not.
bool speaker_may(const Speaker *who, const Wish *wish, Err *err);
