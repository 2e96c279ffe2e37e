// cli/layout.h: the folders of the headers and libraries that a C compiler needs.
//
// They are found relative to the executable: in a build folder with the source beside it, or
// in the folders that `cmake --install` fills.

#pragma once

#include "base/arena.h"
#include "base/err.h"

// The folder that contains plait/runtime.h; NULL when it is not found.
const char *layout_include(Arena *arena, Err *err);

// The path of libplait-cluster.a; NULL when it is not found.
const char *layout_library(Arena *arena, Err *err);
