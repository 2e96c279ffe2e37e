// lang/diag_json.h: diagnostics for programs to read.
//
// The same content as the text form: docs/cli.md describes the object.

#pragma once

#include <jansson.h>

#include "lang/diag.h"

// An array with one object per diagnostic, in the order they stand. The caller
// owns it.
json_t *diags_json(const Diags *diags, Sources *sources);
