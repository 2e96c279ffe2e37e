// lang/test_assume.h: the assumption of a parametric test.

#pragma once

#include "lang/module.h"

typedef struct Term Term;

typedef struct Assumption {
    Tree *tree;
    Arena *arena;
    const TestDecl *test;  // its ranges are known to fit
    Term *term;            // NULL when the test assumes nothing
    const Expr *fault;     // the division by zero that spoilt an evaluation
} Assumption;

// False after a report: the assumption is not made of parameters and literals,
// or not of the right types.
bool assumption_build(Assumption *a);

// Whether it holds for the values at these positions of the lists. Means nothing
// when `fault` was set.
bool assumption_holds(Assumption *a, const uint32_t *digits);
