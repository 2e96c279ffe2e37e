// check/explorer/orders_load.h: from what the user typed to an explorer.

#pragma once

#include "base/err.h"
#include "plait/explorer.h"
#include "native/native.h"

// A built-in explorer, or that of a C file, which stays loaded until native_close. NULL,
// with the reason, when there is none.
const PExplorer *explorer_find(const char *name, const char *include, Native *native, Err *err);

// A built-in explorer has no library.
static inline bool explorer_is_loaded(const Native *native)
{
    return native->handle != NULL;
}
