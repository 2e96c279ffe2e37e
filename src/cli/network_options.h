// cli/network_options.h: the options that say how events travel, and what may go wrong.
//
// plait check and plait explore have them.

#pragma once

#include "base/arena.h"
#include "base/err.h"
#include "check/engine/network.h"
#include "cli/opt.h"
#include "rt/program.h"
#include "rt/trace.h"

#define NETWORK_OPTS(network, deploy, crashes, cuts, suspicions)                \
    {network, "network", NULL, "N",                                             \
     "mailbox (default): a send puts the event into the target's\n"             \
     "queue at once. fifo: between containers events travel, in\n"              \
     "order for each pair of machines only (docs/contract.md)"},                \
    {deploy, "deploy", NULL, "FILE",                                            \
     "fifo: which machines share a container, from a deployment\n"              \
     "file (docs/contract.md); default: none do"},                              \
    {crashes, "crashes", NULL, "N",                                             \
     "fifo: up to N containers crash in one execution; default 0"},             \
    {cuts, "cuts", NULL, "N",                                                   \
     "fifo: up to N pairs of containers are cut off from each\n"                \
     "other; default 0"},                                                       \
    {suspicions, "suspicions", NULL, "N",                                       \
     "fifo: up to N times a machine gets eSuspect, rightly or\n"                \
     "wrongly; default 0"}

// The values of --network, and of --crashes, --cuts or --suspicions (`name`).
void network_set_kind(Network *n, const char *value, Err *err);
void network_set_budget(uint32_t *budget, const char *name, const char *value, Err *err);

// After the last option: whether they fit together. `deploy` is the file, or NULL.
bool network_fits(const Network *n, const char *deploy, Err *err);

// Whether the program can run with the network, with the machines' containers from the file. Fills
// in the network, and `origin` for traces.
bool network_load(Network *n, const char *deploy, const PProgram *p, Arena *arena,
                  TraceOrigin *origin, Err *err);
