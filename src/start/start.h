// start/start.h: the room that starts a program from a command line: alone, or as a cluster.
//
// `plait run` and built executables begin here. Without --deploy the program runs in this process
// (launch.h); with it, this process is the manager of a cluster on this host, and each container is
// a process that it forks (cluster/local.h). With --container it is a container itself, started by
// the manager of a node (start/container.h).
//
// Sees: base, rt, deploy, cluster, launch.
// Used by: cli.

#pragma once

#include "base/err.h"
#include "launch/launch.h"

typedef enum StartId {
#define OPTION(id, name, letter, argument, help) START_##id,
#include "start/options.def"
#undef OPTION
} StartId;

// Indexed by StartId; the last element has no name.
extern const LaunchOption start_options[];

// The options that the user gave. Those after `launch` need a deployment file.
typedef struct Start {
    Launch launch;
    const char *deploy;   // the path of the deployment file; NULL: one process
    double drain;         // seconds; 0: a signal ends it at once
    const char *metrics;  // an address; NULL: none
    uint64_t trace_limit;  // bytes; 0: none
    bool has_json_log;
    const char *container;  // what the manager of a node has written; NULL: this is no container
} Start;

// Sets an option of either table by its long name; `value` is NULL for an option without one.
// False, with the reason, when the value is wrong.
bool start_set(Start *start, const char *option, const char *value, Err *err);

// Runs the program, reports to standard error, and returns the exit code. Error messages begin
// with `who`.
int start_run(const PProgram *p, Start *start, const char *who);
