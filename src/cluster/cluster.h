// cluster/cluster.h: the room where a program runs on several containers.
//
// local.h         a whole cluster on this host, each container a process
// container.h     one container: a runtime whose machines talk to those of other containers
// cpu_share.h     how much processor time a container may use
// log.h           messages of a manager and its containers
// metrics.h       figures for Prometheus
// directory.h     which machines and containers elsewhere are known here
// program_hash.h  whether two containers run the same program
//
// Sees: base, trust, net, rt, run/elsewhere.h, serve/http.h.
// Used by: start, manage, cli.

#pragma once

#include "cluster/container.h"
#include "cluster/local.h"
