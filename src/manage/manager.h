// manage/manager.h: the manager of the cluster: which nodes there are, what runs where.
//
// Nodes call it, and so does `plait deploy`. It places containers on nodes, gives incarnations and
// addresses in advance, and tells all of a deployment which containers have ended. No message of a
// program goes through it: while it is gone, what runs goes on, and containers are started again on
// their node; only new containers wait.
//
// A node whose connection ends is away, and its containers go on. A node that says nothing for
// `lost_after` seconds, or is away as long, is lost with its host or its network: its
// containers are taken for dead, and started on other nodes as their deployment says. When it comes
// back, the old ones are killed.

#pragma once

#include "cluster/log.h"
#include "net/tls.h"

typedef struct ManagerSetup {
    const char *folder;                         // its own: the journal
    const char *address;                        // where it takes calls
    const char *authority, *certificate, *key;  // PEM files; all NULL: no TLS
    const char *authority_key;                  // renews certificates; NULL: somebody else does
    double lost_after;                          // seconds
    ClusterLog log;
} ManagerSetup;

// Until SIGINT or SIGTERM. The exit code.
int manager_run(const ManagerSetup *setup);
