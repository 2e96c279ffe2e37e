// The clock of timer.p, in C: a thread that sleeps and posts.
//
// The P program does not end while a clock is running: each clock holds it.

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include <plait/foreign.h>

typedef struct Clock {
    PlaitRuntime *runtime;
    PWord owner;
    uint32_t tick;  // the event
    int64_t milliseconds;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t change;
    bool is_stopped;
} Clock;

static struct timespec now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t;
}

static int64_t milliseconds_since(struct timespec start)
{
    struct timespec t = now();
    return (int64_t)(t.tv_sec - start.tv_sec) * 1000 + (t.tv_nsec - start.tv_nsec) / 1000000;
}

static struct timespec later(struct timespec t, int64_t milliseconds)
{
    int64_t nanoseconds = t.tv_nsec + milliseconds % 1000 * 1000000;
    t.tv_sec += (time_t)(milliseconds / 1000 + nanoseconds / 1000000000);
    t.tv_nsec = (long)(nanoseconds % 1000000000);
    return t;
}

static void *tick_on(void *data)
{
    Clock *clock = data;
    struct timespec start = now(), next = start;

    pthread_mutex_lock(&clock->lock);
    while (!clock->is_stopped) {
        next = later(next, clock->milliseconds);
        while (!clock->is_stopped &&
               pthread_cond_timedwait(&clock->change, &clock->lock, &next) != ETIMEDOUT)
            ;
        if (!clock->is_stopped)
            p_post(clock->runtime, clock->owner, clock->tick, (PWord)milliseconds_since(start));
    }
    pthread_mutex_unlock(&clock->lock);
    return NULL;
}

// True when it was running until now.
static bool stop(Clock *clock)
{
    pthread_mutex_lock(&clock->lock);
    bool was_running = !clock->is_stopped;
    clock->is_stopped = true;
    pthread_cond_signal(&clock->change);
    pthread_mutex_unlock(&clock->lock);
    if (was_running) {
        pthread_join(clock->thread, NULL);
        p_unhold(clock->runtime);
    }
    return was_running;
}

static void clock_release(void *value)
{
    Clock *clock = value;
    stop(clock);
    pthread_cond_destroy(&clock->change);
    pthread_mutex_destroy(&clock->lock);
    free(clock);
}

const PForeignType P_FOREIGN_Clock = {.name = "Clock", .release = clock_release};

// fun StartClock(owner: machine, milliseconds: int): Clock
bool P_FUN_StartClock(PForeignCall *call)
{
    PlaitRuntime *runtime = call->machine->runtime;
    if (!runtime)
        return p_foreign_cannot(call, "a real clock cannot be checked");

    Clock *clock = calloc(1, sizeof *clock);
    if (!clock)
        return p_foreign_fail(call, "out of memory");
    clock->runtime = runtime;
    clock->owner = p_arg(call, 0);
    clock->milliseconds = p_arg_int(call, 1);
    clock->tick = p_event(call->program, "eTick");

    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_mutex_init(&clock->lock, NULL);
    pthread_cond_init(&clock->change, &monotonic);
    pthread_condattr_destroy(&monotonic);
    if (pthread_create(&clock->thread, NULL, tick_on, clock) != 0) {
        free(clock);
        return p_foreign_fail(call, "no thread for a clock");
    }
    p_hold(runtime);
    return p_result(call, p_foreign(&P_FOREIGN_Clock, clock));
}

// fun StopClock(clock: Clock)
bool P_FUN_StopClock(PForeignCall *call)
{
    Clock *clock = p_arg_foreign(call, 0);
    if (!clock || !stop(clock))
        return p_foreign_fail(call, "the clock is not running");
    return true;
}
