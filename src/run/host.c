// run/host.c: creates and frees a runtime.

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "base/err.h"
#include "base/memory.h"
#include "rt/node.h"
#include "rt/program.h"
#include "run/run_impl.h"

enum { WORKERS_MOST = 1024 };

// ----------------------------------------------------------------------- the program

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

// Handlers are sorted by event, and null is the first event.
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

// Foreign code may have its own threads that use our values.
static bool has_foreign_code(const PProgram *p, const PlaitOptions *options)
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
    return options->machine_count > 0;
}

const PTest *plait_implementation(const PProgram *p)
{
    const PTest *only = NULL;
    uint32_t count = 0;
    for (uint32_t i = 0; i < p->test_count; i++) {
        const PTest *t = &p->tests[i];
        if (t->is_test)
            continue;
        if (strcmp(t->name, "DefaultImpl") == 0 || strcmp(t->name, "Main") == 0)
            return t;
        only = t;
        count++;
    }
    return count == 1 ? only : NULL;
}

static bool is_attached(const PMachineInfo *m)
{
    return m->kind == P_MACHINE_SPEC && !m->is_explicit;
}

// Without an implementation every machine can be created, and all monitors watch all machines.
static const PTest *all_machines(Runtime *runtime)
{
    const PProgram *p = runtime->program;
    uint32_t *bound = memory_zeroed(p->interface_count, sizeof *bound);
    PAttachment *specs = memory_zeroed(p->machine_count, sizeof *specs);
    PWord *params = memory_zeroed(p->param_count, sizeof *params);
    PTest *t = &runtime->all_machines;

    *t = (PTest){.name = "", .main = P_NONE, .bound = bound, .params = params};
    for (uint32_t i = 0; i < p->interface_count; i++)
        bound[i] = i < p->machine_count ? i : P_NONE;
    for (uint32_t i = 0; i < p->machine_count; i++)
        if (is_attached(&p->machines[i]))
            specs[t->attachment_count++] = (PAttachment){.spec = i, .watches_all = true};
    for (uint32_t i = 0; i < p->param_count; i++)
        params[i] = p_default(p, p->param_types[i]);
    t->attachments = specs;
    return t;
}

static void drop_all_machines(Runtime *runtime)
{
    const PProgram *p = runtime->program;
    const PTest *t = &runtime->all_machines;
    for (uint32_t i = 0; t->params && i < p->param_count; i++)
        p_release(p, p->param_types[i], t->params[i]);
    free((void *)t->bound);
    free((void *)t->attachments);
    free((void *)t->params);
}

// --------------------------------------------------------------------------- options

// False, with the reason.
static bool find_test(Runtime *runtime, PlaitProblem *problem)
{
    const PProgram *p = runtime->program;
    const char *name = runtime->options.test;
    runtime->test = name ? program_test(p, name) : plait_implementation(p);
    if (!runtime->test && !name)
        runtime->test = all_machines(runtime);
    if (!runtime->test)
        snprintf(problem->message, sizeof problem->message,
                 "there is no test or implementation %.200s", name);
    return runtime->test;
}

static bool bind_machines(Runtime *runtime, PlaitProblem *problem)
{
    const PProgram *p = runtime->program;
    const PlaitOptions *o = &runtime->options;

    runtime->foreigns = memory_zeroed(p->machine_count, sizeof *runtime->foreigns);
    runtime->foreign_code = memory_zeroed(o->machine_count, sizeof *runtime->foreign_code);
    for (uint32_t i = 0; i < o->machine_count; i++) {
        uint32_t kind = p_interface(p, o->machines[i].name);
        if (kind >= p->machine_count || !machine_may_be_c(&p->machines[kind])) {
            snprintf(problem->message, sizeof problem->message,
                     "the program has no machine %.200s that C could stand in for",
                     o->machines[i].name);
            return false;
        }
        runtime->foreign_code[i] = o->machines[i].code;
        runtime->foreigns[kind] = &runtime->foreign_code[i];
    }
    return true;
}

static uint32_t worker_count(const PlaitOptions *options)
{
    long cores = options->workers == PLAIT_WORKER_PER_CORE ? sysconf(_SC_NPROCESSORS_ONLN)
                                                           : (long)options->workers;
    return cores < 1 ? 1 : cores > WORKERS_MOST ? WORKERS_MOST : (uint32_t)cores;
}

// ------------------------------------------------------------------------------- new

// A change of the computer's clock must not affect waiting.
static void init_condition(pthread_cond_t *condition)
{
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(condition, &monotonic);
    pthread_condattr_destroy(&monotonic);
}

static void init_locks(Runtime *runtime)
{
    pthread_mutexattr_t recursive;
    pthread_mutexattr_init(&recursive);
    pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&runtime->creation, &recursive);
    pthread_mutexattr_destroy(&recursive);
    pthread_mutex_init(&runtime->table, NULL);
    pthread_mutex_init(&runtime->posting, NULL);
    pthread_mutex_init(&runtime->idle, NULL);
    pthread_mutex_init(&runtime->specs_lock, NULL);
    pthread_mutex_init(&runtime->prints, NULL);
    pthread_mutex_init(&runtime->result_lock, NULL);
    init_condition(&runtime->wake);
    init_condition(&runtime->news);
}

static void init_workers(Runtime *runtime)
{
    const PlaitOptions *o = &runtime->options;
    runtime->has_threads = o->workers > 0;
    runtime->worker_count = worker_count(o);
    runtime->is_shared = runtime->worker_count > 1;
    runtime->workers = memory_lines(runtime->worker_count * sizeof *runtime->workers);
    for (uint32_t i = 0; i < runtime->worker_count; i++) {
        Worker *w = &runtime->workers[i];
        w->runtime = runtime;
        w->index = i;
        w->steps_left = o->max_steps ? o->max_steps : UINT64_MAX;
        init_condition(&w->wake);
    }
}

static void init_trace(Runtime *runtime)
{
    const PlaitOptions *o = &runtime->options;
    if (!o->trace)
        return;
    runtime->trace = memory_zeroed(1, sizeof *runtime->trace);
    trace_init(runtime->trace, o->trace, runtime->program, runtime->test,
               o->takes_defaults ? NULL : &o->seed, NULL);
}

static Runtime *runtime_new(const PProgram *p, const PlaitOptions *options)
{
    Runtime *runtime = memory_lines(sizeof *runtime);
    Rng rng = rng_from(options->seed);

    runtime->program = p;
    runtime->options = *options;
    runtime->fuel = options->loop_limit ? (int64_t)options->loop_limit : MACHINE_FUEL;
    runtime->has_foreign = has_foreign_code(p, options);
    runtime->has_bounds = has_bounds(p);
    runtime->has_null = has_null(p);
    runtime->is_open = true;
    runtime->fd = -1;
    runtime->began = runtime_now();
    runtime->spec_rng = rng_split(&rng);
    runtime->first_rng = rng_split(&rng);
    runtime->outside_rng = rng_split(&rng);
    init_locks(runtime);
    ids_init(runtime);
    init_workers(runtime);
    runtime->has_shared_values =
        runtime->is_shared || runtime->has_foreign || !options->single_threaded;
    if (runtime->has_shared_values)
        node_share_between_threads();
    return runtime;
}

// Frees the memory of a runtime whose workers have ended. The Runtime itself is not freed if
// foreign code may have threads that post later: their posts are refused.
static void runtime_drop(Runtime *runtime)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static Runtime *past;  // never freed, but reachable for leak checkers

    posts_drop(runtime);
    specs_drop(runtime);
    actors_drop(runtime);
    if (runtime->trace) {
        trace_drop(runtime->trace);
        free(runtime->trace);
    }
    for (uint32_t i = 0; i < runtime->worker_count; i++) {
        free(runtime->workers[i].ready.items);
        hold_drop(&runtime->workers[i]);
    }
    free(runtime->workers);
    free(runtime->foreigns);
    free(runtime->foreign_code);
    drop_all_machines(runtime);
    if (runtime->fd >= 0)
        close(runtime->fd);
    if (!runtime->has_foreign) {
        free(runtime);
        return;
    }
    pthread_mutex_lock(&runtime->idle);
    runtime->fd = -1;
    runtime->worker_count = 0;
    runtime->is_over = true;
    runtime->is_gone = true;
    pthread_mutex_unlock(&runtime->idle);
    pthread_mutex_lock(&lock);
    runtime->next_past = past;
    past = runtime;
    pthread_mutex_unlock(&lock);
}

// Returns the number of threads that could be started.
static uint32_t start_threads(Runtime *runtime, PlaitProblem *problem)
{
    for (uint32_t i = 0; runtime->has_threads && i < runtime->worker_count; i++) {
        Worker *w = &runtime->workers[i];
        int failed = pthread_create(&w->thread, NULL, worker_main, w);
        if (failed) {
            snprintf(problem->message, sizeof problem->message, "cannot start worker %u: %s", i + 1,
                     strerror(failed));
            return i;
        }
    }
    return runtime->worker_count;
}

// Joins the first `count` threads. If one is stuck, joins only those that have ended.
static void join_threads(Runtime *runtime, uint32_t count, bool is_stuck)
{
    for (uint32_t i = 0; runtime->has_threads && i < count; i++)
        if (!is_stuck || atomic_load(&runtime->workers[i].is_done))
            pthread_join(runtime->workers[i].thread, NULL);
}

PlaitRuntime *plait_new(const PProgram *p, const PlaitOptions *options, PlaitProblem *problem)
{
    static const PlaitOptions defaults;
    PlaitProblem nobody_asks;

    problem = problem ? problem : &nobody_asks;
    *problem = (PlaitProblem){.error = P_ERROR_SETUP, .kind = "set-up"};
    if (p->schema != P_SCHEMA) {
        snprintf(problem->message, sizeof problem->message,
                 "the program was compiled for another version of Plait");
        return NULL;
    }
    Runtime *runtime = runtime_new(p, options ? options : &defaults);
    if (!find_test(runtime, problem) || !bind_machines(runtime, problem)) {
        runtime_drop(runtime);
        return NULL;
    }
    specs_init(runtime);
    init_trace(runtime);
    runtime->is_watched = runtime->trace || runtime->spec_count;
    uint32_t started = start_threads(runtime, problem);
    if (started < runtime->worker_count) {
        plait_stop(runtime, NULL);
        join_threads(runtime, started, false);
        runtime_drop(runtime);
        return NULL;
    }
    *problem = (PlaitProblem){0};
    return runtime;
}

// ------------------------------------------------------------------------------- free

bool plait_free(PlaitRuntime *runtime)
{
    if (!runtime)
        return true;
    if (is_worker_of(runtime))
        return false;
    plait_stop(runtime, NULL);
    bool is_stuck = !runtime_end(runtime);
    join_threads(runtime, runtime->worker_count, is_stuck);
    if (!is_stuck)
        runtime_drop(runtime);
    return !is_stuck;
}

// ---------------------------------------------------------------------------- questions

void *plait_user(const PlaitRuntime *runtime)
{
    return runtime->options.user;
}

const PProgram *plait_program_of(const PlaitRuntime *runtime)
{
    return runtime->program;
}

uint32_t plait_main_interface(const PlaitRuntime *runtime)
{
    return runtime->test->main;
}

uint32_t p_interface(const PProgram *p, const char *name)
{
    for (uint32_t i = 0; i < p->interface_count; i++)
        if (strcmp(p->interfaces[i].name, name) == 0)
            return i;
    return P_NONE;
}

int plait_fd(PlaitRuntime *runtime)
{
    if (runtime->has_threads)
        return -1;
    pthread_mutex_lock(&runtime->idle);
    if (runtime->fd < 0) {
        runtime->fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
        runtime_alert(runtime, true);  // there may already be something to do
    }
    int fd = runtime->fd;
    pthread_mutex_unlock(&runtime->idle);
    return fd;
}
