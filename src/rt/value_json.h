// rt/value_json.h: values as JSON.
//
//     (id = 3, ok = true)      {"id":3,"ok":true}
//     (1, "a")                 {"0":1,"1":"a"}
//     a sequence or set        [1,2]
//     a map                    {"1":"one"}: keys as P prints them, strings in quotes
//
// Machines, events and elements of enums are written as their names. Floats that JSON cannot
// express (NaN, infinity), foreign values, and null are strings, as P prints them.

#pragma once

#include "base/buf.h"
#include "plait/value.h"

// `name` returns the name of a machine, as for p_print. A value nested too deep for JSON readers
// is one string, as P prints it.
void value_json(Buf *out, const PProgram *p, uint32_t type, PWord value,
                const char *(*name)(void *to, uint32_t machine), void *to);
