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
#include "run/world.h"

enum {
    GRACE_SECONDS = 2,  // for handlers to end, once we stop
    WORKERS_MOST = 1024,
};

// ------------------------------------------------------------------------------ results

// True for the first who asks: later ones have nothing to say.
static bool claim_result(World *world, RunOutcome outcome)
{
    pthread_mutex_lock(&world->result_lock);
    bool is_first = !world->has_result;
    world->has_result = true;
    if (is_first)
        world->result->outcome = outcome;
    pthread_mutex_unlock(&world->result_lock);
    return is_first;
}

static void stop(World *world)
{
    pthread_mutex_lock(&world->idle);
    world->is_over = true;
    atomic_store(&world->stop, true);
    pthread_cond_broadcast(&world->wake);
    pthread_mutex_unlock(&world->idle);
}

void world_stop(World *world, RunOutcome outcome)
{
    claim_result(world, outcome);
    stop(world);
}

static void name_machine(const PProgram *p, const Machine *m, char *out, size_t size)
{
    const PMachineInfo *info = &p->machines[m->kind];
    if (info->kind == P_MACHINE_SPEC || info->kind == P_MACHINE_SCENARIO)
        snprintf(out, size, "%s", info->name);
    else
        snprintf(out, size, "%s(%" PRIu32 ")", info->name, m->id);
}

static void describe(const World *world, RunBug *b, const Machine *m, uint32_t event)
{
    const PProgram *p = world->program;

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

void world_fail(World *world, const Machine *m, PError error, const char *message, uint32_t event)
{
    if (claim_result(world, error == P_ERROR_SETUP ? RUN_SETUP : RUN_BUG)) {
        RunBug *b = &world->result->bug;
        b->error = error;
        snprintf(b->message, sizeof b->message, "%s", message);
        describe(world, b, m, event);
        if (world->trace)
            trace_error(world->trace, m, error, message, event);
    }
    stop(world);
}

void world_assume(World *world, const Machine *m)
{
    if (claim_result(world, RUN_ASSUMED))
        describe(world, &world->result->bug, m, P_NONE);
    stop(world);
}

// ----------------------------------------------------------------------------- the end

// At the end of a run without work left: somebody in the middle of a handler
// waits for an event that will never come.
static void find_deadlock(World *world)
{
    const Machine *first = NULL;
    Buf names = {0};
    uint32_t count = 0;

    for (uint32_t id = 1; id <= atomic_load(&world->last_id); id++) {
        const Actor *a = actor_at(world, id);
        if (a->id != id || a->machine.receive == P_NONE)
            continue;
        char name[160];
        name_machine(world->program, &a->machine, name, sizeof name);
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
        world_fail(world, first, P_ERROR_DEADLOCK, message, P_NONE);
}

static void find_hot_spec(World *world)
{
    const Machine *hot = specs_hot(world);
    if (!hot)
        return;
    char message[P_TEXT_MAX];
    snprintf(message, sizeof message, "nothing is left to do, but %s is in hot state %s",
             world->program->machines[hot->kind].name,
             world->program->states[machine_state(hot)].name);
    world_fail(world, hot, P_ERROR_LIVENESS, message, P_NONE);
}

static void judge(World *world)
{
    if (!world->has_result) {
        find_deadlock(world);
        find_hot_spec(world);
        claim_result(world, RUN_QUIESCENT);
    }
}

// ------------------------------------------------------------------------------ waiting

#define INSISTING_SECONDS 0.3

static double seconds_between(struct timespec a, struct timespec b)
{
    return (double)(b.tv_sec - a.tv_sec) + (double)(b.tv_nsec - a.tv_nsec) * 1e-9;
}

static World *kept_worlds;  // where a late thread of foreign code may still knock

static sem_t *signal_news;  // of the world that runs
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

static void catch_signals(World *world, Signals *before)
{
    struct sigaction action = {.sa_handler = on_signal};
    sigemptyset(&action.sa_mask);
    action.sa_flags = SA_RESTART;
    signal_news = &world->news;
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
static bool wait_for_news(World *world, const struct timespec *until)
{
    int done;
    do
        done = until ? sem_timedwait(&world->news, until) : sem_wait(&world->news);
    while (done != 0 && errno == EINTR);
    return done == 0;
}

// Until all workers are done. False when one of them does not end.
static bool supervise(World *world)
{
    double limit = world->options->seconds;
    struct timespec until = after(limit);
    const struct timespec *bound = limit > 0 ? &until : NULL;
    bool is_stopping = false;

    while (atomic_load(&world->done_count) < world->worker_count) {
        bool is_late = !wait_for_news(world, bound);
        if (is_late && world->gives_up)
            return false;
        if (is_late && is_stopping) {
            __atomic_store_n(&world->gives_up, true, __ATOMIC_RELAXED);
            until = after(GRACE_SECONDS);
        } else if (is_late) {
            world_stop(world, RUN_OUT_OF_TIME);
        } else if (signal_count > 0) {
            world_stop(world, RUN_INTERRUPTED);
        }
        if (world_stops(world) && !is_stopping) {
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

static void world_init(World *world, const PProgram *p, const PTest *test,
                       const RunOptions *options, RunResult *result)
{
    uint32_t workers = options->workers ? options->workers : core_count();
    Rng rng = rng_from(options->seed);

    machine_fuel = options->loop_limit ? (int64_t)options->loop_limit : MACHINE_FUEL;
    *world = (World){.program = p, .test = test, .options = options, .result = result};
    *result = (RunResult){0};
    world->worker_count = workers > WORKERS_MOST ? WORKERS_MOST : workers;
    world->is_shared = world->worker_count > 1;
    world->has_bounds = has_bounds(p);
    world->has_null = has_null(p);
    world->spec_rng = rng_split(&rng);
    world->first_rng = rng_split(&rng);
    ids_init(world);
    world->workers = zeroed(world->worker_count, sizeof *world->workers);
    for (uint32_t i = 0; i < world->worker_count; i++) {
        Worker *w = &world->workers[i];
        w->world = world;
        w->index = i;
        w->steps_left = options->max_steps ? options->max_steps : UINT64_MAX;
        w->turns_seen = zeroed(world->worker_count, sizeof *w->turns_seen);
    }
    pthread_mutex_init(&world->creation, NULL);
    pthread_mutex_init(&world->table, NULL);
    pthread_mutex_init(&world->posting, NULL);
    pthread_mutex_init(&world->idle, NULL);
    pthread_cond_init(&world->wake, NULL);
    pthread_mutex_init(&world->specs_lock, NULL);
    pthread_mutex_init(&world->prints, NULL);
    pthread_mutex_init(&world->result_lock, NULL);
    sem_init(&world->news, 0, 0);
    if (world->is_shared || has_foreign_code(p))
        node_share_between_threads();
    specs_init(world);
}

// With foreign code the world itself stays, to tell late posts that it is over.
static void world_drop(World *world)
{
    bool stays = has_foreign_code(world->program);

    for (uint32_t i = 0; i < world->post_count; i++) {
        Message m = world->posts[i].message;
        p_release(world->program, world->program->events[m.event].payload, m.payload);
    }
    free(world->posts);
    world->posts = NULL;
    world->post_count = 0;
    specs_drop(world);
    actors_drop(world);
    for (uint32_t i = 0; i < world->worker_count; i++) {
        free(world->workers[i].line.items);
        free(world->workers[i].turns_seen);
    }
    free(world->workers);
    pthread_mutex_destroy(&world->creation);
    pthread_mutex_destroy(&world->table);
    pthread_mutex_destroy(&world->posting);
    pthread_mutex_destroy(&world->specs_lock);
    pthread_mutex_destroy(&world->prints);
    pthread_mutex_destroy(&world->result_lock);
    sem_destroy(&world->news);
    if (stays) {
        pthread_mutex_lock(&world->idle);
        world->is_gone = true;
        pthread_mutex_unlock(&world->idle);
        world->next_kept = kept_worlds;
        kept_worlds = world;
        return;
    }
    pthread_mutex_destroy(&world->idle);
    pthread_cond_destroy(&world->wake);
    free(world);
}

// -------------------------------------------------------------------------------- running

static void begin(World *world)
{
    const PTest *test = world->test;
    Worker *w = &world->workers[0];

    if (!specs_start(world, &w->ask))
        return;
    const PInterface *main = &world->program->interfaces[test->main];
    actor_new(w, NULL, test->bound[test->main], test->main,
              p_default(world->program, main->payload));
}

static void start_workers(World *world)
{
    for (uint32_t i = 0; i < world->worker_count; i++) {
        Worker *w = &world->workers[i];
        int failed = pthread_create(&w->thread, NULL, worker_main, w);
        if (failed)
            die("cannot start worker %" PRIu32 ": %s", i + 1, strerror(failed));
    }
}

static void add_up(World *world)
{
    RunResult *r = world->result;
    r->workers = world->worker_count;
    for (uint32_t i = 0; i < world->worker_count; i++) {
        r->created += world->workers[i].created;
        r->halted += world->workers[i].halted;
        r->events += world->workers[i].events;
    }
}

// A thread of ours cannot be ended, so what it uses must stay.
static void abandon(World *world)
{
    RunBug *b = &world->result->bug;
    world->result->is_stuck = true;
    for (uint32_t i = 0; i < world->worker_count && !b->machine[0]; i++) {
        uint32_t id = atomic_load_explicit(&world->workers[i].running, memory_order_relaxed);
        if (id)
            snprintf(b->machine, sizeof b->machine, "%s", actor_name(world, id));
    }
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

// The work itself. False when a worker could not be ended.
static bool execute(World *world)
{
    Signals before;
    double start = now();

    p_name_machines(actor_name, world);
    catch_signals(world, &before);
    begin(world);
    start_workers(world);
    bool ended = supervise(world);
    world->result->seconds = now() - start;
    for (uint32_t i = 0; i < world->worker_count; i++)
        if (ended || atomic_load(&world->workers[i].is_done))
            pthread_join(world->workers[i].thread, NULL);
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
    World *world = zeroed(1, sizeof *world);
    Trace trace;

    world_init(world, p, test, options, result);
    if (options->trace) {
        trace_init(&trace, options->trace, p, test, options->takes_defaults ? NULL : &options->seed,
                   NULL);
        world->trace = &trace;
    }
    world->is_watched = world->trace || world->spec_count;
    if (!execute(world)) {
        abandon(world);
        return exit_code(result->outcome);
    }
    judge(world);
    add_up(world);
    if (world->trace)
        trace_end(world->trace, run_outcome_name(result->outcome));
    world_drop(world);
    if (options->trace)
        trace_drop(&trace);
    return exit_code(result->outcome);
}
