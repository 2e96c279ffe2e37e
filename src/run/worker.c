// run/worker.c: runs ready actors.
//
// A worker takes an actor from the front of its ready queue and runs it for a limited number of
// events. The actor that it sends to runs next (ready_push_next). Between two actors the worker
// looks for what other workers and threads have sent.

#include <unistd.h>

#include "base/err.h"
#include "rt/node.h"
#include "run/run_impl.h"

enum {
    SHARE = 256,  // events taken and sent in a turn, plus those that waited before it
};

// ---------------------------------------------------------------------------- one actor

// True when the actor is idle now; false when there are new events for it.
static bool rest(Worker *w, Actor *a)
{
    if (w->runtime->is_shared && inbox_has_letters(a)) {
        inbox_take(w, a);
        return false;
    }
    if (a->is_behind)
        hold_look(a);
    queue_rest(&a->queue);
    if (a->deferred)
        queue_rest(a->deferred);
    a->is_ready = false;
    return true;
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
    } while (!rest(w, a));
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

// Runs a machine that is implemented in C.
__attribute__((noinline)) static Step run_foreign(Worker *w, Machine *m)
{
    if (w->runtime->has_shared_values)
        value_share(w->runtime->program, m->payload_type, m->payload);
    balance_leave(w);
    Step step = machine_run(m, &w->ask);
    balance_return(w);
    return step;
}

static inline Step run_machine(Worker *w, Machine *m)
{
    return m->foreign ? run_foreign(w, m) : machine_run(m, &w->ask);
}

// In a simulation the next machine is random, and its turn is one event or its entry, or a part of
// that: it may end after a send, as if another worker were faster.
static inline bool is_by_lot(const Worker *w)
{
    return __builtin_expect(w->runtime->others && w->runtime->others->lots, 0);
}

static inline bool is_interrupted(const Worker *w)
{
    return is_by_lot(w) && rng_below(w->runtime->others->lots, 4) == 0;
}

// Runs the actor until it is idle, has halted, or its turn is over. A turn is long enough for
// all events that waited when it began: otherwise the queue of an actor with many senders would
// only grow.
static void run_actor(Worker *w, Actor *a)
{
    if (w->runtime->is_shared && inbox_has_letters(a))
        inbox_take(w, a);
    w->turn_left = (int64_t)SHARE + a->queue.count;
    if (is_by_lot(w))
        w->turn_left = a->waits;
    w->event = P_NONE;
    if (w->runtime->is_shared)
        hold_begin(w, a);
    while (!runtime_stops(w->runtime)) {
        Step step = a->waits ? STEP_WAIT : run_machine(w, &a->machine);
        if (step != STEP_SEND)
            inbox_close(w);
        if (step == STEP_SEND) {
            w->turn_left--;
            if (!act_send(w, a, &w->ask))
                return;
            machine_refuel(&a->machine, w->runtime->fuel);
            if (is_interrupted(w)) {
                ready_push(w, a);
                return;
            }
        } else if (step == STEP_WAIT) {
            a->waits = true;
            if (w->turn_left-- <= 0 && !hold_goes_on(w, a)) {
                hold_or_push(w, a);
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

// Takes the events from outside, then returns the next ready actor. NULL when there is none.
static Actor *next_ready(Worker *w)
{
    if (atomic_load_explicit(&w->runtime->is_posted, memory_order_relaxed))
        posts_take(w);
    if (w->runtime->is_shared && balance_has_cause(w))
        balance_turn(w);
    if (__builtin_expect(w->held.count > 0, 0))
        hold_release(w, false);
    if (is_by_lot(w))
        ready_turn(w, w->runtime->others->lots);
    return ready_pop(w);
}

static void run_next(Worker *w, Actor *a)
{
    w->chain = w->has_next ? w->chain + 1 : 0;
    w->has_next = false;
    atomic_store_explicit(&w->running, a->machine.id, memory_order_relaxed);
    run_actor(w, a);
    inbox_close(w);
}

// The only loop in which machines run. Ends when the runtime is stopped, or when this worker has
// taken `last` events in all, and in a simulation after each turn. Without threads it also ends,
// with true, when there is nothing to do.
static bool work(Worker *w, uint64_t last)
{
    Runtime *runtime = w->runtime;
    bool is_done = false;
    while (!runtime_stops(runtime) && !is_done) {
        Actor *a = next_ready(w);
        if (a) {
            run_next(w, a);
            if (is_by_lot(w) || atomic_load_explicit(&w->events, memory_order_relaxed) >= last)
                break;
        } else if (w->held.count > 0) {
            hold_nap(w);
        } else if (!runtime->has_threads) {
            is_done = true;
        } else {
            atomic_store_explicit(&w->running, 0, memory_order_relaxed);
            idle_sleep(w);
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
    spin_lock(&w->guard);
    node_is_local = true;
    work(w, UINT64_MAX);
    spin_unlock(&w->guard);
    pthread_mutex_lock(&runtime->idle);
    runtime->done_count++;
    atomic_store(&w->is_done, true);
    pthread_cond_broadcast(&runtime->news);
    pthread_mutex_unlock(&runtime->idle);
    return NULL;
}

static void clear_fd(Runtime *runtime)
{
    uint64_t count;
    if (runtime->is_fd_set)
        runtime->is_fd_set = read(runtime->fd, &count, sizeof count) < 0;
}

PlaitStatus worker_step(Runtime *runtime, uint64_t events)
{
    Worker *w = &runtime->workers[0];

    pthread_mutex_lock(&runtime->idle);
    clear_fd(runtime);
    pthread_mutex_unlock(&runtime->idle);
    Worker *before = enter(w);
    bool was_local = node_is_local;
    node_is_local = true;
    bool is_done = work(w, events ? atomic_load(&w->events) + events : UINT64_MAX);
    node_is_local = was_local;
    enter(before);

    pthread_mutex_lock(&runtime->idle);
    if (is_done && !runtime_has_posts(runtime))
        idle_tell(runtime);
    else if (!runtime_stops(runtime))
        runtime_alert(runtime, true);
    pthread_mutex_unlock(&runtime->idle);
    return runtime_status(runtime);
}
