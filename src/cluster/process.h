// cluster/process.h: a process that is watched, whether it is a child or not.
//
// A pidfd names one process for ever, a pid only until the process has ended. So what is written
// down, for a manager that comes back after its own end, is the pid with the time at which the
// process began: a process with that pid and another time is another one.

#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

typedef struct Process {
    pid_t pid;      // 0: there is none
    int pidfd;      // readable when it has ended
    uint64_t born;  // clock ticks since the system began
    bool is_child;
} Process;

// Watches a child that was just forked. False: errno says why.
bool process_watch(Process *p, pid_t pid);
// Watches a process that another manager has started. False: it is gone.
bool process_adopt(Process *p, pid_t pid, uint64_t born);
// Also when it has ended already.
void process_kill(const Process *p, int signal_number);

typedef enum ProcessHow { PROCESS_EXITED, PROCESS_KILLED, PROCESS_UNKNOWN } ProcessHow;

typedef struct ProcessEnd {
    ProcessHow how;  // unknown: it was no child
    int number;      // the exit code, or the signal
} ProcessEnd;

// To be called when its pidfd is readable. There is no process then.
ProcessEnd process_end(Process *p);
