// launch/signals.c: SIGINT and SIGTERM stop a run.
//
// A signal handler may call only a few functions, so it wakes a thread that stops the runtime.
// This supports one runtime at a time, which is enough for commands.

#include <errno.h>
#include <semaphore.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include "launch/launch.h"

#include <pthread.h>

#define INSISTING_SECONDS 0.3

static struct {
    PlaitRuntime *runtime;
    pthread_t thread;
    sem_t news;
    volatile sig_atomic_t count;            // number of signals
    struct sigaction interrupt, terminate;  // as they were before
} signals;

static double seconds_between(struct timespec a, struct timespec b)
{
    return (double)(b.tv_sec - a.tv_sec) + (double)(b.tv_nsec - a.tv_nsec) * 1e-9;
}

// A second signal ends the process at once. Two signals in a short time count as one, because a
// program such as timeout sends its signal to the process and to its group.
static void on_signal(int number)
{
    static struct timespec first;
    struct timespec t;
    int before = errno;

    (void)number;
    clock_gettime(CLOCK_MONOTONIC, &t);
    if (signals.count == 0)
        first = t;
    else if (seconds_between(first, t) > INSISTING_SECONDS)
        _exit(128 + SIGINT);
    signals.count = 1;
    sem_post(&signals.news);
    errno = before;
}

static void *watch(void *unused)
{
    while (sem_wait(&signals.news) != 0 && errno == EINTR)
        ;
    if (signals.count > 0)
        plait_stop(signals.runtime, "interrupted");
    return unused;
}

void signals_catch(void)
{
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};

    signals.count = 0;
    sem_init(&signals.news, 0, 0);
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, &signals.interrupt);
    sigaction(SIGTERM, &action, &signals.terminate);
}

bool signals_stop(PlaitRuntime *runtime)
{
    signals.runtime = runtime;
    return pthread_create(&signals.thread, NULL, watch, NULL) == 0;
}

bool signals_release(void)
{
    sigaction(SIGINT, &signals.interrupt, NULL);
    sigaction(SIGTERM, &signals.terminate, NULL);
    bool came = signals.count > 0;
    sem_post(&signals.news);
    pthread_join(signals.thread, NULL);
    sem_destroy(&signals.news);
    return came;
}
