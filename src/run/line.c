// run/line.c: who is ready, and taking work off another's hands.
//
// The owner adds at the back and takes at the front, so nobody waits forever. A
// thief takes the front half. One actor alone it takes only when it stood there
// already at the last look: two machines that answer each other are faster on one
// core than on two, as long as nothing else waits.

#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "run/world.h"

enum { LINE_FIRST = 64, SPINS = 100, STEAL_MOST = 256 };

void spin_wait(Spin *lock)
{
    do {
        for (int i = 0; atomic_load_explicit(lock, memory_order_relaxed); i++)
            if (i >= SPINS)
                sched_yield();
    } while (atomic_exchange_explicit(lock, true, memory_order_acquire));
}

// ----------------------------------------------------------------------- under the lock

void line_grow(Line *line)
{
    uint32_t count = atomic_load_explicit(&line->count, memory_order_relaxed);
    uint32_t capacity = line->capacity ? line->capacity * 2 : LINE_FIRST;
    Actor **items = malloc(capacity * sizeof(Actor *));
    if (!items)
        die_out_of_memory(capacity * sizeof(Actor *));

    for (uint32_t i = 0; i < count; i++)
        items[i] = line->items[(line->first + i) & (line->capacity - 1)];
    free(line->items);
    line->items = items;
    line->first = 0;
    line->capacity = capacity;
}

static void count_turn(Line *line)
{
    uint32_t turns = atomic_load_explicit(&line->turns, memory_order_relaxed);
    atomic_store_explicit(&line->turns, turns + 1, memory_order_relaxed);
}

// ------------------------------------------------------------------------ own and others'

// Work for two, and one of us sleeps. The flag keeps us from calling twice.
static void wake_one(World *world)
{
    if (atomic_load_explicit(&world->sleepers, memory_order_relaxed) == 0 ||
        atomic_load_explicit(&world->is_waking, memory_order_relaxed))
        return;
    pthread_mutex_lock(&world->idle);
    if (atomic_load_explicit(&world->sleepers, memory_order_relaxed) > 0) {
        atomic_store_explicit(&world->is_waking, true, memory_order_relaxed);
        pthread_cond_signal(&world->wake);
    }
    pthread_mutex_unlock(&world->idle);
}

void line_push_shared(Worker *w, Actor *a)
{
    spin_lock(&w->line.lock);
    uint32_t count = line_add(&w->line, a);
    spin_unlock(&w->line.lock);
    if (count > 1)
        wake_one(w->world);
}

Actor *line_pop_shared(Worker *w)
{
    if (atomic_load_explicit(&w->line.count, memory_order_relaxed) == 0)
        return NULL;
    spin_lock(&w->line.lock);
    Actor *a = line_take(&w->line);
    if (a)
        count_turn(&w->line);
    spin_unlock(&w->line.lock);
    return a;
}

bool line_steal(Worker *thief, Worker *from)
{
    Line *line = &from->line;
    uint32_t count = atomic_load_explicit(&line->count, memory_order_relaxed);
    uint32_t turns = atomic_load_explicit(&line->turns, memory_order_relaxed);
    bool is_waiting = thief->turns_seen[from->index] == turns;
    Actor *stolen[STEAL_MOST];
    uint32_t n = 0;

    thief->turns_seen[from->index] = turns;
    if (count == 0 || (count == 1 && !is_waiting))
        return false;
    spin_lock(&line->lock);
    uint32_t want = (atomic_load_explicit(&line->count, memory_order_relaxed) + 1) / 2;
    while (n < want && n < STEAL_MOST)
        stolen[n++] = line_take(line);
    spin_unlock(&line->lock);

    if (n == 0)
        return false;
    spin_lock(&thief->line.lock);
    for (uint32_t i = 0; i < n; i++)
        line_add(&thief->line, stolen[i]);
    spin_unlock(&thief->line.lock);
    return true;
}
