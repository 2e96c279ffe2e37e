// cluster/local.h: a whole cluster on this host: a manager, and containers that are processes.
//
// For development: `plait run --deploy FILE`. The manager forks each container; they talk over
// local sockets in a folder that only this user can read. The manager hears of the end of a
// process by its pidfd, tells the others, and starts it again when the deployment says so: after
// 0.1, 0.2, 0.4 ... 30 seconds, as a new incarnation with a new machine, at most 5 times a minute.
//
// SIGINT ends all at once. So does SIGTERM, unless `drain` is set: then C of the program can post
// nothing any more, nothing is started again, and the program goes on until nothing is left to do,
// for at most that time. A second signal ends it at once.
//
// It ends when no container has anything to do and nothing is on its way. To find out, the manager
// asks all containers twice: all were at rest, and none has sent or got anything in between.

#pragma once

#include <stdio.h>

#include "base/err.h"
#include "cluster/log.h"
#include "cluster/member.h"
#include "cluster/restarts.h"
#include "plait/host.h"

typedef struct LocalSetup {
    const PProgram *program;
    const char *test;
    uint64_t seed;
    bool takes_defaults;  // as in PlaitOptions
    uint64_t loop_limit;
    // PEM files: then containers talk over TCP and TLS, each at a loopback address of its own, and
    // has a certificate for each life. `certificate` is that of a node, which signs these. All
    // NULL: over local sockets.
    const char *authority, *certificate, *key;
    uint32_t life;        // seconds of a container's certificate; 0: CERTIFICATE_LIFE
    const char *trace;    // a folder: each container writes its trace there; NULL: none
    uint64_t trace_limit;  // bytes of the trace of each container; 0: none
    double seconds;       // time limit; 0: none
    double drain;         // seconds after SIGTERM; 0: it ends at once
    const char *metrics;  // the address for Prometheus; NULL: none
    ClusterLog log;
    void *owner;
    bool (*is_apart)(void *owner, uint32_t kind);
    MemberRestart (*restart)(void *owner, uint32_t kind);
    RestartPolicy (*starts)(void *owner, uint32_t kind);
    MemberQuota (*quota)(void *owner, uint32_t kind);
    uint32_t main_kind;
    uint64_t suspicion;  // microseconds of silence after which a container is suspected; 0: usual
    void (*problem)(const PlaitProblem *problem);
} LocalSetup;

// Runs the program, reports to standard error, and returns the exit code.
int local_run(const LocalSetup *setup);
