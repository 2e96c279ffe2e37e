// run/ready_queue.c: growing queues of ready actors; spinlocks.

#include <sched.h>
#include <stdlib.h>

#include "base/err.h"
#include "run/run_impl.h"

enum { READY_FIRST = 64, SPINS = 100 };

void spin_wait(Spin *lock)
{
    do {
        for (int i = 0; atomic_load_explicit(lock, memory_order_relaxed); i++)
            if (i >= SPINS)
                sched_yield();
    } while (atomic_exchange_explicit(lock, true, memory_order_acquire));
}

void ready_grow(ReadyQueue *ready)
{
    uint32_t capacity = ready->capacity ? ready->capacity * 2 : READY_FIRST;
    Actor **items = malloc(capacity * sizeof(Actor *));
    if (!items)
        die_out_of_memory(capacity * sizeof(Actor *));

    for (uint32_t i = 0; i < ready->count; i++)
        items[i] = ready->items[(ready->first + i) & (ready->capacity - 1)];
    free(ready->items);
    ready->items = items;
    ready->first = 0;
    ready->capacity = capacity;
}

void ready_turn(Worker *w, Rng *lots)
{
    ReadyQueue *ready = &w->ready;
    if (ready->count < 2)
        return;
    uint32_t other = ready->first + (uint32_t)rng_below(lots, ready->count);
    Actor **first = &ready->items[ready->first];
    Actor **chosen = &ready->items[other & (ready->capacity - 1)];
    Actor *a = *first;
    *first = *chosen;
    *chosen = a;
}
