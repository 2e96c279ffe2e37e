// gen/printed.h: texts that nobody but the reader of printed texts sees.
//
// A program that prints much formats much: `Log(format("{0} has {1}", this, entries))`. A checker
// shows what is printed only in traces, not in the millions of steps before. This analysis finds
// the texts that are printed, or become part of such a text, or are not used at all.
// They become the instruction NOTE: it makes the empty text in a machine that is quiet
// (PMachine.is_quiet), and else does what STRING or FORMAT does.
//
// The text may be an argument: `Log` may only print it. It may not be part of a state that a
// checker compares, so it is not there any more when the machine acts, or calls a function that
// may act.

#pragma once

#include "base/arena.h"
#include "plait/runtime.h"

// Changes the code of the Program's functions.
void gen_mark_printed(Arena *arena, PProgram *p);
