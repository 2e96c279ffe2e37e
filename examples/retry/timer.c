// The timer of retry.p, by the real clock: a thread that sleeps until it is time.
//
// While the timer is armed it holds the program: else one with nothing to do but wait for
// the timer would be taken for finished.

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include <plait/foreign.h>

typedef struct Timer {
    PlaitRuntime *runtime;
    PWord owner;
    uint32_t start, cancel, time_out;  // events
    pthread_t thread;
    pthread_mutex_t lock;  // of all below
    pthread_cond_t change;
    bool is_armed, is_over;
    int64_t id;
    struct timespec deadline;
} Timer;

static struct timespec after(int64_t milliseconds)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    int64_t nanoseconds = t.tv_nsec + milliseconds % 1000 * 1000000;
    t.tv_sec += (time_t)(milliseconds / 1000 + nanoseconds / 1000000000);
    t.tv_nsec = (long)(nanoseconds % 1000000000);
    return t;
}

// Under the lock.
static void disarm(Timer *timer)
{
    if (timer->is_armed)
        p_unhold(timer->runtime);
    timer->is_armed = false;
    pthread_cond_signal(&timer->change);
}

static void *wait_and_fire(void *data)
{
    Timer *timer = data;
    pthread_mutex_lock(&timer->lock);
    while (!timer->is_over) {
        if (!timer->is_armed) {
            pthread_cond_wait(&timer->change, &timer->lock);
        } else if (pthread_cond_timedwait(&timer->change, &timer->lock, &timer->deadline) ==
                       ETIMEDOUT &&
                   timer->is_armed) {
            p_post(timer->runtime, timer->owner, timer->time_out, (PWord)timer->id);
            disarm(timer);
        }
    }
    pthread_mutex_unlock(&timer->lock);
    return NULL;
}

// `new Timer(owner)`
static void *create(PMachine *m, PWord payload)
{
    Timer *timer = calloc(1, sizeof *timer);
    if (!timer)
        abort();
    timer->runtime = m->runtime;
    timer->owner = payload;
    timer->start = p_event(m->program, "eStart");
    timer->cancel = p_event(m->program, "eCancel");
    timer->time_out = p_event(m->program, "eTimeOut");

    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_mutex_init(&timer->lock, NULL);
    pthread_cond_init(&timer->change, &monotonic);
    pthread_condattr_destroy(&monotonic);
    if (pthread_create(&timer->thread, NULL, wait_and_fire, timer) != 0)
        abort();
    return timer;
}

// What others send to it.
static void event(PMachine *m, void *state, uint32_t what, PWord payload)
{
    Timer *timer = state;
    (void)m;
    pthread_mutex_lock(&timer->lock);
    disarm(timer);
    if (what == timer->start) {
        timer->id = (int64_t)p_tuple_part(payload, 0);
        timer->deadline = after((int64_t)p_tuple_part(payload, 1));
        timer->is_armed = true;
        p_hold(timer->runtime);
    }
    pthread_mutex_unlock(&timer->lock);
}

// It was halted, or the run is over.
static void destroy(void *state)
{
    Timer *timer = state;
    pthread_mutex_lock(&timer->lock);
    disarm(timer);
    timer->is_over = true;
    pthread_mutex_unlock(&timer->lock);
    pthread_join(timer->thread, NULL);
    pthread_cond_destroy(&timer->change);
    pthread_mutex_destroy(&timer->lock);
    free(timer);
}

const PForeignMachine P_MACHINE_Timer = {
    .create = create,
    .event = event,
    .destroy = destroy,
};
