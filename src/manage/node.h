// manage/node.h: the manager of a host: starts containers and watches them.
//
// It starts what the manager of the cluster tells it to, from the executables in its folder
// (programs.h), each in a session of its own, so that it does not end with this process. What it
// knows is in one file, written before it acts: so after its own end, even by kill -9, the next one
// finds the processes again by pid and time of birth, and adopts them. They call its local socket.
//
// A container that ends is started again as its deployment says, with a new incarnation out of the
// blocks that the manager of the cluster has given in advance, also while that one is gone.

#pragma once

#include "cluster/log.h"
#include "net/tls.h"

typedef struct NodeSetup {
    const char *name;      // of the node
    const char *folder;    // its own: state, logs, traces, sockets
    const char *programs;  // a folder with executables
    const char *manager;   // the address of the cluster's manager
    const char *host;      // the address at which its containers take calls: 10.0.0.1
    uint16_t first_port, last_port;
    const char *authority, *certificate, *key;  // PEM files; all NULL: no TLS
    long life;                                  // seconds, of a container's certificate
    ClusterLog log;
} NodeSetup;

// Until SIGINT or SIGTERM: then it ends, and its containers go on. The exit code.
int node_run(const NodeSetup *setup);
