// run/end.c: how a runtime stops, and its result.
//
// The first bug, or the first call that stops the runtime, determines the result. Then each
// worker ends when its running handler ends. A thread cannot be ended from outside. After two
// seconds P code must end at its next backward jump or call. A handler that still runs after two
// more seconds is foreign code that does not return; the runtime stops waiting for it.

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/buf.h"
#include "run/run_impl.h"

#define GRACE_SECONDS 2.0
#define FOR_EVER 1e18

double runtime_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

void runtime_alert(Runtime *runtime, bool all)
{
    uint64_t one = 1;
    bool goes_on = true;
    for (uint32_t i = 0; i < runtime->worker_count && goes_on; i++)
        if (atomic_load_explicit(&runtime->workers[i].is_asleep, memory_order_relaxed)) {
            pthread_cond_signal(&runtime->workers[i].wake);
            goes_on = all;
        }
    pthread_cond_broadcast(&runtime->wake);
    if (runtime->fd >= 0 && !runtime->is_fd_set)
        runtime->is_fd_set = write(runtime->fd, &one, sizeof one) > 0;
}

// ------------------------------------------------------------------------------ results

static void stop(Runtime *runtime)
{
    pthread_mutex_lock(&runtime->idle);
    runtime->is_over = true;
    atomic_store(&runtime->stop, true);
    runtime_alert(runtime, true);
    pthread_cond_broadcast(&runtime->news);
    pthread_mutex_unlock(&runtime->idle);
}

// Sets the result. The caller holds `result_lock`. True only for the first call; later results
// are discarded.
static bool claim_result(Runtime *runtime, PlaitStatus status, const char *why)
{
    if (runtime->has_result)
        return false;
    runtime->has_result = true;
    runtime->status = status;
    snprintf(runtime->why, sizeof runtime->why, "%s", why);
    runtime->stopped = runtime_now();
    return true;
}

void runtime_stop(Runtime *runtime, PlaitStatus status, const char *why)
{
    pthread_mutex_lock(&runtime->result_lock);
    claim_result(runtime, status, why);
    pthread_mutex_unlock(&runtime->result_lock);
    stop(runtime);
}

static void name_machine(const PProgram *p, const Machine *m, char *out, size_t size)
{
    const PMachineInfo *info = &p->machines[m->kind];
    if (info->kind == P_MACHINE_SPEC || info->kind == P_MACHINE_SCENARIO)
        snprintf(out, size, "%s", info->name);
    else
        snprintf(out, size, "%s(%" PRIu32 ")", info->name, m->id);
}

static void describe(const Runtime *runtime, PlaitProblem *b, const Machine *m, uint32_t event)
{
    const PProgram *p = runtime->program;

    if (event != P_NONE)
        snprintf(b->event, sizeof b->event, "%s", p->events[event].name);
    if (!m)
        return;
    name_machine(p, m, b->machine, sizeof b->machine);
    uint32_t state = machine_state(m);
    if (state != P_NONE)
        snprintf(b->state, sizeof b->state, "%s", p->states[state].name);
    PPosition at = machine_position(m);
    if (at.line) {
        snprintf(b->file, sizeof b->file, "%s", p->files[at.file]);
        b->line = at.line;
        b->column = at.column;
    }
}

void runtime_fail(Runtime *runtime, const Machine *m, PError error, const char *message,
                  uint32_t event)
{
    bool is_setup = error == P_ERROR_SETUP;
    PlaitProblem *b = &runtime->problem;

    pthread_mutex_lock(&runtime->result_lock);
    bool is_first =
        claim_result(runtime, is_setup ? PLAIT_SETUP : PLAIT_BUG, is_setup ? "set-up" : "bug");
    if (is_first) {
        b->error = error;
        snprintf(b->kind, sizeof b->kind, "%s", is_setup ? "set-up" : error_kind(error));
        snprintf(b->message, sizeof b->message, "%s", message);
        describe(runtime, b, m, event);
        if (runtime->trace)
            trace_error(runtime->trace, m, error, false, message, event);
    }
    pthread_mutex_unlock(&runtime->result_lock);
    stop(runtime);
    if (is_first && runtime->options.problem)
        runtime->options.problem(runtime->options.user, b);
}

void runtime_assume(Runtime *runtime, const Machine *m)
{
    pthread_mutex_lock(&runtime->result_lock);
    if (claim_result(runtime, PLAIT_ASSUMPTION, "assumption-failed"))
        describe(runtime, &runtime->problem, m, P_NONE);
    pthread_mutex_unlock(&runtime->result_lock);
    stop(runtime);
}

PlaitStatus runtime_status(Runtime *runtime)
{
    pthread_mutex_lock(&runtime->result_lock);
    bool has_result = runtime->has_result;
    PlaitStatus status = runtime->status;
    pthread_mutex_unlock(&runtime->result_lock);
    if (has_result)
        return status;
    pthread_mutex_lock(&runtime->idle);
    status = runtime->is_idle ? PLAIT_IDLE : PLAIT_RUNNING;
    pthread_mutex_unlock(&runtime->idle);
    return status;
}

// ---------------------------------------------------------------------------- the verdict

// Nothing is left to do: a machine that waits in a `receive` will never get its event.
static void find_deadlock(Runtime *runtime)
{
    const Machine *first = NULL;
    Buf names = {0};
    uint32_t count = 0;

    for (uint32_t id = 1; id <= atomic_load(&runtime->last_id); id++) {
        const Actor *a = actor_at(runtime, id);
        if (a->id != id || a->machine.receive == P_NONE)
            continue;
        char name[160];
        name_machine(runtime->program, &a->machine, name, sizeof name);
        if (count++ < 8)
            buf_print(&names, "%s%s", first ? ", " : "", name);
        first = first ? first : &a->machine;
    }
    if (count > 8)
        buf_print(&names, " and %" PRIu32 " more", count - 8);
    char message[P_TEXT_MAX];
    snprintf(message, sizeof message, "%s wait%s in a receive, and nothing else can happen",
             buf_text(&names), count == 1 ? "s" : "");
    buf_drop(&names);
    if (first)
        runtime_fail(runtime, first, P_ERROR_DEADLOCK, message, P_NONE);
}

static void find_hot_spec(Runtime *runtime)
{
    const Machine *hot = specs_hot(runtime);
    if (!hot)
        return;
    char message[P_TEXT_MAX];
    snprintf(message, sizeof message, "nothing is left to do, but %s is in hot state %s",
             runtime->program->machines[hot->kind].name,
             runtime->program->states[machine_state(hot)].name);
    runtime_fail(runtime, hot, P_ERROR_LIVENESS, message, P_NONE);
}

// Decides the result after all workers have ended. Only the first call has an effect.
static void judge(Runtime *runtime)
{
    if (runtime->is_ended)
        return;
    runtime->is_ended = true;
    if (!runtime->has_result) {
        find_deadlock(runtime);
        find_hot_spec(runtime);
        runtime_stop(runtime, PLAIT_FINISHED, "quiescent");
    }
    pthread_mutex_lock(&runtime->result_lock);
    runtime->ended = runtime_now();
    pthread_mutex_unlock(&runtime->result_lock);
    if (runtime->trace) {
        trace_end(runtime->trace, runtime->why);
        trace_flush(runtime->trace);
    }
}

// ------------------------------------------------------------------------------ waiting

static struct timespec clock_at(double seconds)
{
    struct timespec t = {.tv_sec = (time_t)seconds};
    t.tv_nsec = (long)((seconds - (double)t.tv_sec) * 1e9);
    return t;
}

// The caller holds `idle`. False when the deadline has passed.
static bool wait_until(Runtime *runtime, pthread_cond_t *cond, double deadline)
{
    if (deadline >= FOR_EVER)
        return pthread_cond_wait(cond, &runtime->idle) == 0;
    struct timespec until = clock_at(deadline);
    return pthread_cond_timedwait(cond, &runtime->idle, &until) != ETIMEDOUT;
}

static double earlier(double a, double b)
{
    return a < b ? a : b;
}

static double deadline_of(double seconds)
{
    return seconds > 0 && seconds < 1e9 ? runtime_now() + seconds : FOR_EVER;
}

// After a stop: the time when P code must end; if `gives_up`, the time when the runtime stops
// waiting.
static double patience(Runtime *runtime, bool gives_up)
{
    pthread_mutex_lock(&runtime->result_lock);
    double stopped = runtime->has_result ? runtime->stopped : FOR_EVER;
    pthread_mutex_unlock(&runtime->result_lock);
    return stopped >= FOR_EVER ? FOR_EVER : stopped + (gives_up ? 2 : 1) * GRACE_SECONDS;
}

static bool is_giving_up(const Runtime *runtime)
{
    return __atomic_load_n(&runtime->gives_up, __ATOMIC_RELAXED);
}

static bool has_threads(const Runtime *runtime)
{
    return runtime->done_count < runtime->worker_count;
}

static bool has_step(const Runtime *runtime)
{
    return runtime->is_stepping;
}

// Waits while `works` is true; the caller holds `idle`. False when the deadline has passed, or
// a handler does not end after the runtime was stopped.
static bool wait_while(Runtime *runtime, bool (*works)(const Runtime *runtime), double deadline)
{
    while (works(runtime)) {
        double end = patience(runtime, is_giving_up(runtime));
        if (wait_until(runtime, &runtime->news, earlier(end, deadline)))
            continue;
        double now = runtime_now();
        if (now >= deadline || (now >= end && is_giving_up(runtime)))
            return false;
        if (now >= end)
            __atomic_store_n(&runtime->gives_up, true, __ATOMIC_RELAXED);
    }
    return true;
}

static bool wait_for_threads(Runtime *runtime, double deadline)
{
    pthread_mutex_lock(&runtime->idle);
    bool ended = wait_while(runtime, has_threads, deadline);
    pthread_mutex_unlock(&runtime->idle);
    return ended;
}

static bool try_step(Runtime *runtime)
{
    pthread_mutex_lock(&runtime->idle);
    bool is_free = !runtime->is_stepping;
    runtime->is_stepping = true;
    pthread_mutex_unlock(&runtime->idle);
    return is_free;
}

static void leave_step(Runtime *runtime)
{
    pthread_mutex_lock(&runtime->idle);
    runtime->is_stepping = false;
    pthread_cond_broadcast(&runtime->news);
    pthread_mutex_unlock(&runtime->idle);
}

// Without threads: waits until no other thread runs the worker. Then only this thread may run
// it, until leave_step. False as above.
static bool enter_step(Runtime *runtime, double deadline)
{
    pthread_mutex_lock(&runtime->idle);
    bool is_free = wait_while(runtime, has_step, deadline);
    if (is_free)
        runtime->is_stepping = true;
    pthread_mutex_unlock(&runtime->idle);
    return is_free;
}

bool runtime_end(Runtime *runtime)
{
    if (is_worker_of(runtime))
        return false;
    if (runtime->has_threads ? !wait_for_threads(runtime, FOR_EVER)
                             : !enter_step(runtime, FOR_EVER))
        return false;
    judge(runtime);
    if (!runtime->has_threads)
        leave_step(runtime);
    return true;
}

// -------------------------------------------------------------------------------- owners

// No machine has anything to do, and there are no holds. The caller holds `idle`.
static bool is_drained(const Runtime *runtime)
{
    return runtime->is_idle && runtime->holds == 0;
}

// Without threads, after enter_step: runs machines until nothing is left to do, the runtime was
// stopped, or the deadline has passed.
static void drain_by_steps(Runtime *runtime, double deadline)
{
    const uint64_t share = 10000;  // events between two readings of the clock
    bool is_late = false;
    while (!is_late) {
        PlaitStatus status = worker_step(runtime, share);
        is_late = deadline < FOR_EVER && runtime_now() >= deadline;
        if (status == PLAIT_RUNNING)
            continue;
        pthread_mutex_lock(&runtime->idle);
        bool is_done = runtime->is_over || is_drained(runtime);
        if (!is_done && runtime->is_idle)
            is_late = !wait_until(runtime, &runtime->wake, deadline);
        pthread_mutex_unlock(&runtime->idle);
        if (is_done)
            return;
    }
}

PlaitStatus plait_drain(PlaitRuntime *runtime, double seconds)
{
    double deadline = deadline_of(seconds);
    if (is_worker_of(runtime))
        return PLAIT_RUNNING;
    if (!runtime->has_threads) {
        if (!enter_step(runtime, deadline))
            return PLAIT_RUNNING;
        drain_by_steps(runtime, deadline);
        leave_step(runtime);
    }
    pthread_mutex_lock(&runtime->idle);
    while (runtime->has_threads && !is_drained(runtime) && !runtime->is_over)
        if (!wait_until(runtime, &runtime->news, deadline))
            break;
    bool is_held = runtime->holds > 0;
    pthread_mutex_unlock(&runtime->idle);
    PlaitStatus status = runtime_status(runtime);
    return status == PLAIT_IDLE && is_held ? PLAIT_RUNNING : status;
}

// From now on events come from outside only while there are holds.
static void shut(Runtime *runtime)
{
    pthread_mutex_lock(&runtime->idle);
    runtime->is_open = false;
    runtime_alert(runtime, true);
    pthread_mutex_unlock(&runtime->idle);
}

static PlaitStatus finish_by_steps(Runtime *runtime, double deadline)
{
    if (!enter_step(runtime, deadline))
        return PLAIT_RUNNING;
    drain_by_steps(runtime, deadline);
    pthread_mutex_lock(&runtime->idle);
    runtime->is_over |= is_drained(runtime);
    bool is_over = runtime->is_over;
    pthread_mutex_unlock(&runtime->idle);
    if (is_over)
        judge(runtime);
    leave_step(runtime);
    return is_over ? runtime_status(runtime) : PLAIT_RUNNING;
}

PlaitStatus plait_finish(PlaitRuntime *runtime, double seconds)
{
    double deadline = deadline_of(seconds);
    if (is_worker_of(runtime))
        return PLAIT_RUNNING;
    shut(runtime);
    if (!runtime->has_threads)
        return finish_by_steps(runtime, deadline);
    if (!wait_for_threads(runtime, deadline))
        return PLAIT_RUNNING;
    judge(runtime);
    return runtime_status(runtime);
}

void plait_stop(PlaitRuntime *runtime, const char *why)
{
    runtime_stop(runtime, PLAIT_STOPPED, why ? why : "stopped");
}

PlaitStatus plait_step(PlaitRuntime *runtime, uint64_t events)
{
    if (runtime->has_threads)
        return runtime_status(runtime);
    if (is_worker_of(runtime) || !try_step(runtime))
        return PLAIT_RUNNING;
    PlaitStatus status = worker_step(runtime, events);
    leave_step(runtime);
    return status;
}

// The name of a machine whose handler is running.
static void name_busy(Runtime *runtime, char *out, size_t size)
{
    for (uint32_t i = 0; i < runtime->worker_count; i++) {
        uint32_t id = atomic_load_explicit(&runtime->workers[i].running, memory_order_relaxed);
        if (id) {
            snprintf(out, size, "%s", actor_name(runtime, id));
            return;
        }
    }
}

void plait_result(PlaitRuntime *runtime, PlaitResult *r)
{
    *r = (PlaitResult){.status = runtime_status(runtime)};
    r->workers = runtime->has_threads ? runtime->worker_count : 0;
    for (uint32_t i = 0; i < runtime->worker_count; i++) {
        r->created += atomic_load(&runtime->workers[i].created);
        r->halted += atomic_load(&runtime->workers[i].halted);
        r->events += atomic_load(&runtime->workers[i].events);
    }
    pthread_mutex_lock(&runtime->result_lock);
    if (runtime->has_result)
        r->problem = runtime->problem;
    r->seconds = (runtime->ended > 0 ? runtime->ended : runtime_now()) - runtime->began;
    pthread_mutex_unlock(&runtime->result_lock);
    name_busy(runtime, r->busy, sizeof r->busy);
}
