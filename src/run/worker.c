// run/worker.c: running what is ready, and finding out that nothing is.
//
// A worker takes an actor from the front of its line and runs it for a share of
// events. Without work it steals; without anything to steal it sleeps. When all
// sleep, all lines are empty, because only a worker that is awake adds to its
// line: then, if nothing outside may still post, the world is quiescent.

#include <errno.h>
#include <sched.h>
#include <time.h>

#include "base/err.h"
#include "run/world.h"

enum {
    SHARE = 256,           // events taken and sent in a turn, besides those that waited for it
    LOOKS = 20,            // around for work, before sleeping
    NAP_NS = 1000 * 1000,  // while others work: what they get may be worth stealing
};

// ---------------------------------------------------------------------------- one actor

// True when it is at rest, and in no line any more.
static bool rest(World *world, Actor *a)
{
    queue_rest(&a->queue);
    if (a->kept)
        queue_rest(a->kept);
    if (!world->is_shared) {
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
    World *world = w->world;
    do {
        if (actor_feed(world, a, &w->event)) {
            w->events++;
            return true;
        }
        if (world->has_null && machine_wants_null(&a->machine)) {
            w->event = P_EVENT_NULL;
            machine_deliver(&a->machine, P_EVENT_NULL, 0);
            w->turn_left = 0;  // others may have something better to do
            return true;
        }
    } while (!rest(world, a));
    return false;
}

static bool is_out_of_steps(Worker *w)
{
    if (w->steps_left-- > 0)
        return false;
    world_stop(w->world, RUN_OUT_OF_STEPS);
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
        act_choose(w->world, &a->machine, &a->rng, ask);
        return true;
    case STEP_PRINT:
        act_print(w->world, &a->machine, ask);
        return true;
    case STEP_HALTED:
        actor_halt(w, a);
        return false;
    case STEP_ASSUME:
        world_assume(w->world, &a->machine);
        return false;
    case STEP_FAILED:
        world_fail(w->world, &a->machine, ask->error, ask->text, w->event);
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
static uint32_t collect(World *world, Actor *a)
{
    if (world->is_shared && a->queue.count == 0) {
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
    w->turn_left = (int64_t)SHARE + collect(w->world, a);
    w->event = P_NONE;
    while (!world_stops(w->world)) {
        Step step = a->waits ? STEP_WAIT : machine_run(&a->machine, &w->ask);
        if (step == STEP_SEND) {
            w->turn_left--;
            if (!act_send(w, a, &w->ask))
                return;
            machine_refuel(&a->machine, machine_fuel);
        } else if (step == STEP_WAIT) {
            a->waits = true;
            if (w->turn_left-- <= 0) {
                line_push(w, a);
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
    World *world = w->world;
    for (uint32_t i = 1; i < world->worker_count; i++)
        if (line_steal(w, &world->workers[(w->index + i) % world->worker_count]))
            return true;
    return false;
}

static bool find_work(Worker *w)
{
    World *world = w->world;
    if (!world->is_shared)
        return false;
    for (int i = 0; i < LOOKS && !world_stops(world); i++) {
        if (steal(w))
            return true;
        sched_yield();
    }
    return false;
}

static void nap(World *world)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += NAP_NS;
    if (until.tv_nsec >= 1000000000) {
        until.tv_sec++;
        until.tv_nsec -= 1000000000;
    }
    pthread_cond_timedwait(&world->wake, &world->idle, &until);
}

// What was printed is seen by now, not when the program ends.
static void show_prints(World *world)
{
    pthread_mutex_unlock(&world->idle);
    fflush(stdout);
    if (world->trace)
        fflush(world->trace->out);
    pthread_mutex_lock(&world->idle);
}

// Sleeps until there may be work. The last one to fall asleep decides whether
// there ever will be.
static void sleep_a_while(Worker *w)
{
    World *world = w->world;

    pthread_mutex_lock(&world->idle);
    world->idle_count++;
    while (!world_stops(world) && world->post_count == 0) {
        bool all_idle = world->idle_count == world->worker_count;
        if (all_idle && world->holds == 0) {
            world->is_over = true;
            atomic_store(&world->stop, true);
            pthread_cond_broadcast(&world->wake);
            break;
        }
        if (all_idle) {
            show_prints(world);
            if (world->post_count || world->holds == 0 || world_stops(world))
                continue;
        }
        atomic_fetch_add_explicit(&world->sleepers, 1, memory_order_relaxed);
        if (all_idle)
            pthread_cond_wait(&world->wake, &world->idle);
        else
            nap(world);
        atomic_fetch_sub_explicit(&world->sleepers, 1, memory_order_relaxed);
        atomic_store_explicit(&world->is_waking, false, memory_order_relaxed);
        if (!all_idle)
            break;
    }
    world->idle_count--;
    pthread_mutex_unlock(&world->idle);
}

static void work(Worker *w)
{
    World *world = w->world;
    while (!world_stops(world)) {
        if (atomic_load_explicit(&world->is_posted, memory_order_relaxed))
            posts_take(w);
        Actor *a = line_pop(w);
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
    p_name_machines(actor_name, w->world);
    act_worker = w;
    work(w);
    atomic_store_explicit(&w->running, 0, memory_order_relaxed);
    atomic_store(&w->is_done, true);
    atomic_fetch_add(&w->world->done_count, 1);
    sem_post(&w->world->news);
    return NULL;
}
