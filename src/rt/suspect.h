// rt/suspect.h: the event that tells a machine of a suspected one (docs/contract.md, Suspicion).
//
// A program that wants it declares `event eSuspect: machine;`.

#pragma once

#include <stdbool.h>

#include "plait/runtime.h"

#define SUSPECT_EVENT "eSuspect"

// P_NONE: the program does not declare it.
uint32_t suspect_event(const PProgram *p);
// Whether some state of the machine kind handles the event.
bool suspect_is_heard(const PProgram *p, uint32_t kind, uint32_t event);
