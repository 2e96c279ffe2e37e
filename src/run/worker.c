// run/worker.c: runs ready actors, and finds out when there are none.
//
// A worker takes an actor from the front of its ready queue and runs it for a limited number of
// events. Without ready actors it steals from others; if it finds none, it sleeps. When all
// workers sleep, all ready queues are empty, because only a worker that is awake adds to its own
// queue. If then nothing outside may still post, the runtime is quiescent.

#include <sched.h>
#include <time.h>
#include <unistd.h>

#include "base/err.h"
#include "run/run_impl.h"

enum {
    SHARE = 256,           // events taken and sent in a turn, plus those that waited before it
    LOOKS = 20,            // attempts to steal before sleeping
    NAP_NS = 1000 * 1000,  // sleep while others work; then there may be actors to steal
};

// ---------------------------------------------------------------------------- one actor

// True when the actor is idle now; false when there are new events in its inbox.
static bool rest(Runtime *runtime, Actor *a)
{
    queue_rest(&a->queue);
    if (a->deferred)
        queue_rest(a->deferred);
    if (!runtime->is_shared) {
        a->is_ready = false;
        return true;
    }
    Queue loose = {0};
    spin_lock(&a->lock);
    bool is_empty = a->inbox.count == 0;
    if (!is_empty) {
        // `queue` is empty, because all its events were offered: swaps it with the inbox.
        Queue empty = a->queue;
        a->queue = a->inbox;
        a->inbox = empty;
    } else {
        a->is_ready = false;
        if (queue_is_loose(&a->inbox)) {
            loose = a->inbox;
            a->inbox = (Queue){0};
        }
    }
    spin_unlock(&a->lock);
    queue_rest(&loose);
    return is_empty;
}

// Gives a waiting machine the next event that it takes. False when there is none; then the actor
// is idle.
static bool feed(Worker *w, Actor *a)
{
    Runtime *runtime = w->runtime;
    do {
        if (actor_feed(runtime, a, &w->event)) {
            count_one(&w->events);
            return true;
        }
        if (runtime->has_null && machine_wants_null(&a->machine)) {
            w->event = P_EVENT_NULL;
            machine_deliver(&a->machine, P_EVENT_NULL, 0);
            w->turn_left = 0;  // other actors come first
            return true;
        }
    } while (!rest(runtime, a));
    return false;
}

static bool is_out_of_steps(Worker *w)
{
    if (w->steps_left-- > 0)
        return false;
    runtime_stop(w->runtime, PLAIT_OUT_OF_STEPS, "out-of-steps");
    return true;
}

// Executes the request of the machine. False when the machine cannot continue.
static bool answer(Worker *w, Actor *a, Step step)
{
    PRequest *ask = &w->ask;
    switch (step) {
    case STEP_NEW:
        return act_new(w, a, ask);
    case STEP_ANNOUNCE:
        return act_announce(w, a, ask);
    case STEP_CHOOSE:
        act_choose(w->runtime, &a->machine, &a->rng, ask);
        return true;
    case STEP_PRINT:
        act_print(w->runtime, &a->machine, ask);
        return true;
    case STEP_HALTED:
        actor_halt(w, a);
        return false;
    case STEP_ASSUME:
        runtime_assume(w->runtime, &a->machine);
        return false;
    case STEP_FAILED:
        runtime_fail(w->runtime, &a->machine, ask->error, ask->text, w->event);
        return false;
    case STEP_STOPPED:
        return false;
    case STEP_SEND:
    case STEP_WAIT:
        break;  // run_actor handles these
    }
    return false;
}

// Moves the events in the inbox to `queue`, if that is empty. Returns the number of events in it.
static uint32_t collect(Runtime *runtime, Actor *a)
{
    if (runtime->is_shared && a->queue.count == 0) {
        spin_lock(&a->lock);
        Queue empty = a->queue;
        a->queue = a->inbox;
        a->inbox = empty;
        spin_unlock(&a->lock);
    }
    return a->queue.count;
}

// Runs the actor until it is idle, has halted, or its turn is over. A turn is long enough for
// all events that waited when it began: otherwise the queue of an actor with many senders would
// only grow.
static void run_actor(Worker *w, Actor *a)
{
    w->turn_left = (int64_t)SHARE + collect(w->runtime, a);
    w->event = P_NONE;
    while (!runtime_stops(w->runtime)) {
        Step step = a->waits ? STEP_WAIT : machine_run(&a->machine, &w->ask);
        if (step == STEP_SEND) {
            w->turn_left--;
            if (!act_send(w, a, &w->ask))
                return;
            machine_refuel(&a->machine, w->runtime->fuel);
        } else if (step == STEP_WAIT) {
            a->waits = true;
            if (w->turn_left-- <= 0) {
                ready_push(w, a);
                return;
            }
            if (!feed(w, a))
                return;
            a->waits = false;
            machine_refuel(&a->machine, w->runtime->fuel);
            if (is_out_of_steps(w))
                return;
        } else if (!answer(w, a, step)) {
            return;
        }
    }
}

// --------------------------------------------------------------------------- all workers

static bool steal(Worker *w)
{
    Runtime *runtime = w->runtime;
    for (uint32_t i = 1; i < runtime->worker_count; i++)
        if (ready_steal(w, &runtime->workers[(w->index + i) % runtime->worker_count]))
            return true;
    return false;
}

static bool find_work(Worker *w)
{
    Runtime *runtime = w->runtime;
    if (!runtime->is_shared)
        return false;
    for (int i = 0; i < LOOKS && !runtime_stops(runtime); i++) {
        if (steal(w))
            return true;
        sched_yield();
    }
    return false;
}

static void nap(Runtime *runtime)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += NAP_NS;
    if (until.tv_nsec >= 1000000000) {
        until.tv_sec++;
        until.tv_nsec -= 1000000000;
    }
    pthread_cond_timedwait(&runtime->wake, &runtime->idle, &until);
}

// No machine has anything to do: flushes the output, and calls the owner's idle callback if
// there was work since its last call. The caller holds `idle`, which is released in between.
static void tell_idle(Runtime *runtime)
{
    bool is_news = runtime->has_worked;
    runtime->has_worked = false;
    runtime->is_idle = true;
    pthread_cond_broadcast(&runtime->news);
    pthread_mutex_unlock(&runtime->idle);
    if (!runtime->options.print)
        fflush(stdout);
    if (runtime->trace)
        fflush(runtime->trace->out);
    if (is_news && runtime->has_threads && runtime->options.idle)
        runtime->options.idle(runtime->options.user);
    pthread_mutex_lock(&runtime->idle);
}

// Nothing outside may still post. The caller holds `idle`.
static bool is_alone(const Runtime *runtime)
{
    return runtime->holds == 0 && !runtime->is_open;
}

static bool has_posts(const Runtime *runtime)
{
    return runtime->posts.count > 0 || runtime->births.count > 0;
}

// Sleeps until there may be work. The last worker that becomes idle decides whether the runtime
// is quiescent.
static void sleep_a_while(Worker *w)
{
    Runtime *runtime = w->runtime;

    pthread_mutex_lock(&runtime->idle);
    runtime->idle_count++;
    while (!runtime_stops(runtime) && !has_posts(runtime)) {
        bool all_idle = runtime->idle_count == runtime->worker_count;
        if (all_idle && is_alone(runtime)) {
            runtime->is_over = true;
            atomic_store(&runtime->stop, true);
            pthread_cond_broadcast(&runtime->wake);
            break;
        }
        if (all_idle && (!runtime->is_idle || runtime->has_worked)) {
            tell_idle(runtime);
            continue;
        }
        atomic_fetch_add_explicit(&runtime->sleepers, 1, memory_order_relaxed);
        if (all_idle)
            pthread_cond_wait(&runtime->wake, &runtime->idle);
        else
            nap(runtime);
        atomic_fetch_sub_explicit(&runtime->sleepers, 1, memory_order_relaxed);
        atomic_store_explicit(&runtime->is_waking, false, memory_order_relaxed);
        if (!all_idle)
            break;
    }
    runtime->idle_count--;
    pthread_mutex_unlock(&runtime->idle);
}

// Takes the events from outside, then returns the next ready actor. NULL when there is none.
static Actor *next_ready(Worker *w)
{
    if (atomic_load_explicit(&w->runtime->is_posted, memory_order_relaxed))
        posts_take(w);
    return ready_pop(w);
}

static void run_next(Worker *w, Actor *a)
{
    atomic_store_explicit(&w->running, a->machine.id, memory_order_relaxed);
    run_actor(w, a);
}

// The only loop in which machines run. Ends when the runtime is stopped, or when this worker has
// taken `last` events in all. Without threads it also ends, with true, when there is nothing to
// do.
static bool work(Worker *w, uint64_t last)
{
    Runtime *runtime = w->runtime;
    bool is_done = false;
    while (!runtime_stops(runtime) && !is_done) {
        Actor *a = next_ready(w);
        if (a) {
            run_next(w, a);
            if (atomic_load_explicit(&w->events, memory_order_relaxed) >= last)
                break;
        } else if (!runtime->has_threads) {
            is_done = true;
        } else if (!find_work(w)) {
            atomic_store_explicit(&w->running, 0, memory_order_relaxed);
            sleep_a_while(w);
        }
    }
    atomic_store_explicit(&w->running, 0, memory_order_relaxed);
    return is_done;
}

// ---------------------------------------------------------------------------- threads

// Makes this thread run the worker. Returns the worker that it ran before.
static Worker *enter(Worker *w)
{
    Worker *before = act_worker;
    act_worker = w;
    p_name_machines(w ? actor_name : NULL, w ? w->runtime : NULL);
    return before;
}

void *worker_main(void *worker)
{
    Worker *w = worker;
    Runtime *runtime = w->runtime;

    enter(w);
    work(w, UINT64_MAX);
    pthread_mutex_lock(&runtime->idle);
    runtime->done_count++;
    atomic_store(&w->is_done, true);
    pthread_cond_broadcast(&runtime->news);
    pthread_mutex_unlock(&runtime->idle);
    return NULL;
}

static void clear_fd(const Runtime *runtime)
{
    uint64_t count;
    if (runtime->fd >= 0 && read(runtime->fd, &count, sizeof count) < 0)
        return;  // it was already empty
}

PlaitStatus worker_step(Runtime *runtime, uint64_t events)
{
    Worker *w = &runtime->workers[0];

    pthread_mutex_lock(&runtime->idle);
    clear_fd(runtime);
    pthread_mutex_unlock(&runtime->idle);
    Worker *before = enter(w);
    bool is_done = work(w, events ? atomic_load(&w->events) + events : UINT64_MAX);
    enter(before);

    pthread_mutex_lock(&runtime->idle);
    if (is_done && !has_posts(runtime))
        tell_idle(runtime);
    else if (!runtime_stops(runtime))
        runtime_alert(runtime);
    pthread_mutex_unlock(&runtime->idle);
    return runtime_status(runtime);
}
