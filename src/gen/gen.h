// gen/gen.h: the room's door. A checked tree in, a Program out.
//
//     PProgram program;
//     if (gen_program(&arena, &lang, TARGET_CHECK, &program, &err)) ...
//
// The Program lives in the arena and points into the tree's texts: it dies with
// whichever goes first.
//
// gen/order.h says which sets and maps have an order that counts; gen/printed.h which
// texts are only printed; gen/emit.h makes C.
//
// Sees: base, lang, rt/program.h, rt/live.h.
// Used by: cli.

#pragma once

#include "base/arena.h"
#include "base/err.h"
#include "lang/lang.h"
#include "plait/runtime.h"

// What a program is made for: `new A for B` creates A when checked, B when run.
typedef enum Target { TARGET_CHECK, TARGET_RUN } Target;

// Of a program without errors. False when it cannot be a Program: the reason
// (one of size) is in `err`.
bool gen_program(Arena *arena, Lang *lang, Target target, PProgram *out, Err *err);
