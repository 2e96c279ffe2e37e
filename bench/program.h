// bench/program.h: P programs of any length, the same every time.

#pragma once

#include "base/buf.h"

// One file of a program: what it declares is named after its number, and some of
// it is used by the next file. At least `lines` long, and little more.
void program_file(Buf *out, unsigned number, unsigned lines);
