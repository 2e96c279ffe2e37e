// lang/effects.h: what functions do through others, and where that is forbidden.

#pragma once

#include "lang/tree.h"

// Carries the effects that typing noted along the calls, reports those that a
// place forbids, and finds what each machine may create.
void effects(Tree *tree);
