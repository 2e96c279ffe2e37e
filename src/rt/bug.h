// rt/bug.h: a bug of a P program, as searches and executions report it.

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "plait/runtime.h"

typedef struct Bug {
    PError kind;
    char text[P_TEXT_MAX];
    uint32_t machine;  // kind of the machine or monitor that failed: a PMachineInfo; or P_NONE
    uint32_t state;    // its state, or P_NONE
    PPosition at;
    bool is_suspected;  // a monitor was hot for many steps, and the execution did not end: no proof
} Bug;
