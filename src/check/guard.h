// check/guard.h: code of others, called with care.
//
// A user's explorer may crash, or never come back. Called through a guard, it costs
// the check, not the process: the call is left from the signal's handler, and why is
// said. What the code did until then stays done, so it must work on data that can be
// thrown away, and nobody may hold a lock around the call.

#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct Guard Guard;

// For calls by `workers` threads at a time. After so many seconds a call is left.
Guard *guard_new(uint32_t workers, double seconds);
void guard_free(Guard *g);

// True when act(context) has returned. Else what happened instead is in `why`:
// "segmentation fault", "no answer within 5 seconds".
bool guard_call(Guard *g, uint32_t worker, void (*act)(void *context), void *context,
                const char **why);
