// protocols/live/deadline.c: a thread that sleeps until it is time.

#include "deadline.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

struct Deadline {
    PlaitRuntime *runtime;
    void (*due)(void *owner);
    void *owner;
    pthread_t thread;
    pthread_mutex_t lock;  // of all below
    pthread_cond_t change;
    bool is_set, is_over;
    struct timespec time;
};

static struct timespec after(int64_t microseconds)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    int64_t nanoseconds = t.tv_nsec + microseconds % 1000000 * 1000;
    t.tv_sec += (time_t)(microseconds / 1000000 + nanoseconds / 1000000000);
    t.tv_nsec = (long)(nanoseconds % 1000000000);
    return t;
}

// Under the lock.
static void clear(Deadline *d)
{
    if (d->is_set)
        p_unhold(d->runtime);
    d->is_set = false;
}

static bool is_due(Deadline *d)
{
    return pthread_cond_timedwait(&d->change, &d->lock, &d->time) == ETIMEDOUT && d->is_set;
}

// What is due may set the deadline again, so it is called without the lock. It holds the program
// until it has returned.
static void call(Deadline *d)
{
    d->is_set = false;
    pthread_mutex_unlock(&d->lock);
    d->due(d->owner);
    p_unhold(d->runtime);
    pthread_mutex_lock(&d->lock);
}

static void *wait_and_call(void *data)
{
    Deadline *d = data;

    pthread_mutex_lock(&d->lock);
    while (!d->is_over) {
        if (!d->is_set)
            pthread_cond_wait(&d->change, &d->lock);
        else if (is_due(d))
            call(d);
    }
    pthread_mutex_unlock(&d->lock);
    return NULL;
}

Deadline *deadline_new(PlaitRuntime *runtime, void (*due)(void *owner), void *owner)
{
    Deadline *d = calloc(1, sizeof *d);
    if (!d)
        abort();
    d->runtime = runtime;
    d->due = due;
    d->owner = owner;

    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_mutex_init(&d->lock, NULL);
    pthread_cond_init(&d->change, &monotonic);
    pthread_condattr_destroy(&monotonic);
    if (pthread_create(&d->thread, NULL, wait_and_call, d) != 0)
        abort();
    return d;
}

void deadline_set(Deadline *d, int64_t microseconds)
{
    pthread_mutex_lock(&d->lock);
    if (!d->is_set)
        p_hold(d->runtime);
    d->is_set = true;
    d->time = after(microseconds);
    pthread_cond_signal(&d->change);
    pthread_mutex_unlock(&d->lock);
}

void deadline_clear(Deadline *d)
{
    pthread_mutex_lock(&d->lock);
    clear(d);
    pthread_mutex_unlock(&d->lock);
}

void deadline_free(Deadline *d)
{
    pthread_mutex_lock(&d->lock);
    clear(d);
    d->is_over = true;
    pthread_cond_signal(&d->change);
    pthread_mutex_unlock(&d->lock);
    pthread_join(d->thread, NULL);
    pthread_cond_destroy(&d->change);
    pthread_mutex_destroy(&d->lock);
    free(d);
}
