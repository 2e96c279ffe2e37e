// cli/signals.h: SIGINT, SIGTERM and SIGHUP end a check, which then reports its results so far.

#pragma once

#include <signal.h>

// After this call the first signal stops the running search and all later ones. A second
// signal, half a second later or more, ends the process at once.
void signals_listen(void);

// The signal that was received; 0 for none.
extern volatile sig_atomic_t signals_came;

// The exit code that a shell reports for a process ended by a signal: 130 for SIGINT.
int signals_exit_code(int signal_number);
