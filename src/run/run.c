// run/run.c: one execution, from the first machine to the verdict.
//
// The workers work; this thread waits for them, for the clock and for signals. It
// is the only one that decides to stop, besides a worker that found a bug or
// found nothing left to do.

#include "run/run.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/err.h"
#include "rt/node.h"
#include "run/run_impl.h"

enum {
    GRACE_SECONDS = 2,  // for handlers to end, once we stop
    WORKERS_MOST = 1024,
};

// ------------------------------------------------------------------------------ results

// True for the first who asks: later ones have nothing to say.
static bool claim_result(Runtime *runtime, RunOutcome outcome)
{
    pthread_mutex_lock(&runtime->result_lock);
    bool is_first = !runtime->has_result;
    runtime->has_result = true;
    if (is_first)
        runtime->result->outcome = outcome;
    pthread_mutex_unlock(&runtime->result_lock);
    return is_first;
}

static void stop(Runtime *runtime)
{
    pthread_mutex_lock(&runtime->idle);
    runtime->is_over = true;
    atomic_store(&runtime->stop, true);
    pthread_cond_broadcast(&runtime->wake);
    pthread_mutex_unlock(&runtime->idle);
}

void runtime_stop(Runtime *runtime, RunOutcome outcome)
{
    claim_result(runtime, outcome);
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

static void describe(const Runtime *runtime, RunBug *b, const Machine *m, uint32_t event)
{
    const PProgram *p = runtime->program;

    if (event != P_NONE)
        b->event = p->events[event].name;
    if (!m)
        return;
    name_machine(p, m, b->machine, sizeof b->machine);
    uint32_t state = machine_state(m);
    if (state != P_NONE)
        b->state = p->states[state].name;
    PPosition at = machine_position(m);
    if (at.line) {
        b->file = p->files[at.file];
        b->line = at.line;
        b->column = at.column;
    }
}

void runtime_fail(Runtime *runtime, const Machine *m, PError error, const char *message,
                  uint32_t event)
{
    if (claim_result(runtime, error == P_ERROR_SETUP ? RUN_SETUP : RUN_BUG)) {
        RunBug *b = &runtime->result->bug;
        b->error = error;
        snprintf(b->message, sizeof b->message, "%s", message);
        describe(runtime, b, m, event);
        if (runtime->trace)
            trace_error(runtime->trace, m, error, message, event);
    }
    stop(runtime);
}

void runtime_assume(Runtime *runtime, const Machine *m)
{
    if (claim_result(runtime, RUN_ASSUMED))
        describe(runtime, &runtime->result->bug, m, P_NONE);
    stop(runtime);
}

// ----------------------------------------------------------------------------- the end

// At the end of a run without work left: somebody in the middle of a handler
// waits for an event that will never come.
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
    snprintf(message, sizeof message, "nothing is left to do, but in a receive wait%s %s",
             count == 1 ? "s" : "", buf_text(&names));
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

static void judge(Runtime *runtime)
{
    if (!runtime->has_result) {
        find_deadlock(runtime);
        find_hot_spec(runtime);
        claim_result(runtime, RUN_QUIESCENT);
    }
}

// ------------------------------------------------------------------------------ waiting

#define INSISTING_SECONDS 0.3

static double seconds_between(struct timespec a, struct timespec b)
{
    return (double)(b.tv_sec - a.tv_sec) + (double)(b.tv_nsec - a.tv_nsec) * 1e-9;
}

static Runtime *past_runtimes;  // where a late thread of foreign code may still knock

static sem_t *signal_news;  // of the runtime that is running
static volatile sig_atomic_t signal_count;

// Who insists does not want to wait. A signal that comes to the process and to its
// group is one wish, not two.
static void on_signal(int number)
{
    static struct timespec first;
    struct timespec t;
    int kept = errno;

    (void)number;
    clock_gettime(CLOCK_MONOTONIC, &t);
    if (signal_count == 0)
        first = t;
    else if (seconds_between(first, t) > INSISTING_SECONDS)
        _exit(128 + SIGINT);
    signal_count = 1;
    sem_post(signal_news);
    errno = kept;
}

typedef struct Signals {
    struct sigaction interrupt, terminate;
} Signals;

static void catch_signals(Runtime *runtime, Signals *before)
{
    struct sigaction action = {.sa_handler = on_signal};
    sigemptyset(&action.sa_mask);
    action.sa_flags = SA_RESTART;
    signal_news = &runtime->news;
    signal_count = 0;
    sigaction(SIGINT, &action, &before->interrupt);
    sigaction(SIGTERM, &action, &before->terminate);
}

static void release_signals(const Signals *before)
{
    sigaction(SIGINT, &before->interrupt, NULL);
    sigaction(SIGTERM, &before->terminate, NULL);
}

static struct timespec after(double seconds)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    double whole = (double)(int64_t)seconds;
    t.tv_sec += (time_t)whole;
    t.tv_nsec += (long)((seconds - whole) * 1e9);
    if (t.tv_nsec >= 1000000000) {
        t.tv_sec++;
        t.tv_nsec -= 1000000000;
    }
    return t;
}

// False when the time is over.
static bool wait_for_news(Runtime *runtime, const struct timespec *until)
{
    int done;
    do
        done = until ? sem_timedwait(&runtime->news, until) : sem_wait(&runtime->news);
    while (done != 0 && errno == EINTR);
    return done == 0;
}

// Until all workers are done. False when one of them does not end.
static bool supervise(Runtime *runtime)
{
    double limit = runtime->options->seconds;
    struct timespec until = after(limit);
    const struct timespec *bound = limit > 0 ? &until : NULL;
    bool is_stopping = false;

    while (atomic_load(&runtime->done_count) < runtime->worker_count) {
        bool is_late = !wait_for_news(runtime, bound);
        if (is_late && runtime->gives_up)
            return false;
        if (is_late && is_stopping) {
            __atomic_store_n(&runtime->gives_up, true, __ATOMIC_RELAXED);
            until = after(GRACE_SECONDS);
        } else if (is_late) {
            runtime_stop(runtime, RUN_OUT_OF_TIME);
        } else if (signal_count > 0) {
            runtime_stop(runtime, RUN_INTERRUPTED);
        }
        if (runtime_stops(runtime) && !is_stopping) {
            is_stopping = true;
            until = after(GRACE_SECONDS);
            bound = &until;
        }
    }
    return true;
}

// ------------------------------------------------------------------------------ set-up

static uint32_t core_count(void)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores < 1 ? 1 : cores > WORKERS_MOST ? WORKERS_MOST : (uint32_t)cores;
}

static bool has_bounds(const PProgram *p)
{
    for (uint32_t i = 0; i < p->event_count; i++)
        if (p->events[i].bound.kind == P_BOUND_ASSERT)
            return true;
    for (uint32_t i = 0; i < p->machine_count; i++)
        if (p->machines[i].bound.kind == P_BOUND_ASSERT)
            return true;
    return false;
}

// Handlers come in the order of their events, and null is the first of all.
static bool has_null(const PProgram *p)
{
    for (uint32_t i = 0; i < p->state_count; i++)
        if (p->states[i].handler_count && p->states[i].handlers[0].event == P_EVENT_NULL)
            return true;
    for (uint32_t i = 0; i < p->receive_count; i++)
        for (uint32_t j = 0; j < p->receives[i].case_count; j++)
            if (p->receives[i].cases[j].event == P_EVENT_NULL)
                return true;
    return false;
}

// Foreign code may have threads of its own that hold values of ours.
static bool has_foreign_code(const PProgram *p)
{
    for (uint32_t i = 0; i < p->fun_count; i++)
        if (p->funs[i].is_foreign || p->funs[i].foreign)
            return true;
    for (uint32_t i = 0; i < p->machine_count; i++)
        if (p->machines[i].foreign)
            return true;
    for (uint32_t i = 0; i < p->type_count; i++)
        if (p->types[i].kind == P_TYPE_FOREIGN)
            return true;
    return false;
}

static void *zeroed(size_t count, size_t size)
{
    void *memory = calloc(count, size);
    if (!memory)
        die_out_of_memory(count * size);
    return memory;
}

static void runtime_init(Runtime *runtime, const PProgram *p, const PTest *test,
                       const RunOptions *options, RunResult *result)
{
    uint32_t workers = options->workers ? options->workers : core_count();
    Rng rng = rng_from(options->seed);

    machine_fuel = options->loop_limit ? (int64_t)options->loop_limit : MACHINE_FUEL;
    *runtime = (Runtime){.program = p, .test = test, .options = options, .result = result};
    *result = (RunResult){0};
    runtime->worker_count = workers > WORKERS_MOST ? WORKERS_MOST : workers;
    runtime->is_shared = runtime->worker_count > 1;
    runtime->has_bounds = has_bounds(p);
    runtime->has_null = has_null(p);
    runtime->spec_rng = rng_split(&rng);
    runtime->first_rng = rng_split(&rng);
    ids_init(runtime);
    runtime->workers = zeroed(runtime->worker_count, sizeof *runtime->workers);
    for (uint32_t i = 0; i < runtime->worker_count; i++) {
        Worker *w = &runtime->workers[i];
        w->runtime = runtime;
        w->index = i;
        w->steps_left = options->max_steps ? options->max_steps : UINT64_MAX;
        w->turns_seen = zeroed(runtime->worker_count, sizeof *w->turns_seen);
    }
    pthread_mutex_init(&runtime->creation, NULL);
    pthread_mutex_init(&runtime->table, NULL);
    pthread_mutex_init(&runtime->posting, NULL);
    pthread_mutex_init(&runtime->idle, NULL);
    pthread_cond_init(&runtime->wake, NULL);
    pthread_mutex_init(&runtime->specs_lock, NULL);
    pthread_mutex_init(&runtime->prints, NULL);
    pthread_mutex_init(&runtime->result_lock, NULL);
    sem_init(&runtime->news, 0, 0);
    if (runtime->is_shared || has_foreign_code(p))
        node_share_between_threads();
    specs_init(runtime);
}

// With foreign code the runtime itself stays, to tell late posts that it is over.
static void runtime_drop(Runtime *runtime)
{
    bool stays = has_foreign_code(runtime->program);

    for (uint32_t i = 0; i < runtime->post_count; i++) {
        Message m = runtime->posts[i].message;
        p_release(runtime->program, runtime->program->events[m.event].payload, m.payload);
    }
    free(runtime->posts);
    runtime->posts = NULL;
    runtime->post_count = 0;
    specs_drop(runtime);
    actors_drop(runtime);
    for (uint32_t i = 0; i < runtime->worker_count; i++) {
        free(runtime->workers[i].ready.items);
        free(runtime->workers[i].turns_seen);
    }
    free(runtime->workers);
    pthread_mutex_destroy(&runtime->creation);
    pthread_mutex_destroy(&runtime->table);
    pthread_mutex_destroy(&runtime->posting);
    pthread_mutex_destroy(&runtime->specs_lock);
    pthread_mutex_destroy(&runtime->prints);
    pthread_mutex_destroy(&runtime->result_lock);
    sem_destroy(&runtime->news);
    if (stays) {
        pthread_mutex_lock(&runtime->idle);
        runtime->is_gone = true;
        pthread_mutex_unlock(&runtime->idle);
        runtime->next_past = past_runtimes;
        past_runtimes = runtime;
        return;
    }
    pthread_mutex_destroy(&runtime->idle);
    pthread_cond_destroy(&runtime->wake);
    free(runtime);
}

// -------------------------------------------------------------------------------- running

static void begin(Runtime *runtime)
{
    const PTest *test = runtime->test;
    Worker *w = &runtime->workers[0];

    if (!specs_start(runtime, &w->ask))
        return;
    const PInterface *main = &runtime->program->interfaces[test->main];
    actor_new(w, NULL, test->bound[test->main], test->main,
              p_default(runtime->program, main->payload));
}

static void start_workers(Runtime *runtime)
{
    for (uint32_t i = 0; i < runtime->worker_count; i++) {
        Worker *w = &runtime->workers[i];
        int failed = pthread_create(&w->thread, NULL, worker_main, w);
        if (failed)
            die("cannot start worker %" PRIu32 ": %s", i + 1, strerror(failed));
    }
}

static void add_up(Runtime *runtime)
{
    RunResult *r = runtime->result;
    r->workers = runtime->worker_count;
    for (uint32_t i = 0; i < runtime->worker_count; i++) {
        r->created += runtime->workers[i].created;
        r->halted += runtime->workers[i].halted;
        r->events += runtime->workers[i].events;
    }
}

// A thread of ours cannot be ended, so what it uses must stay.
static void abandon(Runtime *runtime)
{
    RunBug *b = &runtime->result->bug;
    runtime->result->is_stuck = true;
    for (uint32_t i = 0; i < runtime->worker_count && !b->machine[0]; i++) {
        uint32_t id = atomic_load_explicit(&runtime->workers[i].running, memory_order_relaxed);
        if (id)
            snprintf(b->machine, sizeof b->machine, "%s", actor_name(runtime, id));
    }
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

// The work itself. False when a worker could not be ended.
static bool execute(Runtime *runtime)
{
    Signals before;
    double start = now();

    p_name_machines(actor_name, runtime);
    catch_signals(runtime, &before);
    begin(runtime);
    start_workers(runtime);
    bool ended = supervise(runtime);
    runtime->result->seconds = now() - start;
    for (uint32_t i = 0; i < runtime->worker_count; i++)
        if (ended || atomic_load(&runtime->workers[i].is_done))
            pthread_join(runtime->workers[i].thread, NULL);
    release_signals(&before);
    p_name_machines(NULL, NULL);
    return ended;
}

static int exit_code(RunOutcome outcome)
{
    return outcome == RUN_BUG ? EXIT_BUG : outcome == RUN_SETUP ? EXIT_ENVIRONMENT : EXIT_NO_BUG;
}

int run_program(const PProgram *p, const PTest *test, const RunOptions *options, RunResult *result)
{
    Runtime *runtime = zeroed(1, sizeof *runtime);
    Trace trace;

    runtime_init(runtime, p, test, options, result);
    if (options->trace) {
        trace_init(&trace, options->trace, p, test, options->takes_defaults ? NULL : &options->seed,
                   NULL);
        runtime->trace = &trace;
    }
    runtime->is_watched = runtime->trace || runtime->spec_count;
    if (!execute(runtime)) {
        abandon(runtime);
        return exit_code(result->outcome);
    }
    judge(runtime);
    add_up(runtime);
    if (runtime->trace)
        trace_end(runtime->trace, run_outcome_name(result->outcome));
    runtime_drop(runtime);
    if (options->trace)
        trace_drop(&trace);
    return exit_code(result->outcome);
}
