// cluster/process.c: a process that is watched, whether it is a child or not.

#include "cluster/process.h"

#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { BORN_FIELD = 22 };  // in /proc/PID/stat, counted from 1

// 0: there is no such process.
static uint64_t birth_of(pid_t pid)
{
    char path[32], text[1024];

    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    FILE *f = fopen(path, "re");
    if (!f)
        return 0;
    size_t size = fread(text, 1, sizeof text - 1, f);
    fclose(f);
    text[size] = '\0';
    // The second field is the name in parentheses; it may hold spaces and parentheses itself.
    const char *at = strrchr(text, ')');
    for (int field = 2; at && field < BORN_FIELD; field++) {
        at = strchr(at, ' ');
        at = at ? at + 1 : NULL;
    }
    return at ? strtoull(at, NULL, 10) : 0;
}

static int open_pidfd(pid_t pid)
{
    return (int)syscall(SYS_pidfd_open, pid, 0);
}

bool process_watch(Process *p, pid_t pid)
{
    *p = (Process){.pid = pid, .pidfd = open_pidfd(pid), .is_child = true};
    if (p->pidfd < 0) {
        *p = (Process){.pidfd = -1};
        return false;
    }
    p->born = birth_of(pid);
    return true;
}

bool process_adopt(Process *p, pid_t pid, uint64_t born)
{
    *p = (Process){.pid = pid, .pidfd = open_pidfd(pid), .born = born};
    // The time is read after the pidfd is open: from then on both are of the same process.
    if (p->pidfd >= 0 && birth_of(pid) == born)
        return true;
    if (p->pidfd >= 0)
        close(p->pidfd);
    *p = (Process){.pidfd = -1};
    return false;
}

void process_kill(const Process *p, int signal_number)
{
    if (p->pid)
        syscall(SYS_pidfd_send_signal, p->pidfd, signal_number, NULL, 0);
}

ProcessEnd process_end(Process *p)
{
    ProcessEnd end = {.how = PROCESS_UNKNOWN};
    int status = 0;
    pid_t got = -1;

    assert(p->pid);
    if (p->is_child)
        while ((got = waitpid(p->pid, &status, 0)) < 0 && errno == EINTR) {
        }
    if (got == p->pid && WIFSIGNALED(status))
        end = (ProcessEnd){PROCESS_KILLED, WTERMSIG(status)};
    else if (got == p->pid)
        end = (ProcessEnd){PROCESS_EXITED, WEXITSTATUS(status)};
    close(p->pidfd);
    *p = (Process){.pidfd = -1};
    return end;
}
