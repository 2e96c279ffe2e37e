// cli/signals.c: a signal ends a check.

#include "cli/signals.h"

#include <time.h>

#include "base/whole_file.h"
#include "check/search/search.h"

volatile sig_atomic_t signals_came;

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

// A second signal ends the process by the default action, but only after some time: a program
// such as timeout sends its signal to a process and to its group, and means one signal.
static void take_signal(int signal_number)
{
    static double first;
    if (signals_came && seconds_now() - first > 0.5) {
        whole_file_abandon();
        signal(signal_number, SIG_DFL);
        raise(signal_number);
        return;
    }
    if (!signals_came) {
        first = seconds_now();
        signals_came = signal_number;
    }
    search_interrupt();
}

void signals_listen(void)
{
    struct sigaction action = {.sa_handler = take_signal, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    // With nohup the check must go on when the terminal is closed.
    struct sigaction before;
    if (sigaction(SIGHUP, NULL, &before) == 0 && before.sa_handler != SIG_IGN)
        sigaction(SIGHUP, &action, NULL);
}

int signals_exit_code(int signal_number)
{
    return 128 + signal_number;
}
