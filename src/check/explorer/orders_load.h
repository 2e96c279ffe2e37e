// check/explorer/orders_load.h: finds an explorer by the name that the user gave.

#pragma once

#include "base/err.h"
#include "plait/explorer.h"
#include "native/native.h"

// A built-in explorer, or the one of a C file, which stays loaded until native_close. NULL,
// with the reason, when there is none.
const PExplorer *explorer_find(const char *name, const char *include, Native *native, Err *err);

// A built-in explorer has no library.
static inline bool explorer_is_loaded(const Native *native)
{
    return native->handle != NULL;
}
