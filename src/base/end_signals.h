// base/end_signals.h: the signals that end a program, as a descriptor that one can wait for.

#pragma once

// SIGINT and SIGTERM are blocked from now on, and make this descriptor readable (signalfd). It is
// closed by exec; a child that goes on without exec unblocks them itself. -1: errno says why.
int end_signals_open(void);
