// check/replay/replay.h: the room of executions with a given schedule.
//
// The executor (execute.h) is an independent implementation of what a P program means: it uses
// nothing of the engine except the definition of a move, so a bug in the engine's tables is
// noticed here. recording.h reads the trace files that it executes again.
//
// Sees: base, rt, check/engine/network.h, check/engine/points.h, check/guard.
// Used by: check/shrink, check/crew, check/search, report, view, explore, cli.

#pragma once
