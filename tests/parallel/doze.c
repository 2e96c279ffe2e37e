#include <time.h>

#include "plait/foreign.h"

bool P_FUN_Doze(PForeignCall *call)
{
    int64_t milliseconds = p_arg_int(call, 0);
    struct timespec t = {.tv_sec = milliseconds / 1000,
                         .tv_nsec = milliseconds % 1000 * 1000000};
    nanosleep(&t, NULL);
    return p_result(call, (PWord)milliseconds);
}
