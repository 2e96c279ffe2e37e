// cluster/program_hash.h: whether two containers run the same program.

#pragma once

#include "net/frame.h"
#include "plait/runtime.h"

// A hash of everything that messages depend on: the names and numbers of types, events, machines
// and interfaces. Not of the code: two builds of one source have the same hash.
void program_hash(const PProgram *p, uint8_t hash[static PROGRAM_HASH]);
