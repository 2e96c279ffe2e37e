// run/idle.c: workers without work.
//
// A worker without ready actors sleeps until another one puts something into its lists, there
// are posts, or the runtime stops. Nobody polls, with one exception: while a worker runs foreign
// code and has ready actors, one of the others looks after them now and then.
//
// Invariant: when all workers are counted in `idle_count`, all ready queues and lists are empty.
// For only a worker that is awake puts something into a list, and then it wakes the owner of the
// list, which is no longer counted from that moment on. If nothing outside may still post, the
// runtime is quiescent then.

#include <time.h>

#include "run/run_impl.h"

enum { NAP_NS = 1000 * 1000 };  // a watcher looks once in a millisecond

// ------------------------------------------------------------------------------- waking

// The worker is no longer counted as idle. The caller holds `idle`.
static void rise(Worker *w)
{
    if (!atomic_load_explicit(&w->is_asleep, memory_order_relaxed))
        return;
    atomic_store(&w->is_asleep, false);
    w->runtime->idle_count--;
}

void idle_wake(Worker *w)
{
    if (!atomic_load(&w->is_asleep))
        return;
    pthread_mutex_lock(&w->runtime->idle);
    rise(w);
    pthread_cond_signal(&w->wake);
    pthread_mutex_unlock(&w->runtime->idle);
}

// ------------------------------------------------------------------------------ quiescence

void idle_tell(Runtime *runtime)
{
    bool is_news = runtime->has_worked;
    runtime->has_worked = false;
    runtime->is_idle = true;
    pthread_cond_broadcast(&runtime->news);
    pthread_mutex_unlock(&runtime->idle);
    if (!runtime->options.print)
        fflush(stdout);
    if (runtime->trace)
        trace_flush(runtime->trace);
    if (is_news && runtime->has_threads && runtime->options.idle)
        runtime->options.idle(runtime->options.user);
    pthread_mutex_lock(&runtime->idle);
}

// Nothing outside may still post. The caller holds `idle`.
static bool is_alone(const Runtime *runtime)
{
    return runtime->holds == 0 && !runtime->is_open;
}

static void finish(Runtime *runtime)
{
    runtime->is_over = true;
    atomic_store(&runtime->stop, true);
    runtime_alert(runtime, true);
}

// ------------------------------------------------------------------------------- sleeping

static bool has_mail(Worker *w)
{
    return atomic_load(&w->arrivals) || atomic_load(&w->gifts);
}

static void nap(Worker *w)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += NAP_NS;
    if (until.tv_nsec >= 1000000000) {
        until.tv_sec++;
        until.tv_nsec -= 1000000000;
    }
    pthread_cond_timedwait(&w->wake, &w->runtime->idle, &until);
}

// Waits until there may be work. The caller holds `idle`, and has counted the worker as idle.
//
// Whoever makes this worker a watcher wakes it if `is_asleep` is set. So its wish is read after
// `is_asleep` was set: a worker that was chosen just before it fell asleep sees it here.
static void wait_for_work(Worker *w)
{
    Runtime *runtime = w->runtime;
    while (!runtime_stops(runtime) && !runtime_has_posts(runtime) && !has_mail(w) &&
           atomic_load(&w->is_asleep)) {
        bool all_idle = runtime->idle_count == runtime->worker_count;
        if (all_idle && is_alone(runtime)) {
            finish(runtime);
        } else if (all_idle && (!runtime->is_idle || runtime->has_worked)) {
            idle_tell(runtime);  // a callback may have created machines, so we look again
            return;
        } else if (atomic_load(&w->wish) == WISH_TO_WATCH) {
            nap(w);
            return;
        } else {
            pthread_cond_wait(&w->wake, &runtime->idle);
        }
    }
}

void idle_sleep(Worker *w)
{
    Runtime *runtime = w->runtime;

    balance_wish(w);
    if (runtime->is_shared && balance_watch(w)) {
        if (balance_end_wish(w))
            balance_watch(w);
        return;
    }
    balance_release(w);
    pthread_mutex_lock(&runtime->idle);
    runtime->idle_count++;
    atomic_store(&w->is_asleep, true);
    wait_for_work(w);
    rise(w);
    pthread_mutex_unlock(&runtime->idle);
    balance_return(w);
    if (balance_end_wish(w))
        balance_watch(w);
}
