// services/gateway/ticker.c: the clock of a replica that runs, in the place of services/paxos/ticker.p.

#include <errno.h>
#include <plait/foreign.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

enum { TICK_MILLISECONDS = 50 };

typedef struct Ticker {
    PlaitRuntime *runtime;
    PWord owner;
    uint32_t tick;  // the event
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t change;
    bool is_over;
} Ticker;

static struct timespec next_tick(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    t.tv_nsec += TICK_MILLISECONDS * 1000000L;
    t.tv_sec += t.tv_nsec / 1000000000;
    t.tv_nsec %= 1000000000;
    return t;
}

static void *tick_on(void *data)
{
    Ticker *ticker = data;

    pthread_mutex_lock(&ticker->lock);
    while (!ticker->is_over) {
        struct timespec next = next_tick();
        while (!ticker->is_over &&
               pthread_cond_timedwait(&ticker->change, &ticker->lock, &next) != ETIMEDOUT)
            ;
        if (!ticker->is_over)
            p_post(ticker->runtime, ticker->owner, ticker->tick, 0);
    }
    pthread_mutex_unlock(&ticker->lock);
    return NULL;
}

// `new Ticker(owner)`
static void *create(PMachine *m, PWord owner)
{
    Ticker *ticker = calloc(1, sizeof *ticker);
    if (!ticker)
        abort();  // as everywhere, without memory the process ends
    ticker->runtime = m->runtime;
    ticker->owner = owner;
    ticker->tick = p_event(m->program, "eTick");

    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_mutex_init(&ticker->lock, NULL);
    pthread_cond_init(&ticker->change, &monotonic);
    pthread_condattr_destroy(&monotonic);
    if (pthread_create(&ticker->thread, NULL, tick_on, ticker) != 0)
        abort();
    p_hold(ticker->runtime);  // else a container that waits does not notice the ticks
    return ticker;
}

static void destroy(void *state)
{
    Ticker *ticker = state;

    pthread_mutex_lock(&ticker->lock);
    ticker->is_over = true;
    pthread_cond_signal(&ticker->change);
    pthread_mutex_unlock(&ticker->lock);
    pthread_join(ticker->thread, NULL);
    p_unhold(ticker->runtime);
    pthread_cond_destroy(&ticker->change);
    pthread_mutex_destroy(&ticker->lock);
    free(ticker);
}

const PForeignMachine P_MACHINE_Ticker = {.create = create, .destroy = destroy};
