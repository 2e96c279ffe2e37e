// lang/lint.h: what compiles but is surely wrong.
//
// Runs on programs without errors. A warning must not be a false alarm: where
// we cannot know (code in the host language, proofs, a library that nothing
// here uses) we say nothing.

#pragma once

#include "lang/module.h"

void lint(Tree *tree, const TestCases *cases);
