// cluster/member.h: a container that is a process of its own.

#pragma once

#include "cluster/container.h"
#include "cluster/grants.h"
#include "cluster/log.h"
#include "net/tls.h"

// Limits of one container; 0: none. Reaching one ends the container (S13 in docs/contract.md).
typedef struct MemberQuota {
    uint32_t memory_mib;
    uint32_t machines;  // that have not halted
    uint32_t queue;     // events in the queues of all machines together
    uint32_t cpu_percent;  // of one processor; reaching it only slows the container
} MemberQuota;

typedef enum MemberRestart { MEMBER_NEVER, MEMBER_ON_FAILURE, MEMBER_ALWAYS } MemberRestart;

// What a member of a cluster with several hosts has besides: its manager is that of a node, which
// may end and come back; new containers live where the manager of the cluster allows it.
typedef struct MemberNode {
    const char *path;     // of the manager's socket: unix:/run/...
    const char *address;  // where it takes calls
    uint8_t cluster[CLUSTER_ID];
    MemberRestart restart;
    const char *const *grants;  // addresses
    uint32_t grant_count;
    GrantRule (*rule)(void *owner, uint32_t kind);
    MemberRestart (*restart_of)(void *owner, uint32_t kind);
} MemberNode;

typedef struct MemberSetup {
    const PProgram *program;
    const char *test;
    uint64_t seed;
    bool takes_defaults;
    uint64_t loop_limit;
    uint64_t trace_limit;     // bytes of its trace; 0: none
    const char *trace;        // the folder of the traces; NULL: there is none
    const ClusterLog *log;
    const char *kind;         // of the first machine, for messages
    MemberQuota quota;
    const char *folder;       // where the local sockets of all containers are
    TlsIdentity *identity;    // with it containers talk over TCP and TLS; NULL: local sockets
    int listener;             // with an identity: takes calls
    uint64_t incarnation;
    uint64_t replaces;        // the container that it was started for again; 0: none
    uint64_t first_new;       // the incarnation of the first container that it asks for
    uint32_t first_kind;      // P_NONE: the main machine
    const uint8_t *creation;  // of a container that is started again; NULL: its creator sends it
    uint32_t creation_count;
    int control;              // the socket to the manager; not used with `node`
    const MemberNode *node;   // NULL: the manager has forked it, and ends with it
    const uint64_t *dead;     // incarnations of containers that have ended before
    uint32_t dead_count;
    uint64_t suspicion;       // as in LocalSetup
    void *owner;
    bool (*is_apart)(void *owner, uint32_t kind);
    void (*problem)(const PlaitProblem *problem);
} MemberSetup;

// Runs the container until the manager ends it, or its program has a bug. The exit code.
int member_run(const MemberSetup *setup);
