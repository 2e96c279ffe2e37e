// run/ready_queue.c: queues of ready actors, and stealing from another worker.
//
// The owner adds at the back and takes from the front, so no actor waits forever. A thief takes
// the front half. It takes a single actor only if the same actor was there at the thief's last
// attempt: two machines that answer each other are faster on one core than on two, as long as no
// other actor waits.

#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "run/run_impl.h"

enum { READY_FIRST = 64, SPINS = 100, STEAL_MOST = 256 };

void spin_wait(Spin *lock)
{
    do {
        for (int i = 0; atomic_load_explicit(lock, memory_order_relaxed); i++)
            if (i >= SPINS)
                sched_yield();
    } while (atomic_exchange_explicit(lock, true, memory_order_acquire));
}

// ----------------------------------------------------------------------- under the lock

void ready_grow(ReadyQueue *ready)
{
    uint32_t count = atomic_load_explicit(&ready->count, memory_order_relaxed);
    uint32_t capacity = ready->capacity ? ready->capacity * 2 : READY_FIRST;
    Actor **items = malloc(capacity * sizeof(Actor *));
    if (!items)
        die_out_of_memory(capacity * sizeof(Actor *));

    for (uint32_t i = 0; i < count; i++)
        items[i] = ready->items[(ready->first + i) & (ready->capacity - 1)];
    free(ready->items);
    ready->items = items;
    ready->first = 0;
    ready->capacity = capacity;
}

static void count_turn(ReadyQueue *ready)
{
    uint32_t turns = atomic_load_explicit(&ready->turns, memory_order_relaxed);
    atomic_store_explicit(&ready->turns, turns + 1, memory_order_relaxed);
}

// ------------------------------------------------------------------------ own and others'

// Called when there is work for another worker while one sleeps. The flag `is_waking` prevents
// a second call before that worker is awake.
static void wake_one(Runtime *runtime)
{
    if (atomic_load_explicit(&runtime->sleepers, memory_order_relaxed) == 0 ||
        atomic_load_explicit(&runtime->is_waking, memory_order_relaxed))
        return;
    pthread_mutex_lock(&runtime->idle);
    if (atomic_load_explicit(&runtime->sleepers, memory_order_relaxed) > 0) {
        atomic_store_explicit(&runtime->is_waking, true, memory_order_relaxed);
        pthread_cond_signal(&runtime->wake);
    }
    pthread_mutex_unlock(&runtime->idle);
}

void ready_push_shared(Worker *w, Actor *a)
{
    spin_lock(&w->ready.lock);
    uint32_t count = ready_add(&w->ready, a);
    spin_unlock(&w->ready.lock);
    if (count > 1)
        wake_one(w->runtime);
}

Actor *ready_pop_shared(Worker *w)
{
    if (atomic_load_explicit(&w->ready.count, memory_order_relaxed) == 0)
        return NULL;
    spin_lock(&w->ready.lock);
    Actor *a = ready_take(&w->ready);
    if (a)
        count_turn(&w->ready);
    spin_unlock(&w->ready.lock);
    return a;
}

bool ready_steal(Worker *thief, Worker *from)
{
    ReadyQueue *ready = &from->ready;
    uint32_t count = atomic_load_explicit(&ready->count, memory_order_relaxed);
    uint32_t turns = atomic_load_explicit(&ready->turns, memory_order_relaxed);
    bool is_waiting = thief->turns_seen[from->index] == turns;
    Actor *stolen[STEAL_MOST];
    uint32_t n = 0;

    thief->turns_seen[from->index] = turns;
    if (count == 0 || (count == 1 && !is_waiting))
        return false;
    spin_lock(&ready->lock);
    uint32_t want = (atomic_load_explicit(&ready->count, memory_order_relaxed) + 1) / 2;
    while (n < want && n < STEAL_MOST)
        stolen[n++] = ready_take(ready);
    spin_unlock(&ready->lock);

    if (n == 0)
        return false;
    spin_lock(&thief->ready.lock);
    for (uint32_t i = 0; i < n; i++)
        ready_add(&thief->ready, stolen[i]);
    spin_unlock(&thief->ready.lock);
    return true;
}
