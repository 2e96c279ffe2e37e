// plait/cluster.h: a whole program that can run on several processes.
//
// What `plait build` puts into an executable. It is in libplait-cluster.a, which holds all of
// libplait.a and needs jansson and OpenSSL besides.

#pragma once

#include "plait/host.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

// As plait_main; with `--deploy FILE` the process is the manager of a cluster on this host, and
// each container is a process that it forks (docs/cluster.md).
int plait_cluster_main(const PProgram *program, int argc, char **argv);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
