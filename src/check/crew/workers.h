// check/crew/workers.h: the threads of a search.
//
// Each worker expands its own part of the frontier and reads one word, the calls, before each
// batch. Only when that is not zero does it leave the hot path: another worker has no work and
// wants half of this worker's items; the store has to grow, for which all must stop; or the
// search is over.
//
// When all workers have no work, the stratum is finished. The last one prepares the next
// stratum while the others wait.

#pragma once

#include "check/crew/frontier.h"

enum {
    CALL_STOP = 1,    // the search is over
    CALL_PAUSE = 2,   // stop at crew_pause: one worker has to run alone
    CALL_HUNGRY = 4,  // a worker has nothing to do
};

typedef struct Crew {
    uint32_t count;  // of workers
    _Atomic uint32_t calls;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    _Atomic uint32_t changes;  // how often it was signalled
    uint32_t waiting;          // without work
    uint32_t paused;
    uint64_t pause_count;  // pauses that are over
    uint64_t stratum;      // incremented when the next stratum begins
    bool is_over;
    bool is_alone;  // `alone` runs: nobody goes on before it has returned
    Chunk *pool;    // work for waiting workers
    // What all workers do together while `alone` runs.
    void (*job)(void *data, uint32_t worker);  // NULL: nothing
    void *job_data;
    uint64_t job_count;  // jobs so far
    uint32_t joined,
        helping;  // workers that have begun the job, and that are not done, besides the first
    // Called while all workers wait, with the lock held; crew_together releases it for a while.
    bool (*next_stratum)(void *context);  // false: there is none
    bool (*alone)(void *context);         // the work that needs the pause; false: all is over
    void *context;
    uint32_t ended;  // threads that have ended
    pthread_cond_t has_ended;
} Crew;

void crew_init(Crew *c, uint32_t count, bool (*next_stratum)(void *), bool (*alone)(void *),
               void *context);
void crew_drop(Crew *c);

static inline uint32_t crew_calls(Crew *c)
{
    return atomic_load_explicit(&c->calls, memory_order_relaxed);
}

// For the workers. Waits: true when there may be work again, which is in `line` when it comes
// from another worker; false when the search is over.
bool crew_wait(Crew *c, ItemQueue *queue);
void crew_give(Crew *c, Chunk *chain);
void crew_pause(Crew *c);  // returns after `alone` has run, or when the search is over
// For `alone`: calls `job(data, N)` in this thread, with N = 0, and in other workers that wait,
// with different numbers. Returns when all calls have returned.
void crew_together(Crew *c, void (*job)(void *data, uint32_t worker), void *data);

void crew_stop(Crew *c);

// For the main thread: runs `work` in one thread for each worker, and calls `watch` every
// `milliseconds` until all of them have ended.
void crew_run(Crew *c, void *(*work)(void *), void *const *workers, uint32_t milliseconds,
              void (*watch)(void *context));
