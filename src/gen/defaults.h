// gen/defaults.h: default values that nobody reads.
//
// A variable has the default of its type where it is declared. Most are assigned before they are
// read, and the default of a tuple is a node: it would be made to be released. Such a default
// becomes the word 0.

#pragma once

#include "base/arena.h"
#include "plait/runtime.h"

// Changes the code of the Program's functions.
void gen_drop_defaults(Arena *arena, PProgram *p);
