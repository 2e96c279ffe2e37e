// check/replay/replay.h: the room of executions that are decided in advance.
//
// The executor (execute.h) is the second opinion on what a P program means: it uses nothing of
// the engine but the definition of a move, so a mistake in the engine's tables
// cannot hide in it. recording.h reads the trace files that it executes again.
//
// Sees: base, rt, check/engine/points.h, check/guard.
// Used by: check/shrink, check/crew, check/search, report, cli.

#pragma once
