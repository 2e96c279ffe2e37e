// services/gateway/outside.h: what the machines of gateways leave to C.

#pragma once

#include <plait/foreign.h>

#include "door.h"

extern const PForeignType P_FOREIGN_tDoor;

// Opens a door for the machine that is the call's first argument; it gets eKnock when there is a request.
// `place`: of the gateway, from 1; each has a port of its own.
bool outside_open(PForeignCall *call, Language language, int64_t place);
