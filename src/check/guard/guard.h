// check/guard/guard.h: protected calls of foreign code.
//
// A user's explorer, or a foreign function, may crash, end the process, or never return. When it
// is called through a guard, only the check fails, not the process: the call is ended, with a
// reason. What the code did before stays done, so it must work on data that can be discarded,
// and the caller must not hold a lock. Threads that the code starts itself are not guarded.
//
// Sees: base, rt.
// Used by: check/engine, check/explorer, check/replay, check/direct, report, cli.

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "plait/foreign.h"

typedef struct Guard Guard;

// A call is ended after `seconds`. Any thread may call.
Guard *guard_new(double seconds);
void guard_free(Guard *g);

// True when act(context) has returned. Else `why` says what happened: "segmentation fault",
// "it called exit(0)"; NULL: another thread has set `stop`.
bool guard_call(Guard *g, const bool *stop, void (*act)(void *context), void *context,
                const char **why);

// Zeroed memory for foreign code: a write past its end crashes at once. The size must be a
// multiple of the alignment of its items.
void *guard_memory_new(size_t size);
void guard_memory_free(void *memory, size_t size);  // memory may be NULL

// When foreign code ends the process nevertheless, through a library, this is called first.
void guard_last_words(void (*write)(void));

// PMachine.guard of machines that are checked: a crash is a failure of the program. To be used
// between open and close; several may be open at once. open returns false when the program has
// no foreign functions, and then close must not be called.
bool guard_foreign_call(PForeignFun *code, PForeignCall *call);
bool guard_foreign_open(const PProgram *p);
void guard_foreign_close(void);
