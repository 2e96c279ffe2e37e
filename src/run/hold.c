// run/hold.c: actors that send faster than an actor of another worker takes.
//
// On one worker a sender has its next turn after the actors that it has sent to. On two, its
// target may be far behind: then events pile up, without end and outside of every cache. So an
// actor that has sent to one that is behind is held back after its turn, until the other has
// caught up, but no longer than HOLD_SECONDS: nobody waits for ever for a machine that does not
// take its events.

#include "run/run_impl.h"

#include <stdlib.h>
#include <time.h>

#include "base/memory.h"

enum { HELD_FIRST = 64, NAP_NS = 20 * 1000 };

#define HOLD_SECONDS 1e-3

void hold_tell(Actor *a, bool is_behind)
{
    a->is_behind = is_behind;
    atomic_store_explicit(&a->door.is_behind, is_behind, memory_order_relaxed);
}

// Letters that wait in the inbox count, too: the owner may be in the middle of a long turn.
void hold_note(Worker *w, uint32_t id)
{
    Actor *target = w->letters_to;
    bool is_behind = atomic_load_explicit(&target->door.is_behind, memory_order_relaxed);
    if (__builtin_expect(!is_behind && w->letters <= BEHIND_FROM, 1))
        return;
    if (!is_behind)
        atomic_store_explicit(&target->door.is_behind, true, memory_order_relaxed);
    if (!w->may_hold)
        return;
    w->outrun = target;
    w->outrun_id = id;
    w->turn_left = w->turn_more = 0;
}

bool hold_goes_on(Worker *w, Actor *a)
{
    int64_t part = w->turn_more < BEHIND_TURN ? w->turn_more : BEHIND_TURN;
    if (a->is_behind)
        hold_look(a);
    w->turn_left = part;
    w->turn_more -= part;
    return part > 0;
}

static Held *held_at(const HeldQueue *q, uint32_t i)
{
    assert_debug(i < q->capacity);
    return &q->items[(q->first + i) & (q->capacity - 1)];
}

static void grow(HeldQueue *q)
{
    uint32_t capacity = q->capacity ? q->capacity * 2 : HELD_FIRST;
    Held *items = memory_zeroed(capacity, sizeof *items);
    for (uint32_t i = 0; i < q->count; i++)
        items[i] = *held_at(q, i);
    free(q->items);
    *q = (HeldQueue){.items = items, .count = q->count, .capacity = capacity};
}

// Whether the target has not caught up.
static bool is_outrun(const Held *h)
{
    return atomic_load_explicit(&h->target->door.is_behind, memory_order_relaxed) &&
           atomic_load_explicit(&h->target->door.id, memory_order_relaxed) == h->target_id;
}

void hold_or_push(Worker *w, Actor *a)
{
    Held held = {.actor = a, .target = w->outrun, .target_id = w->outrun_id};
    if (!held.target || !is_outrun(&held)) {
        ready_push(w, a);
        return;
    }
    held.since = runtime_now();
    if (w->held.count == w->held.capacity)
        grow(&w->held);
    *held_at(&w->held, w->held.count++) = held;
}

void hold_release(Worker *w, bool all)
{
    HeldQueue *q = &w->held;
    while (q->count > 0) {
        const Held *oldest = held_at(q, 0);
        if (!all && is_outrun(oldest) && runtime_now() - oldest->since < HOLD_SECONDS)
            return;
        ready_push(w, oldest->actor);
        q->first = (q->first + 1) & (q->capacity - 1);
        q->count--;
    }
}

void hold_nap(Worker *w)
{
    balance_release(w);
    nanosleep(&(struct timespec){.tv_nsec = NAP_NS}, NULL);
    balance_return(w);
}

void hold_drop(Worker *w)
{
    free(w->held.items);
    w->held = (HeldQueue){0};
}
