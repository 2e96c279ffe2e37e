// check/crew/workers.h: the threads of a search.
//
// Each worker goes through its own part of the frontier and looks at one word, the
// calls, before each batch. Only when something is in it does it leave the hot path:
// another is out of work and wants half of what there is; the store has to grow, for
// which all must stop; or the search is over.
//
// When all are out of work the stratum is done. The last one to notice prepares the
// next, while the others stand still.

#pragma once

#include "check/crew/frontier.h"

enum {
    CALL_STOP = 1,    // the search is over
    CALL_PAUSE = 2,   // stop at crew_pause: one of us has to be alone
    CALL_HUNGRY = 4,  // somebody has nothing to do
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
    uint64_t stratum;      // counts up when all of them go on
    bool is_over;
    Chunk *pool;  // work for whoever waits
    // When all stand still. Called with the lock held.
    bool (*next_stratum)(void *context);  // false: there is none
    void (*alone)(void *context);         // what the pause was for
    void *context;
    uint32_t ended;  // threads that are done
    pthread_cond_t has_ended;
} Crew;

void crew_init(Crew *c, uint32_t count, bool (*next_stratum)(void *), void (*alone)(void *),
               void *context);
void crew_drop(Crew *c);

static inline uint32_t crew_calls(Crew *c)
{
    return atomic_load_explicit(&c->calls, memory_order_relaxed);
}

// For the workers. Waiting: true when there may be work again, which is in `line` when
// it comes from another worker; false when the search is over.
bool crew_wait(Crew *c, Line *line);
void crew_give(Crew *c, Chunk *chain);
void crew_pause(Crew *c);  // comes back when what it was for has been done, or at the end

void crew_stop(Crew *c);

// For the thread that watches: `work` runs in as many threads as there are workers,
// `watch` is called every so many milliseconds until all of them have ended.
void crew_run(Crew *c, void *(*work)(void *), void *const *workers, uint32_t milliseconds,
              void (*watch)(void *context));
