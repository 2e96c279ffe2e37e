// check/liveness/liveness.h: monitors that stay hot for ever in a fair run.
//
// graph.h represents the steps of a program as a graph with marks, and finds a fair run in it
// that violates a monitor; finder.h has other algorithms for that. recorder.h makes the graph
// during a search.
//
// Sees: base, rt, check/engine/engine.h.
// Used by: check/shrink, check/exhaust, check/sample, check/search, report, cli.

#pragma once

#include "check/liveness/finder.h"
#include "check/liveness/nodes.h"
#include "check/liveness/recorder.h"
