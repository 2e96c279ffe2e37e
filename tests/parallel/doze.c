#include <stdatomic.h>
#include <time.h>

#include "plait/foreign.h"

static _Atomic int64_t marks;

static void sleep_for(int64_t milliseconds)
{
    struct timespec t = {.tv_sec = milliseconds / 1000,
                         .tv_nsec = milliseconds % 1000 * 1000000};
    nanosleep(&t, NULL);
}

bool P_FUN_Doze(PForeignCall *call)
{
    int64_t milliseconds = p_arg_int(call, 0);
    sleep_for(milliseconds);
    return p_result(call, (PWord)milliseconds);
}

bool P_FUN_Mark(PForeignCall *call)
{
    (void)call;
    atomic_fetch_add(&marks, 1);
    return true;
}

bool P_FUN_Marks(PForeignCall *call)
{
    return p_result(call, (PWord)atomic_load(&marks));
}

// Stays in C until that many marks were set. If nobody sets them it stays for ever: the test
// has a limit of time.
bool P_FUN_AwaitMarks(PForeignCall *call)
{
    int64_t wanted = p_arg_int(call, 0);
    while (atomic_load(&marks) < wanted)
        sleep_for(1);
    return p_result(call, (PWord)wanted);
}
