// check/liveness/liveness.h: monitors that stay hot for ever in a fair run.
//
// graph.h has the steps of a program as a graph with marks, and finds a fair run in it that
// violates a monitor.
//
// Sees: base.
// Used by: report, cli.

#pragma once

#include "check/liveness/graph.h"
