// lang/typing.h: types of expressions, rules of statements.
//
// Fills in `type` of every expression and what its names mean, reports what does
// not fit, and notes what each function does by itself (its effects). A mistake
// gives the error type, which fits everywhere, so that nothing else is
// reported about it.

#pragma once

#include "lang/tree.h"

void typing(Tree *tree);
