// explore/explore_move.h: moves that a user asks for, one by one.

#pragma once

#include "check/replay/execute.h"

// One move of a machine that can run; a machine that is stopped at a choice takes the first of the
// choices. With several choices it is a fault, which needs all of them. The move is added to the
// schedule: moves of the same machine in a row are one turn. EXECUTED_ODD when it is not possible.
Executed explore_move(Execution *x, Schedule *s, uint32_t machine, const uint32_t *choices,
                      uint32_t count, Bug *bug);
