// check/guard/guard.h: code of others, called with care.
//
// A user's explorer, or a foreign function, may crash, end the process, or never come back.
// Called through a guard, it costs the check, not the process: the call is left, and why is
// said. What the code did until then stays done, so it must work on data that can be thrown
// away, and nobody may hold a lock around the call. What it does in threads of its own is not
// guarded.
//
// Sees: base, rt.
// Used by: check/engine, check/explorer, check/replay, report, cli.

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "plait/foreign.h"

typedef struct Guard Guard;

// After so many seconds a call is left. Any thread may call.
Guard *guard_new(double seconds);
void guard_free(Guard *g);

// True when act(context) has returned. Else what happened instead is in `why`:
// "segmentation fault", "it called exit(0)"; NULL: `stop`, which another thread may set, was.
bool guard_call(Guard *g, const bool *stop, void (*act)(void *context), void *context,
                const char **why);

// Zeroed memory for such code to write to: who writes past its end crashes at once. The size is
// a multiple of what its items must be aligned to.
void *guard_memory_new(size_t size);
void guard_memory_free(void *memory, size_t size);  // memory may be NULL

// When such code ends the process all the same, by way of a library, this is called first.
void guard_last_words(void (*write)(void));

// PMachine.guard of machines that are checked: a crash is a failure of the program. To be
// used between open and close, which may be called several times; open says false where the
// program has no such functions, and then there is nothing to close.
bool guard_foreign_call(PForeignFun *code, PForeignCall *call);
bool guard_foreign_open(const PProgram *p);
void guard_foreign_close(void);
