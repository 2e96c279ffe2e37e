// cli/replay_cluster.h: plait replay, for the traces of the containers of a run.

#pragma once

#include "cli/replay_input.h"

// Shows the traces in the folder as one story, and, if asked, compares it with the program. The
// exit code.
int replay_cluster(ReplayInput *input, bool conforms);
