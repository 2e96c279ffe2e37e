// cli/replay_cluster.h: plait replay, for the traces of the containers of a run.

#pragma once

#include "cli/replay_input.h"

typedef struct ReplayCluster {
    bool conforms;    // compare the story with the program
    bool has_specs;   // and let all monitors of the program watch
    bool is_running;  // the run goes on: leave out what is not in all traces yet
} ReplayCluster;

// Shows the traces in the folder as one story, and, if asked, compares it with the program. The
// exit code.
int replay_cluster(ReplayInput *input, const ReplayCluster *how);
