// check/crew/workers.c: how workers wait, share work, and pause.
//
// Invariant: under the lock, waiting + paused + running = count. Only a running worker
// makes work, so when all wait and the pool is empty there is none left. While `alone` runs, which
// may release the lock, no worker begins to run.

#include "check/crew/workers.h"

#include <stdlib.h>
#include <time.h>

#include "base/err.h"

void crew_init(Crew *c, uint32_t count, bool (*next_stratum)(void *), bool (*alone)(void *),
               void *context)
{
    assert(count > 0);
    *c = (Crew){
        .count = count,
        .next_stratum = next_stratum,
        .alone = alone,
        .context = context,
    };
    pthread_mutex_init(&c->lock, NULL);
    pthread_cond_init(&c->changed, NULL);
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&c->has_ended, &attributes);
    pthread_condattr_destroy(&attributes);
}

void crew_drop(Crew *c)
{
    pthread_cond_destroy(&c->has_ended);
    pthread_cond_destroy(&c->changed);
    pthread_mutex_destroy(&c->lock);
}

// Tells the CPU that this is a waiting loop.
static inline void relax(void)
{
#ifdef __x86_64__
    __builtin_ia32_pause();
#endif
}

// ------------------------------------------------------------------------- with the lock

static void call(Crew *c, uint32_t bits)
{
    atomic_fetch_or(&c->calls, bits);
}

static void call_off(Crew *c, uint32_t bits)
{
    atomic_fetch_and(&c->calls, ~bits);
}

// For assertions: waiting, paused and running workers are all workers.
static bool is_balanced(const Crew *c)
{
    return c->waiting + c->paused <= c->count;
}

static void set_hungry(Crew *c)
{
    if (c->waiting > 0 && !c->pool)
        call(c, CALL_HUNGRY);
    else
        call_off(c, CALL_HUNGRY);
}

static void tell_all(Crew *c)
{
    atomic_fetch_add(&c->changes, 1);
    pthread_cond_broadcast(&c->changed);
}

// Spins before it sleeps: waking up takes long, and most waits are short.
static void await_change(Crew *c)
{
    enum { PATIENCE = 4000 };  // some tens of microseconds
    uint32_t changes = atomic_load(&c->changes);
    pthread_mutex_unlock(&c->lock);
    for (int i = 0; i < PATIENCE && atomic_load(&c->changes) == changes; i++)
        relax();
    pthread_mutex_lock(&c->lock);
    if (atomic_load(&c->changes) == changes)
        pthread_cond_wait(&c->changed, &c->lock);
}

static void help(Crew *c)
{
    void (*job)(void *, uint32_t) = c->job;
    void *data = c->job_data;
    uint32_t number = c->joined++;
    c->helping++;
    assert(number < c->count);
    pthread_mutex_unlock(&c->lock);
    job(data, number);
    pthread_mutex_lock(&c->lock);
    if (--c->helping == 0)
        tell_all(c);
}

// Waits for a change, or does what the workers do together, once.
static void await_or_help(Crew *c, uint64_t *helped)
{
    if (!c->job || *helped == c->job_count) {
        await_change(c);
        return;
    }
    *helped = c->job_count;
    help(c);
}

void crew_together(Crew *c, void (*job)(void *data, uint32_t worker), void *data)
{
    assert(c->is_alone && !c->job && c->helping == 0);
    if (c->count > 1) {
        c->job = job;
        c->job_data = data;
        c->job_count++;
        c->joined = 1;
        tell_all(c);
    }
    pthread_mutex_unlock(&c->lock);
    job(data, 0);
    pthread_mutex_lock(&c->lock);
    c->job = NULL;
    while (c->helping > 0)
        await_change(c);
}

static void end_it(Crew *c)
{
    c->is_over = true;
    call(c, CALL_STOP);
    tell_all(c);
}

// The last worker that pauses calls `alone`.
static void try_alone(Crew *c)
{
    if (!(crew_calls(c) & CALL_PAUSE) || c->paused == 0 || c->paused + c->waiting < c->count)
        return;
    assert(c->paused + c->waiting == c->count);
    c->is_alone = true;
    bool goes_on = c->alone(c->context);
    c->is_alone = false;
    call_off(c, CALL_PAUSE);
    c->paused = 0;
    c->pause_count++;
    if (!goes_on)
        end_it(c);
    tell_all(c);
}

static void try_next_stratum(Crew *c)
{
    if (c->waiting < c->count || c->pool || c->is_over)
        return;
    assert(c->waiting == c->count && c->paused == 0);
    if (!c->next_stratum(c->context)) {
        end_it(c);
        return;
    }
    c->waiting = 0;
    c->stratum++;
    tell_all(c);
}

// ------------------------------------------------------------------------------- workers

bool crew_wait(Crew *c, ItemQueue *queue)
{
    pthread_mutex_lock(&c->lock);
    uint64_t stratum = c->stratum;
    c->waiting++;
    assert(is_balanced(c));
    try_alone(c);
    try_next_stratum(c);
    set_hungry(c);
    uint64_t helped = 0;
    while (c->is_alone || (!c->is_over && !c->pool && c->stratum == stratum))
        await_or_help(c, &helped);
    assert(c->stratum - stratum <= 1);  // the next one cannot end without this worker
    if (c->stratum == stratum) {
        assert(c->waiting > 0);
        c->waiting--;
    }
    if (c->pool && !c->is_over) {
        item_queue_join(queue, c->pool);
        c->pool = NULL;
    }
    set_hungry(c);
    bool goes_on = !c->is_over;
    pthread_mutex_unlock(&c->lock);
    return goes_on;
}

void crew_give(Crew *c, Chunk *chain)
{
    pthread_mutex_lock(&c->lock);
    Chunk **end = &c->pool;
    while (*end)
        end = &(*end)->next;
    assert(chain);
    *end = chain;
    set_hungry(c);
    tell_all(c);
    pthread_mutex_unlock(&c->lock);
}

void crew_pause(Crew *c)
{
    pthread_mutex_lock(&c->lock);
    uint64_t pause = c->pause_count;
    call(c, CALL_PAUSE);
    c->paused++;
    assert(is_balanced(c));
    try_alone(c);
    uint64_t helped = 0;
    while (c->is_alone || (!c->is_over && c->pause_count == pause))
        await_or_help(c, &helped);
    if (c->pause_count == pause) {
        assert(c->is_over && c->paused > 0);
        c->paused--;
    }
    pthread_mutex_unlock(&c->lock);
}

void crew_stop(Crew *c)
{
    pthread_mutex_lock(&c->lock);
    end_it(c);
    pthread_mutex_unlock(&c->lock);
}

// ------------------------------------------------------------------------------- threads

typedef struct Start {
    Crew *crew;
    void *(*work)(void *);
    void *worker;
} Start;

static void *thread_main(void *data)
{
    Start *start = data;
    Crew *c = start->crew;
    start->work(start->worker);
    pthread_mutex_lock(&c->lock);
    c->ended++;
    assert(c->ended <= c->count);
    pthread_cond_signal(&c->has_ended);
    pthread_mutex_unlock(&c->lock);
    return NULL;
}

static struct timespec later(uint32_t milliseconds)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    t.tv_nsec += (long)milliseconds * 1000000;
    t.tv_sec += t.tv_nsec / 1000000000;
    t.tv_nsec %= 1000000000;
    return t;
}

static void watch_until_ended(Crew *c, uint32_t milliseconds, void (*watch)(void *))
{
    pthread_mutex_lock(&c->lock);
    while (c->ended < c->count) {
        struct timespec t = later(milliseconds);
        if (pthread_cond_timedwait(&c->has_ended, &c->lock, &t) == 0)
            continue;
        pthread_mutex_unlock(&c->lock);
        watch(c->context);
        pthread_mutex_lock(&c->lock);
    }
    pthread_mutex_unlock(&c->lock);
}

void crew_run(Crew *c, void *(*work)(void *), void *const *workers, uint32_t milliseconds,
              void (*watch)(void *context))
{
    pthread_t *threads = calloc(c->count, sizeof *threads);
    Start *starts = calloc(c->count, sizeof *starts);
    if (!threads || !starts)
        die_out_of_memory(c->count * sizeof *starts);
    for (uint32_t i = 0; i < c->count; i++) {
        starts[i] = (Start){.crew = c, .work = work, .worker = workers[i]};
        int reason = pthread_create(&threads[i], NULL, thread_main, &starts[i]);
        if (reason != 0)
            die("cannot start worker %u of %u: too many threads, or no memory", i + 1, c->count);
    }
    watch_until_ended(c, milliseconds, watch);
    for (uint32_t i = 0; i < c->count; i++)
        pthread_join(threads[i], NULL);
    free(starts);
    free(threads);
}
