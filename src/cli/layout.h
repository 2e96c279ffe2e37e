// cli/layout.h: where the parts of plait are that a C compiler needs.
//
// Found from where the executable is: a build folder with the source beside it,
// or the folders that `cmake --install` fills.

#pragma once

#include "base/arena.h"
#include "base/err.h"

// The folder that holds plait/runtime.h; NULL when it is nowhere.
const char *layout_include(Arena *arena, Err *err);

// The path of libplait.a; NULL when it is nowhere.
const char *layout_library(Arena *arena, Err *err);
