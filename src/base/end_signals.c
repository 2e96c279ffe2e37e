// base/end_signals.c: SIGINT and SIGTERM as a descriptor.

#include "base/end_signals.h"

#include <signal.h>
#include <sys/signalfd.h>

int end_signals_open(void)
{
    sigset_t caught;

    sigemptyset(&caught);
    sigaddset(&caught, SIGINT);
    sigaddset(&caught, SIGTERM);
    sigprocmask(SIG_BLOCK, &caught, NULL);
    return signalfd(-1, &caught, SFD_NONBLOCK | SFD_CLOEXEC);
}
