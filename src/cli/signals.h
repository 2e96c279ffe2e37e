// cli/signals.h: SIGINT, SIGTERM and SIGHUP ask a check to end with what it knows.

#pragma once

#include <signal.h>

// From here on the first signal stops the running search, and all that would come after
// it. A second one, half a second later or more, ends the process at once.
void signals_listen(void);

// The signal that came; 0 for none.
extern volatile sig_atomic_t signals_came;

// What the shell calls a process that a signal ended: 130 for SIGINT.
int signals_exit_code(int signal_number);
