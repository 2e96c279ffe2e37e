// cli/explain.h: what a diagnostic means: its section of docs/errors.md, which is in the command.

#pragma once

#include <stdbool.h>

#include "base/buf.h"

// Adds the section of a code such as E0204. False: there is no such code.
bool explain(const char *code, Buf *out);
