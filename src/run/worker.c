// run/worker.c: running what is ready, and finding out that nothing is.
//
// A worker takes an actor from the front of its ready queue and runs it for a share of
// events. Without work it steals; without anything to steal it sleeps. When all
// sleep, all ready queues are empty, because only a worker that is awake adds to its
// own: then, if nothing outside may still post, the runtime is quiescent.

#include <errno.h>
#include <sched.h>
#include <time.h>

#include "base/err.h"
#include "run/run_impl.h"

enum {
    SHARE = 256,           // events taken and sent in a turn, besides those that waited for it
    LOOKS = 20,            // around for work, before sleeping
    NAP_NS = 1000 * 1000,  // while others work: what they get may be worth stealing
};

// ---------------------------------------------------------------------------- one actor

// True when it is idle, and in no ready queue any more.
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
        // All of `queue` was looked at: the two change places.
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

// The machine waits: gives it the next event that it takes. False when there is
// none, and the actor rests.
static bool feed(Worker *w, Actor *a)
{
    Runtime *runtime = w->runtime;
    do {
        if (actor_feed(runtime, a, &w->event)) {
            w->events++;
            return true;
        }
        if (runtime->has_null && machine_wants_null(&a->machine)) {
            w->event = P_EVENT_NULL;
            machine_deliver(&a->machine, P_EVENT_NULL, 0);
            w->turn_left = 0;  // others may have something better to do
            return true;
        }
    } while (!rest(runtime, a));
    return false;
}

static bool is_out_of_steps(Worker *w)
{
    if (w->steps_left-- > 0)
        return false;
    runtime_stop(w->runtime, RUN_OUT_OF_STEPS);
    return true;
}

// What the machine asked for. False when it cannot go on.
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
        break;  // not here
    }
    return false;
}

// Brings together what has been sent to the actor so far; how much it is.
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

// Until it rests, is gone, or has had its turn. A turn is long enough for all that
// waited when it began: else one that many send to would never keep up.
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
            machine_refuel(&a->machine, machine_fuel);
        } else if (step == STEP_WAIT) {
            a->waits = true;
            if (w->turn_left-- <= 0) {
                ready_push(w, a);
                return;
            }
            if (!feed(w, a))
                return;
            a->waits = false;
            machine_refuel(&a->machine, machine_fuel);
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
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += NAP_NS;
    if (until.tv_nsec >= 1000000000) {
        until.tv_sec++;
        until.tv_nsec -= 1000000000;
    }
    pthread_cond_timedwait(&runtime->wake, &runtime->idle, &until);
}

// What was printed is seen by now, not when the program ends.
static void show_prints(Runtime *runtime)
{
    pthread_mutex_unlock(&runtime->idle);
    fflush(stdout);
    if (runtime->trace)
        fflush(runtime->trace->out);
    pthread_mutex_lock(&runtime->idle);
}

// Sleeps until there may be work. The last one to fall asleep decides whether
// there ever will be.
static void sleep_a_while(Worker *w)
{
    Runtime *runtime = w->runtime;

    pthread_mutex_lock(&runtime->idle);
    runtime->idle_count++;
    while (!runtime_stops(runtime) && runtime->post_count == 0) {
        bool all_idle = runtime->idle_count == runtime->worker_count;
        if (all_idle && runtime->holds == 0) {
            runtime->is_over = true;
            atomic_store(&runtime->stop, true);
            pthread_cond_broadcast(&runtime->wake);
            break;
        }
        if (all_idle) {
            show_prints(runtime);
            if (runtime->post_count || runtime->holds == 0 || runtime_stops(runtime))
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

static void work(Worker *w)
{
    Runtime *runtime = w->runtime;
    while (!runtime_stops(runtime)) {
        if (atomic_load_explicit(&runtime->is_posted, memory_order_relaxed))
            posts_take(w);
        Actor *a = ready_pop(w);
        if (a) {
            atomic_store_explicit(&w->running, a->machine.id, memory_order_relaxed);
            run_actor(w, a);
        } else if (!find_work(w)) {
            atomic_store_explicit(&w->running, 0, memory_order_relaxed);
            sleep_a_while(w);
        }
    }
}

void *worker_main(void *worker)
{
    Worker *w = worker;
    p_name_machines(actor_name, w->runtime);
    act_worker = w;
    work(w);
    atomic_store_explicit(&w->running, 0, memory_order_relaxed);
    atomic_store(&w->is_done, true);
    atomic_fetch_add(&w->runtime->done_count, 1);
    sem_post(&w->runtime->news);
    return NULL;
}
